// Where each of Claude Code's tools keeps the text that its model reads, both ways: a new output that is not of the tool's own shape is dropped without a word, and the model sees the old one.
import { field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'

/** An own property that is a text. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' ? found : undefined
}

interface Shape {
  /** The text in this output; undefined when it is not of this shape. */
  get(output: unknown): string | undefined
  /** The same output with another text. */
  set(output: Plain, text: string): Plain
}

const joined = (texts: readonly (string | undefined)[]) =>
  texts.filter((text) => text !== undefined && text !== '').join('\n')

const linesIn = (text: string) => (text === '' ? 0 : text.split('\n').length)

const textBlock = (text: string) => [{ type: 'text', text }]

/** The text of content blocks; blocks without a text say their type. */
function blocksText(blocks: unknown): string | undefined {
  if (typeof blocks === 'string') return blocks
  if (!Array.isArray(blocks)) return undefined
  return blocks
    .map((block: unknown) => textField(block, 'text') ?? `[${textField(block, 'type') ?? 'block'}]`)
    .join('\n')
}

const shell: Shape = {
  get: (output) => {
    const stdout = textField(output, 'stdout')
    return stdout === undefined ? undefined : joined([stdout, textField(output, 'stderr')])
  },
  set: (output, text) => ({
    ...withoutCopies(output),
    stdout: text,
    stderr: '',
    interrupted: output['interrupted'] === true,
    isImage: false,
  }),
}

// Further places where a shell's output may stand: the model would be shown these instead.
const copies = new Set(['structuredContent', 'rawOutputPath', 'persistedOutputPath', 'persistedOutputSize'])

function withoutCopies(output: Plain): Plain {
  return Object.fromEntries(Object.entries(output).filter(([key]) => !copies.has(key)))
}

const emptyShell = { stdout: '', stderr: '', interrupted: false, isImage: false }

const file: Shape = {
  get: (output) => textField(field(output, 'file'), 'content'),
  set: (output, text) => ({
    ...output,
    file: { ...(isObject(output['file']) ? output['file'] : {}), content: text, numLines: linesIn(text) },
  }),
}

const fileNames: Shape = {
  get: (output) => {
    const names = field(output, 'filenames')
    return Array.isArray(names) ? names.join('\n') : undefined
  },
  set: (output, text) => {
    const filenames = text === '' ? [] : text.split('\n')
    return { ...output, filenames, numFiles: filenames.length }
  },
}

const matches: Shape = {
  get: (output) => textField(output, 'content') ?? fileNames.get(output),
  set: (output, text) =>
    typeof output['content'] === 'string'
      ? { ...output, content: text, numLines: linesIn(text) }
      : fileNames.set(output, text),
}

const page: Shape = {
  get: (output) => textField(output, 'result'),
  set: (output, text) => ({ ...output, result: text }),
}

const answer: Shape = {
  get: (output) => {
    const content = field(output, 'content')
    return Array.isArray(content) ? blocksText(content) : undefined
  },
  set: (output, text) => ({ ...output, content: textBlock(text) }),
}

const shapes: Readonly<Record<string, Shape>> = {
  Bash: shell,
  PowerShell: shell,
  Read: file,
  Glob: fileNames,
  Grep: matches,
  WebFetch: page,
  Agent: answer,
  Task: answer,
}

const isMcp = (tool: string | undefined) => tool?.startsWith('mcp__') === true

function shapeOf(tool: string | undefined, output: unknown): Shape | undefined {
  const shape = tool !== undefined && Object.hasOwn(shapes, tool) ? shapes[tool] : undefined
  return shape?.get(output) === undefined ? undefined : shape
}

/** The text of a tool's output, as near as can be to what the model reads; JSON when the tool keeps it nowhere. */
export function outputText(tool: string | undefined, output: unknown): string {
  if (output === undefined || output === null) return ''
  const known = blocksText(output) ?? shapeOf(tool, output)?.get(output)
  return known ?? blocksText(field(output, 'content')) ?? JSON.stringify(output)
}

/** Can this call's output be replaced by a text? */
export function takesText(tool: string | undefined, output: unknown): boolean {
  return isMcp(tool) || shapeOf(tool, output) !== undefined
}

/** A changed output in the tool's own shape; undefined when there is no telling what the tool would take. */
export function outputInShape(tool: string | undefined, before: unknown, after: unknown): unknown {
  if (isMcp(tool)) return after
  const shape = shapeOf(tool, before)
  if (isObject(after)) return shape === shell ? { ...emptyShell, ...after } : after
  if (shape === undefined || !isObject(before)) return undefined
  return shape.set(before, typeof after === 'string' ? after : (blocksText(after) ?? asText(after)))
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
