import { type Command, InvalidArgumentError } from 'commander'
import type { Host } from '../../host.ts'
import { ledgerLog, ledgerShow, ledgerWould, type LedgerFilter } from '../ledger.ts'
import { pause, type PauseOptions } from '../pause.ts'
import { status } from '../status.ts'

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

function addLedger(program: Command, host: Host, exit: Exit): void {
  const ledger = filtered(program.command('ledger'))
    .helpGroup('Live:')
    .description('what happened here: calls with their decisions, and with "use: ledger" their contents')
    .option('--last <n>', 'the newest n (default: 20 on a page, all as JSON)', wholeNumber)
    .action((options: LedgerFilter) => exit(ledgerLog(host, options)))
  filtered(ledger.command('log'))
    .description('the last calls and events, newest last')
    .option('--last <n>', 'the newest n', wholeNumber)
    .action((_options: LedgerFilter, command: Command) => exit(ledgerLog(host, given(command))))
  filtered(ledger.command('show'))
    .description('one of them with all that was kept')
    .argument('[which]', 'counted from the newest, or the id of a call', '1')
    .action((which: string, _options: LedgerFilter, command: Command) =>
      exit(ledgerShow(host, which, given(command))),
    )
  filtered(ledger.command('would'))
    .description('what rules in advise or watch would have done, by rule and call')
    .action((_options: LedgerFilter, command: Command) => exit(ledgerWould(host, given(command))))
}

/** The options of the verb stand before or after the word that follows it. */
function given(command: Command): LedgerFilter {
  return command.optsWithGlobals()
}

function filtered(command: Command): Command {
  return command
    .option('--json', 'print it as JSON')
    .option('--rule <name>', 'only what this rule had a part in')
    .option('--session <id>', 'only this session; the beginning of its id is enough')
    .option('--event <name>', 'only this event')
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('it has to be a number from 1 on.')
  return Number(text)
}
