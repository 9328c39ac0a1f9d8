import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseDuration } from '../patterns/text/duration.ts'
import type { Host } from '../run/call.ts'
import { createClock } from '../store/disk/files.ts'
import type { LedgerFilter } from '../store/ledger/source.ts'
import { statuses } from '../store/ledger/rows.ts'
import { type ExportFormat, exportFormats, ledgerExport } from './ledger/export.ts'
import { ledgerLog, ledgerShow, ledgerStats, ledgerWould, type LedgerOptions } from './ledger/views.ts'

interface LedgerArguments extends Omit<LedgerFilter, 'id'> {
  readonly json?: true
  readonly last?: number
}

export function addLedger(program: Command, host: Host, exit: (code: number) => void): void {
  const ledger = filtered(program.command('ledger'))
    .helpGroup('Live:')
    .description('what happened here: calls and their decisions, and with "use: ledger" their contents')
    .option('--json', 'print it as JSON')
    .option('--last <n>', 'the newest n (default: 20, with --json all)', wholeNumber)
    .action((options: LedgerArguments) => exit(ledgerLog(host, splitFilter(options))))
  const add = (name: string, description: string): Command =>
    filtered(ledger.command(name)).description(description)
  const read = (name: string, description: string): Command =>
    add(name, description).option('--json', 'print it as JSON')
  counted(read('log', 'the last calls and events, newest last')).action(
    (_: LedgerArguments, command: Command) => exit(ledgerLog(host, optionsOf(command))),
  )
  read('show', 'one of them with everything recorded')
    .argument('[which]', 'counted from the newest, its id, or the id of a call', '1')
    .action((which: string, _: LedgerArguments, command: Command) => {
      refuseUnused(command, ['last'])
      exit(ledgerShow(host, which, optionsOf(command)))
    })
  read('would', 'what rules in advise or watch mode would have done, by rule and call').action(
    (_: LedgerArguments, command: Command) => exit(ledgerWould(host, optionsOf(command))),
  )
  counted(read('stats', 'how often and how long: by rule, tool and day, and what was denied most')).action(
    (_: LedgerArguments, command: Command) => exit(ledgerStats(host, optionsOf(command))),
  )
  counted(add('export', 'every row with everything recorded, for other programs'))
    .addOption(
      new Option('--format <format>', 'how rows are written').choices(exportFormats).default('jsonl'),
    )
    .action((_: LedgerArguments, command: Command) => {
      const { format, ...rest } = command.optsWithGlobals<
        LedgerArguments & { readonly format: ExportFormat }
      >()
      exit(ledgerExport(host, { ...splitFilter(rest), format: rest.json === true ? 'json' : format }))
    })
}

/** Refuses options of `hooks ledger` that this subcommand does not use. */
function refuseUnused(command: Command, names: readonly (keyof LedgerArguments)[]): void {
  const options = command.optsWithGlobals<LedgerArguments>()
  const unused = names.find((name) => options[name] !== undefined)
  if (unused !== undefined)
    command.error(`error: --${unused} has no effect on hooks ledger ${command.name()}`)
}

/** The options of `hooks ledger` stand before or after the subcommand. */
function optionsOf(command: Command): LedgerOptions {
  return splitFilter(command.optsWithGlobals<LedgerArguments>())
}

function splitFilter({ json, last, ...filter }: LedgerArguments): LedgerOptions {
  return { ...(json === undefined ? {} : { json }), ...(last === undefined ? {} : { last }), filter }
}

function filtered(command: Command): Command {
  return command
    .option('--rule <name>', 'only events that this rule took part in')
    .option('--session <id>', 'only this session; the beginning of its id is enough')
    .option('--event <name>', 'only this event')
    .option('--tool <name>', 'only calls of this tool')
    .addOption(new Option('--status <status>', 'only calls with this status').choices(statuses))
    .option('--since <time>', 'only from this time on: a day, a time, or how long ago (7d, 2h)', since)
}

function counted(command: Command): Command {
  return command.option('--last <n>', 'the newest n', wholeNumber)
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('it must be a whole number, 1 or more.')
  return Number(text)
}

function since(text: string): string {
  const time = sinceTime(text, createClock().now())
  if (time === undefined)
    throw new InvalidArgumentError(
      'it must be a day (2026-03-01), a time (2026-03-01T14:00) or how long ago (7d, 2h).',
    )
  return time
}

const DAY_MS = 86_400_000
/** Years have four digits, so texts sort in the order of times. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** Parses a local day or time, or an age such as `7d`, to ISO 8601 in UTC. */
export function sinceTime(written: string, now: number): string | undefined {
  const ms = agoTime(written, now) ?? dateTime(written)
  return ms === undefined || !(ms >= 0 && ms < LAST_MS) ? undefined : new Date(ms).toISOString()
}

function agoTime(written: string, now: number): number | undefined {
  const [, days] = /^(\d{1,6})d$/.exec(written) ?? []
  const ago = days === undefined ? duration(written) : Number(days) * DAY_MS
  return ago === undefined ? undefined : now - ago
}

function duration(written: string): number | undefined {
  return /[a-z]$/.test(written) ? parseDuration(written) : undefined
}

function dateTime(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(written))
    return undefined
  // A day alone would be read as one in UTC.
  return Date.parse(written.length === 10 ? `${written}T00:00` : written)
}
