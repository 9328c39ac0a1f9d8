import type { Command } from 'commander'
import { type Host, writeFailure } from '../../run/host.ts'

export function addServe(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('serve')
    .helpGroup('More:')
    .description("answer agents' calls from one process that stays; agents start it themselves")
    .option('--stop', 'end the one that runs')
    .action(async ({ stop }: { readonly stop?: true }) =>
      exit(await (stop === true ? end(host) : stay(host))),
    )
}

/** Until it is interrupted, or has been idle for half an hour. */
async function stay(host: Host): Promise<number> {
  const { engine } = host
  if (engine === undefined) return writeFailure(host, 'this program has none')
  host.err("Answering the calls of this user's agents. Ctrl-C ends it.\n")
  if (await host.load('serve').serve(host, engine)) return 0
  return writeFailure(host, 'another one answers already (hooks serve --stop ends it)')
}

async function end(host: Host): Promise<number> {
  const { engine } = host
  const isEnded = engine !== undefined && (await host.load('ask').askAbout(engine, 'stop')) !== undefined
  host.out(isEnded ? 'Ended. The next call of an agent starts another.\n' : 'None runs.\n')
  return 0
}
