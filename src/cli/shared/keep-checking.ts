import { watchFiles } from '../../config/read/watch.ts'
import type { Host } from '../../run/call.ts'
import { choosePaint } from '../print/page.ts'

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
