import { watchFiles } from '../../config/read/watch.ts'
import type { Host } from '../../run/host.ts'
import { choosePaint } from '../print/paint.ts'

const FINE = 0

/** Again after every burst of changes, one run at a time, until the user has seen enough. */
export function keepChecking(
  host: Host,
  {
    verb,
    once,
  }: { readonly verb: string; readonly once: () => Promise<{ readonly sources: readonly string[] }> },
): Promise<number> {
  return new Promise((resolve) => {
    let running = Promise.resolve()
    const watching = watchFiles([], () => void (running = running.then(again)))
    async function again(): Promise<void> {
      if (host.terminal) host.out('\u001b[2J\u001b[3J\u001b[H')
      const { sources } = await once()
      watching.follow(sources)
      if (host.terminal)
        host.out(`\n${choosePaint(host)('dim', `${verb} again after every change · Ctrl-C ends`)}\n`)
    }
    running = running.then(again)
    host.onInterrupt(() => void watching.stop().then(() => resolve(FINE)))
  })
}
