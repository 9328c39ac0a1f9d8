const MAX_SHOWN = 300

/** A text as YAML that means exactly it. */
export function quote(text: string): string {
  if (/[\n\t]/.test(text)) return JSON.stringify(text)
  const isPlainInDouble = text.includes("'") && !/["\\]/.test(text)
  return isPlainInDouble ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Where a value stands: under a key, in a list of lines, or between other values in brackets. */
export interface ValueSlot {
  readonly key?: string
  readonly inList?: boolean
}

/** The hint for a value that needs quotes: the exact text to write. */
export function quoteHint(text: string, slot: ValueSlot): string {
  if (text.length > MAX_SHOWN) return 'put the whole text in single quotes'
  const value = quote(text.trim())
  if (slot.key !== undefined) return `quote it: ${slot.key}: ${value}`
  return `quote it: ${slot.inList ? '- ' : ''}${value}`
}
