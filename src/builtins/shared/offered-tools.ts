import type { Verdict } from '../../model/types.ts'

/** The names of tools in a verdict's metadata, with more of them. */
export function withTools(
  { metadata }: Pick<Verdict, 'metadata'>,
  more: readonly string[],
): readonly string[] {
  const before = metadata?.['tools']
  return [...new Set([...(Array.isArray(before) ? before : []), ...more])]
}
