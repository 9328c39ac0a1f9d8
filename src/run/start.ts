import { createHost } from './process.ts'
import { run } from './run.ts'
import type { Loader } from './call.ts'

/** Runs the command line. Resolves to the exit code, once everything is answered. */
export async function start(loader: Loader): Promise<number> {
  const host = createHost(loader)
  const { engine } = host
  if (engine !== undefined && host.argv.join(' ') === 'serve --background')
    return (await host.load('serve').serve(host, engine)) === undefined ? 0 : 1
  const isRun = host.argv[0] === 'run' && !host.argv.includes('--help') && !host.argv.includes('-h')
  return isRun ? run(host) : host.load('cli').main(host)
}
