import type { Verdict } from '../../model/types.ts'

/** Adds names to the tools in a verdict's metadata. */
export function withTools(
  { metadata }: Pick<Verdict, 'metadata'>,
  more: readonly string[],
): readonly string[] {
  const before = metadata?.['tools']
  return [...new Set([...(Array.isArray(before) ? before : []), ...more])]
}
