import { withoutControls } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/call.ts'

/** What a command prints, JSON included, holds nothing that a terminal obeys but colours. */
export function withSafeOutput(host: Host): Host {
  const safe = {
    out: (text: string) => host.out(withoutControls(text)),
    err: (text: string) => host.err(withoutControls(text)),
  }
  // Its getters stay getters: one asks the terminal.
  const own = { ...Object.getOwnPropertyDescriptors(host), ...Object.getOwnPropertyDescriptors(safe) }
  return Object.defineProperties({}, own) as Host // all that the host has
}
