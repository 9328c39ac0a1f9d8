// Claude Code shows its model a context whole up to this many characters; of a longer one it writes the whole to a file and shows where it is and the first 2 KB.
export const CONTEXT_CHARS = 10_000
const preview = 2_000

/** Context as one text. Of one too long to be shown whole, the short parts come first, so that the preview holds them. */
export function contextText(parts: readonly string[]): string {
  const text = parts.join('\n\n')
  if (text.length <= CONTEXT_CHARS) return text
  const short = parts.filter((part) => part.length <= preview)
  const long = parts.filter((part) => part.length > preview)
  return [...short, ...long].join('\n\n')
}
