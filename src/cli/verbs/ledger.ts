import { type Command, InvalidArgumentError, Option } from 'commander'
import { createClock } from '../../store/files.ts'
import type { Host } from '../../run/host.ts'
import type { LedgerFilter } from '../../store/ledger/filter.ts'
import { statuses } from '../../store/ledger/rows.ts'
import { ledgerDatabase } from '../ledger/database.ts'
import { type ExportFormat, exportFormats, ledgerExport } from '../ledger/export.ts'
import { sinceTime } from '../ledger/since.ts'
import { ledgerLog, ledgerShow, ledgerStats, ledgerWould, type LedgerOptions } from '../ledger.ts'

type Exit = (code: number) => void

interface Given extends Omit<LedgerFilter, 'call'> {
  readonly json?: true
  readonly last?: number
}

export function addLedger(program: Command, host: Host, exit: Exit): void {
  const ledger = filtered(program.command('ledger'))
    .helpGroup('Live:')
    .description('what happened here: calls with their decisions, and with "use: ledger" their contents')
    .option('--json', 'print it as JSON')
    .option('--last <n>', 'the newest n (default: 20 on a page, else all)', wholeNumber)
    .action((options: Given) => exit(ledgerLog(host, split(options))))
  const add = (name: string, says: string): Command => filtered(ledger.command(name)).description(says)
  const read = (name: string, says: string): Command => add(name, says).option('--json', 'print it as JSON')
  counted(read('log', 'the last calls and events, newest last')).action((_options: Given, command: Command) =>
    exit(ledgerLog(host, given(command))),
  )
  read('show', 'one of them with all that was kept')
    .argument('[which]', 'counted from the newest, or the id of a call', '1')
    .action((which: string, _options: Given, command: Command) => {
      refuseIdle(command, ['last'])
      exit(ledgerShow(host, which, given(command)))
    })
  read('would', 'what rules in advise or watch would have done, by rule and call').action(
    (_options: Given, command: Command) => exit(ledgerWould(host, given(command))),
  )
  counted(read('stats', 'how often and how long: by rule, tool and day, and what was denied most')).action(
    (_options: Given, command: Command) => exit(ledgerStats(host, given(command))),
  )
  counted(add('export', 'every row with all that was kept, for other programs'))
    .addOption(
      new Option('--format <format>', 'how rows are written').choices(exportFormats).default('jsonl'),
    )
    .action((_options: Given, command: Command) => {
      const { format, ...rest } = command.optsWithGlobals<Given & { readonly format: ExportFormat }>()
      exit(ledgerExport(host, { ...split(rest), format: rest.json === true ? 'json' : format }))
    })
  ledger
    .command('database')
    .description('the same as an SQLite database: fills it and prints where it is')
    .option('--json', 'print it as JSON')
    .action((_options: Given, command: Command) => {
      refuseIdle(command, ['last', 'rule', 'session', 'event', 'tool', 'status', 'since'])
      exit(ledgerDatabase(host, command.optsWithGlobals()))
    })
}

/** Options of the verb that mean nothing to the word behind it. */
function refuseIdle(command: Command, names: readonly (keyof Given)[]): void {
  const given = command.optsWithGlobals<Given>()
  const idle = names.find((name) => given[name] !== undefined)
  if (idle !== undefined) command.error(`error: --${idle} means nothing to hooks ledger ${command.name()}`)
}

/** The options of the verb stand before or after the word that follows it. */
function given(command: Command): LedgerOptions {
  return split(command.optsWithGlobals<Given>())
}

function split({ json, last, ...filter }: Given): LedgerOptions {
  return { ...(json === undefined ? {} : { json }), ...(last === undefined ? {} : { last }), filter }
}

function filtered(command: Command): Command {
  return command
    .option('--rule <name>', 'only what this rule had a part in')
    .option('--session <id>', 'only this session; the beginning of its id is enough')
    .option('--event <name>', 'only this event')
    .option('--tool <name>', 'only calls of this tool')
    .addOption(new Option('--status <status>', 'only calls that came to this').choices(statuses))
    .option('--since <time>', 'only from then on: a day, a time, or how long ago (7d, 2h)', since)
}

function counted(command: Command): Command {
  return command.option('--last <n>', 'the newest n', wholeNumber)
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('it has to be a number from 1 on.')
  return Number(text)
}

function since(text: string): string {
  const time = sinceTime(text, createClock().now())
  if (time === undefined)
    throw new InvalidArgumentError(
      'it has to be a day (2026-03-01), a time (2026-03-01T14:00) or how long ago (7d, 2h).',
    )
  return time
}
