import { field } from '../../model/plain-object.ts'

/** The text of a tool's output: itself, its streams, its content blocks, else its JSON. */
export function outputText(output: unknown): string {
  if (output === undefined || output === null) return ''
  if (typeof output === 'string') return output
  const text = Array.isArray(output) ? blocks(output) : textOf(output)
  return text ?? JSON.stringify(output) ?? ''
}

function textOf(output: unknown): string | undefined {
  const [stdout, stderr] = [field(output, 'stdout'), field(output, 'stderr')]
  if (typeof stdout === 'string' || typeof stderr === 'string') {
    return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n')
  }
  const content = field(output, 'content')
  return typeof content === 'string' ? content : blocks(content)
}

/** Content blocks, when every one is a block and some have a text. */
function blocks(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined
  const texts = list.map((block: unknown) => field(block, 'text')).filter((text) => typeof text === 'string')
  return texts.length > 0 && list.every((block) => field(block, 'type') !== undefined)
    ? texts.join('\n')
    : undefined
}
