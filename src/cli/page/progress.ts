import { isMainThread } from 'node:worker_threads'
import type { Host, Terminal } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { watchFiles } from '../../config/read/watch.ts'
import { choosePaint } from './page.ts'

const BAR_CHARS = 24
const DELAY_MS = 300
const EVERY_MS = 100

interface Progress {
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

export interface Checked {
  readonly exit: number
  /** Every path that the result depends on. */
  readonly sources: readonly string[]
}

/** Checks again after every burst of changes, one run at a time, until the user interrupts. */
export function keepChecking(host: Host, verb: string, check: () => Promise<Checked>): Promise<number> {
  return new Promise((resolve) => {
    let running = Promise.resolve()
    const watching = watchFiles([], () => void (running = running.then(again)))
    async function again(): Promise<void> {
      if (host.terminal) host.clear()
      const { sources } = await check()
      watching.follow(sources)
      if (host.terminal)
        host.out(`\n${choosePaint(host)('dim', `${verb} again after every change · Ctrl-C ends`)}\n`)
    }
    running = running.then(again)
    host.onInterrupt(() => void watching.stop().then(() => resolve(0)))
  })
}
