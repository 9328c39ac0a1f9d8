// The commands that a person types; `hooks run` starts without this file.
import { type Argument, Command, CommanderError } from 'commander'
import { nearest } from '../config/diagnostics/diagnostics.ts'
import { type Host, writeFailure } from '../run/call.ts'
import { addAllow } from './change/allow.ts'
import { addCompletion } from './more/completion.ts'
import { addDoctor } from './setup/doctor.ts'
import { addExplain } from './write/explain.ts'
import { addImport } from './setup/import.ts'
import { addInit } from './setup/init.ts'
import { addInstallation } from './setup/install-command.ts'
import { addLedger } from './live/ledger.ts'
import { addList } from './more/list.ts'
import { addPause } from './live/pause.ts'
import { wantsColour, withSafeOutput } from './page/page.ts'
import { addRecipe } from './more/recipe.ts'
import { addReplay } from './more/replay.ts'
import { addPropose } from './change/propose.ts'
import { addReview } from './change/review.ts'
import { addSchema } from './more/schema.ts'
import { keepSeen } from './person/unseen.ts'
import { addServe } from './more/serve.ts'
import { addSkills } from './more/skills.ts'
import { status } from './live/status.ts'
import { addTest } from './write/test.ts'
import { addTokens } from './more/tokens.ts'
import { addTrust } from './setup/trust.ts'
import { addValidate } from './write/validate.ts'

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

function addLive(program: Command, host: Host, exit: Exit): void {
  addAllow(program, host, exit)
  addPropose(program, host, exit)
  addReview(program, host, exit)
  addPause(program, host, exit)
  addLedger(program, host, exit)
}

/** As the help lists them. */
const inOrder: readonly ((program: Command, host: Host, exit: Exit) => void)[] = [
  addInit,
  addValidate,
  addTest,
  addExplain,
  addReplay,
  addStatus,
  addLive,
  addInstallation,
  addDoctor,
  addTrust,
  addImport,
  describeRun,
  addList,
  addSchema,
  addServe,
  addSkills,
  addTokens,
  addRecipe,
  addCompletion,
]

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
  for (const add of inOrder) add(program, host, exit)
  return program
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function addStatus(program: Command, host: Host, exit: Exit): void {
  program
    .command('status')
    .helpGroup('Live:')
    .description('on one screen: the rules in force here, the agents that call them, the last 7 days')
    .option('--json', 'print it as JSON')
    .action((options: { json?: true }) => status(host, options).then(exit))
}

/** Only the help: `hooks run` parses its own options. */
function describeRun(program: Command): void {
  program
    .command('run')
    .helpGroup('More:')
    .description('decide one event: what an agent calls; by hand, one recorded payload')
    .argument('[payload]', 'a JSON file; - or nothing: stdin')
    .option('--agent <name>', "answer in this agent's protocol, exit code included")
    .option('--event <name>', 'with --agent: the event, in case its payload cannot be read')
    .option('--from <name>', 'the agent that sent the payload, when the payload does not show it')
    .option('--as <name>', 'show how this agent would be answered')
    .option('--config <file>', "use this file instead of the project's own; may be repeated")
    .option('--root <dir>', "the project's directory; default: found from the working directory")
    .option('--last', 'the last call that an agent made here; --last=EVENT for other events')
    .option('--lines', 'a payload a line on stdin, a verdict a line on stdout, until stdin ends')
    .option('--explain', 'show each rule that matched, those that came near, and how many did not')
    .option('--dry-run', 'start nothing, write nothing')
    .option('--json', 'print the verdict as JSON; default when stdout is not a terminal')
    .option(
      '--log-level <level>',
      'what is logged on stderr: quiet, info (default) or debug: every rule with its time',
    )
    .addHelpText('after', '\nExit code: 0 proceed, 2 denied or stopped, 3 ask, 1 no decision could be made')
}
