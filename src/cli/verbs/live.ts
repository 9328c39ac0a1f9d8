import type { Command } from 'commander'
import type { Host } from '../../run/host.ts'
import { pause, type PauseOptions } from '../pause.ts'
import { status } from '../status.ts'
import { addLedger } from './ledger.ts'

type Exit = (code: number) => void

/** The verbs about rules that are in force. */
export function addLive(program: Command, host: Host, exit: Exit): void {
  program
    .command('status')
    .helpGroup('Live:')
    .description('on one screen: the rules that hold here, the agents that ask them, the last 7 days')
    .option('--json', 'print it as JSON')
    .action((options: { json?: true }) => exit(status(host, options)))
  addPause(program, host, exit)
  addLedger(program, host, exit)
}

function addPause(program: Command, host: Host, exit: Exit): void {
  program
    .command('pause')
    .helpGroup('Live:')
    .description('let a rule only watch for a while; at a terminal only, recorded, and over by itself')
    .argument('[rule]', 'the name of the rule')
    .option('--for <time>', 'how long: 30m, 2h')
    .option('--reason <text>', 'why')
    .option('--list', 'the rules that are paused')
    .option('--end <rule>', 'put a paused rule in force again')
    .action((rule: string | undefined, options: PauseOptions) => exit(pause(host, rule, options)))
}
