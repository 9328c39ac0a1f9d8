// Programs that run what stands behind them, as it stands.

interface Wrapper {
  /** How many words its name has, and what else stands before the command. */
  readonly length: number
  readonly operands?: 1
  readonly options?: RegExp
  readonly host?: string
  readonly called?: string
}

const npx = { length: 1, options: /^(?:-y|--yes|--no-install|-q|--quiet)$/, host: 'registry:npm' } as const

const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['npx', npx],
  ['bunx', { ...npx, called: 'npx' }],
  ['pnpm exec', { length: 2 }],
  ['yarn exec', { length: 2 }],
  ['uv run', { length: 2 }],
  ['uvx', { length: 1, host: 'registry:pypi' }],
  ['poetry run', { length: 2 }],
  ['bundle exec', { length: 2 }],
  ['python -m', { length: 2 }],
  ['python3 -m', { length: 2, called: 'python' }],
  ['timeout', { length: 1, operands: 1 }],
])

export interface Wrapped extends Pick<Wrapper, 'host' | 'called'> {
  readonly by: string
  readonly words: readonly string[]
}

/** Undefined for any other command. */
export function wrappedBy(words: readonly string[]): Wrapped | undefined {
  const [by = '', verb = ''] = words
  const wrapper = wrappers.get(by) ?? wrappers.get(`${by} ${verb}`)
  if (wrapper === undefined) return undefined
  const { length, operands = 0, options, host, called } = wrapper
  let from = length
  while (options?.test(words[from] ?? '') === true) from++
  if (operands > 0 && !/^\d+[smh]?$/.test(words[from] ?? '')) return undefined
  const rest = words.slice(from + operands)
  if (rest[0] === undefined || rest[0].startsWith('-')) return undefined
  return { by, words: rest, ...(host && { host }), ...(called && { called }) }
}
