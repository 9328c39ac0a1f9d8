import type { LoadChunk } from '../chunks.ts'
import { createHost } from './process.ts'
import { run } from './run.ts'

/** Runs the command line and ends the process. `finish` is called once everything is answered. */
export function start(load: LoadChunk, build: string, finish: () => void): void {
  const host = createHost(load, build)
  const isRun = host.argv[0] === 'run' && !host.argv.includes('--help') && !host.argv.includes('-h')
  const work = isRun ? run(host) : load('cli').main(host)
  const end = (code: number): void => {
    finish()
    process.exit(code) // at once: every write was synchronous, and nothing may hold the agent up
  }
  work.then(end, (error: unknown) => {
    host.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    end(1)
  })
}
