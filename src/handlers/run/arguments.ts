import { HooksError } from '../../model/errors.ts'
import { interpolate, placeholders } from '../../patterns/text/interpolate.ts'
import type { Match, RunSpec, Subject } from '../../model/types.ts'

const allPaths = /^\{\{\s*paths\s*\}\}$/

/** Options that take code, which must not come from an event. */
const codeOptions: readonly { readonly programs: RegExp; readonly option: RegExp }[] = [
  { programs: /^(ba|da|z|k|fi)?sh$/, option: /^-[a-z]*c$/ },
  { programs: /^(python[\d.]*|pypy\d*)$/, option: /^-[a-zA-Z]*c$/ },
  { programs: /^(node|bun|deno|ruby|perl|php|lua)$/, option: /^(-[a-zA-Z]*[epr]|--eval|--print|eval)$/ },
]

/** Fills placeholders. One argument stays one, except `{{paths}}`, which becomes one per path. */
export function argumentsOf(argv: RunSpec['argv'], subject: Subject, match: Match): RunSpec['argv'] {
  if (typeof argv === 'string') return argv
  const problem = argv
    .map((template, index) => refusal(argv, template, index))
    .find((found) => found !== undefined)
  if (problem !== undefined) throw new HooksError('error', problem)
  return argv.flatMap((template) => (hasPlaceholder(template) ? fill(template, subject, match) : [template]))
}

function hasPlaceholder(template: string): boolean {
  return template.includes('{{') && placeholders(template).length > 0
}

/** Why an argument must not hold a placeholder. */
function refusal(argv: readonly string[], template: string, index: number): string | undefined {
  if (!hasPlaceholder(template)) return undefined
  if (index === 0) return `"${template}" would let the event choose the program`
  const before = argv[index - 1] ?? ''
  const isCode = codeOptions.some(
    ({ programs, option }) =>
      option.test(before) && argv.slice(0, index).some((word) => programs.test(baseName(word))),
  )
  return isCode ? `"${template}" would be run as code; read the event from stdin there` : undefined
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

function fill(template: string, { event }: Subject, { bind }: Match): readonly string[] {
  const values = allPaths.test(template)
    ? (bind?.['paths'] ?? '').split('\n').filter((path) => path !== '')
    : [interpolate(template, event, bind ?? {})]
  for (const value of values) {
    if (value.includes('\0')) throw new HooksError('error', `"${template}" holds a NUL byte`)
    if (value.startsWith('-') && !template.startsWith('-')) {
      throw new HooksError(
        'error',
        `"${template}" would be read as an option: ${JSON.stringify(value.slice(0, 80))}`,
      )
    }
  }
  return values
}

/** The command line as a person would type it. */
export function commandLine(argv: RunSpec['argv']): string {
  if (typeof argv === 'string') return argv
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
}
