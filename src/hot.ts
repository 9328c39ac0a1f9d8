import { run } from './commands/run.ts'
import { part } from './parts.ts'
import { createHost } from './process.ts'

/** What bin.ts calls. */
export interface Hot {
  /** Runs the command line and ends the process; `afterwards` is called when everything is answered. */
  start(load: (part: string) => unknown, afterwards: () => void): void
}

export const start: Hot['start'] = (load, afterwards) => {
  const host = createHost(load)
  const isRun = host.argv[0] === 'run' && !host.argv.includes('--help') && !host.argv.includes('-h')
  const work = isRun ? run(host) : part(host, 'main').main(host)
  const end = (code: number): void => {
    afterwards()
    process.exit(code) // at once: every write was synchronous, and nothing may hold the agent up
  }
  work.then(end, (error: unknown) => {
    host.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    end(1)
  })
}
