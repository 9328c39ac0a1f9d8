import { type CST, Composer, type Document, type YAMLParseError } from 'yaml'

export type Composed = Document.Parsed

const options = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // Its own check compares each key with every other.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** The YAML documents of a file: YAML 1.2, core schema, no tags, no merge keys. */
export function compose(tokens: readonly CST.Token[], length: number): Composed[] {
  // Every problem it finds is an Error, and a stack for each costs more than all the rest.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return [...new Composer(options).compose(tokens, true, length)]
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Errors that leave a text whose other parts cannot be trusted. */
export function syntaxErrors(document: Composed): YAMLParseError[] {
  return document.errors.filter(({ code }) => code !== 'BAD_DQ_ESCAPE' && code !== 'TAG_RESOLVE_FAILED')
}
