import type { Host } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'

const LONG_MS = 1000

/** For work of a command that a person typed: to be called as it gets on. Says once, after a second, what is being done. */
export function tellWhenLong(host: Host, doing: string): () => void {
  if (!host.stderrIsTerminal) return () => {}
  const clock = createClock()
  const began = clock.elapsed()
  let told = false
  return () => {
    if (told || clock.elapsed() - began < LONG_MS) return
    told = true
    host.err(`${doing} …\n`)
  }
}
