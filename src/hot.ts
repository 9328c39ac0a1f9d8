import { run } from './commands/run.ts'
import { part } from './parts.ts'
import { createHost } from './process.ts'

/** What bin.ts calls. */
export interface Hot {
  /** Runs the command line and ends the process; `build` tells this build from any other, `afterwards` is called when everything is answered, unless nothing may be written. */
  start(load: (part: string) => unknown, build: string, afterwards: () => void): void
}

export const start: Hot['start'] = (load, build, afterwards) => {
  const host = createHost(load, build)
  const isRun = host.argv[0] === 'run' && !host.argv.includes('--help') && !host.argv.includes('-h')
  const work = isRun ? run(host) : part(host, 'main').main(host)
  const end = (code: number): void => {
    if (!host.argv.includes('--dry-run') && host.argv[0] !== 'explain') afterwards()
    process.exit(code) // at once: every write was synchronous, and nothing may hold the agent up
  }
  work.then(end, (error: unknown) => {
    host.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    end(1)
  })
}
