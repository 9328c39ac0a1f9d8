import { isMainThread } from 'node:worker_threads'
import type { Terminal } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'

const BAR_CHARS = 24
const DELAY_MS = 300
const EVERY_MS = 100

export interface Progress {
  to(done: number, all: number): void
  end(): void
}

/** A bar on stderr that draws over itself, once the work takes longer than a moment; nothing where stderr is no terminal. */
export function createProgress(host: Terminal): Progress {
  if (!host.stderrIsTerminal || !isMainThread) return { to: () => undefined, end: () => undefined }
  const clock = createClock()
  let next = clock.elapsed() + DELAY_MS
  let drawn = false
  return {
    to(done, all) {
      const now = clock.elapsed()
      if (now < next) return
      next = now + EVERY_MS
      drawn = true
      const part = all === 0 ? 0 : Math.min(1, done / all)
      const full = Math.round(part * BAR_CHARS)
      const bar = '█'.repeat(full) + '░'.repeat(BAR_CHARS - full)
      host.redraw(`${bar} ${String(Math.floor(part * 100)).padStart(3)} %`)
    },
    end() {
      if (drawn) host.redraw('')
    },
  }
}
