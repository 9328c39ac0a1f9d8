import type { Context } from '../../model/types.ts'

/** A loop kept in a file: front matter, and the prompt below it. */
export interface Loop {
  readonly iteration: number
  readonly max_iterations?: number
  readonly promise?: string
  readonly prompt: string
  /** All of the front matter, so that what is not ours survives a rewrite. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The loop that a file holds, or what is wrong with it. */
export function parseLoop(
  text: string,
  frontMatter: Context['frontMatter'],
): Loop | { readonly wrong: string } {
  const { data, body } = frontMatter(text)
  if (data === undefined) return { wrong: 'it has no front matter' }
  const iteration = wholeNumber(data['iteration'])
  if (iteration === undefined) return { wrong: 'its "iteration" is not a whole number' }
  const max = data['max_iterations'] ?? undefined
  const max_iterations = wholeNumber(max)
  if (max !== undefined && max_iterations === undefined)
    return { wrong: 'its "max_iterations" is not a whole number' }
  const promise = data['promise'] ?? undefined
  if (promise !== undefined && typeof promise !== 'string' && typeof promise !== 'number') {
    return { wrong: 'its "promise" is not a text' }
  }
  return {
    iteration,
    prompt: body.trim(),
    data,
    ...(max_iterations !== undefined && { max_iterations }),
    ...(promise !== undefined && { promise: String(promise) }),
  }
}

export function formatLoop(data: Readonly<Record<string, unknown>>, prompt: string): string {
  const lines = Object.entries(data).map(([key, value]) => `${formatKey(key)}: ${JSON.stringify(value)}\n`)
  return `---\n${lines.join('')}---\n\n${prompt}\n`
}

function formatKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key)
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
