import type { Played } from '../../testing/play.ts'

/** The command that shows how the last event of a case is decided; the rules are those of these files. */
export function tryLine({ of: one }: Played, config: readonly string[]): string {
  const files = config.map((file) => ` --config ${quoted(file)}`).join('')
  const last = one.events.at(-1)
  return `printf %s ${quoted(JSON.stringify(last?.raw))} | hooks run --dry-run --explain${files}`
}

/** One word for a shell. */
function quoted(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
