// The commands that a person types; `hooks run` starts without this file.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { nearest } from '../config/diagnostics/diagnostics.ts'
import { diagnosticFormats } from '../config/diagnostics/formats.ts'
import { hostNames } from '../library/hosts.ts'
import type { VerbInput, VerbText } from '../model/types/verb.ts'
import { verbs } from '../model/verbs.ts'
import { type Host, writeFailure } from '../run/call.ts'
import { createClock } from '../store/disk/files.ts'
import { statuses } from '../store/ledger/rows.ts'
import { allow } from './change/allow.ts'
import { propose } from './change/propose.ts'
import { review } from './change/review.ts'
import { exportFormats, ledgerExport } from './live/ledger-export.ts'
import { ledger, ledgerShow, ledgerStats, ledgerWould } from './live/ledger.ts'
import { pause } from './live/pause.ts'
import { status } from './live/status.ts'
import { completion, shells } from './more/completion.ts'
import { list } from './more/list.ts'
import { recipeResult, recipeWork } from './more/recipe-result.ts'
import { recipeRun } from './more/recipe-run.ts'
import { recipeList, recipeShow } from './more/recipe-show.ts'
import { replay } from './more/replay.ts'
import { schema } from './more/schema.ts'
import { serve } from './more/serve.ts'
import { skills } from './more/skills.ts'
import { tokens } from './more/tokens.ts'
import { sinceTime } from './open-project.ts'
import { wantsColour, withSafeOutput } from './page/page.ts'
import { keepSeen } from './person/unseen.ts'
import { doctor } from './setup/doctor.ts'
import { runImport } from './setup/import.ts'
import { init } from './setup/init.ts'
import { runInstall, runUninstall } from './setup/install-command.ts'
import { trust } from './setup/trust.ts'
import { testFormats } from './trial/report-formats.ts'
import { explain } from './write/explain.ts'
import { test } from './write/test.ts'
import { validate } from './write/validate.ts'

export { runByHand } from './more/run.ts'

const USAGE = 1
/** For validate and test, whose exit code 1 means problems in the files. */
const CHECK_USAGE = 2

/** Runs the command line. Resolves to the exit code. */
export async function main(process: Host): Promise<number> {
  const host = withSafeOutput(process)
  const argv = host.argv.filter((word) => word !== '--no-color')
  if (argv.length === 0) return welcome(host)
  let exit = 0
  const program = createProgram(host, (code) => void (exit = code))
  const problem = unknownCommand(argv, program)
  if (problem !== undefined) return writeFailure(host, problem)
  try {
    return await keepSeen(host, async () => {
      await program.parseAsync([...argv], { from: 'user' })
      return exit
    })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    return argv[0] === 'validate' || argv[0] === 'test' ? CHECK_USAGE : USAGE
  }
}

/** For `hooks help NAME` commander would print the help of the whole program. */
function unknownCommand([help, name]: readonly string[], { commands }: Command): string | undefined {
  const names = commands.map((command) => command.name())
  if (help !== 'help' || name === undefined || name.startsWith('-') || [...names, 'help'].includes(name))
    return undefined
  const meant = nearest(name, names)
  return `there is no command "${name}"${meant === undefined ? '' : `; did you mean ${meant}?`}\n(hooks --help lists the commands)`
}

function welcome(host: Host): number {
  host.out(
    [
      `hooks ${host.version}: one hooks.yaml of rules for AI coding agents`,
      '',
      '  hooks init                 write a first hooks.yaml for this project',
      '  hooks test                 run the examples written beside its rules',
      "  hooks explain 'git push'   show what a call would do, and what each rule decides",
      '  hooks install              make the agents on this machine call the rules',
      '  hooks --help               list all commands',
      '',
    ].join('\n'),
  )
  return 0
}

type Exit = (code: number) => void

/** Gets the words, and the flags with the command itself. */
type RunVerb = (host: Host, ...given: never[]) => number | Promise<number>

/** By the words that call it. `hooks run` starts without the command line, which knows its help alone. */
const runs: Readonly<Record<string, RunVerb>> = {
  init,
  validate,
  test,
  explain,
  replay,
  status,
  allow,
  propose,
  review,
  pause,
  ledger,
  'ledger log': ledger,
  'ledger show': ledgerShow,
  'ledger would': ledgerWould,
  'ledger stats': ledgerStats,
  'ledger export': ledgerExport,
  install: runInstall,
  uninstall: runUninstall,
  doctor,
  trust,
  import: runImport,
  list,
  schema,
  serve,
  skills,
  tokens,
  'recipe list': recipeList,
  'recipe show': recipeShow,
  'recipe run': recipeRun,
  'recipe result': recipeResult,
  'recipe work': recipeWork,
  completion,
}

/** The values of flags and words. */
const lists = {
  'diagnostic formats': diagnosticFormats,
  'export formats': exportFormats,
  'test formats': testFormats,
  frameworks: hostNames,
  shells: Object.keys(shells),
  statuses,
} as const

const readers = { number: wholeNumber, time: since }

function createProgram(host: Host, exit: Exit): Command {
  const program = new Command('hooks')
    .description('One hooks.yaml of rules for AI coding agents.')
    .version(host.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpCommand(
      new Command('help')
        .argument('[command]', 'the command')
        .description('print the help of a command')
        .helpGroup('More:'),
    )
    .option('--no-color', 'print without colour, as with NO_COLOR=1')
    .showHelpAfterError('(hooks --help lists the commands)')
    .configureOutput({
      writeOut: (text) => host.out(text),
      writeErr: (text) => host.err(text),
      getOutHelpWidth: () => Math.min(100, host.columns),
      getErrHelpWidth: () => Math.min(100, host.columns),
      getOutHasColors: () => wantsColour(host),
      getErrHasColors: () => wantsColour(host),
      outputError: (text, write) => write(text.replace(/^error: /, 'hooks: ')),
    })
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .usage('<command> [options]')
    .addHelpText('after', '\nhooks <command> --help describes one command.')
    .exitOverride()
  program.command('version', { hidden: true }).action(() => host.out(`${host.version}\n`))
  for (const [group, those] of Object.entries(verbs))
    for (const [name, verb] of Object.entries(those))
      addVerb(program, [name], { host, exit, verb }).helpGroup(`${group}:`)
  return program
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

interface Adding {
  readonly host: Host
  readonly exit: Exit
  readonly verb: VerbText
}

/** A command with those below it. */
function addVerb(parent: Command, path: readonly string[], { host, exit, verb }: Adding): Command {
  const { says, words = {}, flags = {}, usage, after, hint, verbs: below = {} } = verb
  const command = parent.command(path.at(-1) ?? '', { hidden: says === undefined })
  if (says !== undefined) command.description(says)
  if (usage !== undefined) command.usage(usage)
  if (after !== undefined) command.addHelpText('after', `\n${after}`)
  if (hint !== undefined) command.showHelpAfterError(hint)
  for (const [term, input] of Object.entries(words)) command.addArgument(argumentOf(term, input))
  for (const [term, input] of Object.entries(flags)) command.addOption(optionOf(term, input))
  for (const [name, each] of Object.entries(below))
    addVerb(command, [...path, name], { host, exit, verb: each })
  const run = runs[path.join(' ')]
  if (run !== undefined)
    command.action(async (...given: readonly unknown[]) => {
      const own = [...given.slice(0, -2), { ...command.optsWithGlobals(), command }]
      exit(await run(host, ...(own as never[]))) // their types are those that the table tells
    })
  return command
}

function argumentOf(term: string, input: VerbInput): Argument {
  const { says, of, default: usual } = typeof input === 'string' ? { says: input } : input
  const argument = new Argument(term, says)
  if (of !== undefined) argument.choices(lists[of])
  return usual === undefined ? argument : argument.default(usual)
}

function optionOf(term: string, input: VerbInput): Option {
  const given = typeof input === 'string' ? { says: input } : input
  const option = new Option(term, given.says)
  if (given.of !== undefined) option.choices(lists[given.of])
  if (given.is !== undefined) option.argParser<unknown>(readers[given.is])
  if (given.many === true)
    option.argParser<readonly string[] | undefined>((value, before = []) => [...before, value])
  if (given.default !== undefined) option.default(given.default)
  return option.makeOptionMandatory(given.required === true).conflicts([...(given.conflicts ?? [])])
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
