// Everything but `hooks run`: the verbs that a person types.
import path from 'node:path'
import { type Argument, Command, CommanderError, Option } from 'commander'
import { install, type InstallEffects, type InstallRequest, type Report } from './install.ts'
import { findHere } from './shared/compile-here.ts'
import { list, type ListOptions } from './list.ts'
import { schema, type SchemaOptions } from './schema.ts'
import { skills } from './skills.ts'
import { tokens } from './tokens.ts'
import { uninstall } from './uninstall.ts'
import { validate, type ValidateOptions } from './validate.ts'
import { addExplain } from './verbs/explain.ts'
import { addCompletion } from './verbs/completion.ts'
import { addRecipe } from './verbs/recipe.ts'
import { addLive } from './verbs/live.ts'
import { addInit } from './verbs/init.ts'
import { addTest } from './verbs/test.ts'
import { addTrust } from './verbs/trust.ts'
import { nearest } from '../config/check/diagnostics/similar.ts'
import { diagnosticFormats } from '../config/check/diagnostics/formats.ts'
import { events } from '../model/events.ts'
import type { Host } from '../run/host.ts'
import { createInstallFiles } from '../agents/shared/install-files.ts'
import { wantsColour } from './print/paint.ts'

const USAGE = 1
/** Where 1 would say that the files have problems. */
const CHECK_USAGE = 2

export { replay } from './replay.ts'

/** Runs the verb of the command line. Resolves to the exit code. */
export async function main(host: Host): Promise<number> {
  const argv = host.argv.filter((word) => word !== '--no-color')
  if (argv.length === 0) return welcome(host)
  const done = { exit: 0 }
  const program = createProgram(host, (exit) => void (done.exit = exit))
  const problem = unknownVerb(argv, program)
  if (problem !== undefined) {
    host.err(`hooks: ${problem}\n`)
    return USAGE
  }
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return done.exit
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    return argv[0] === 'validate' || argv[0] === 'test' ? CHECK_USAGE : USAGE
  }
}

/** Whoever asks for the help of a verb that there is not is told so, instead of about all others. */
function unknownVerb([help, asked]: readonly string[], { commands }: Command): string | undefined {
  const names = commands.map((command) => command.name())
  if (help !== 'help' || asked === undefined || asked.startsWith('-') || [...names, 'help'].includes(asked))
    return undefined
  const meant = nearest(asked, names)
  return `there is no verb "${asked}"${meant === undefined ? '' : `; did you mean ${meant}?`}\n(hooks --help lists what there is)`
}

function welcome(host: Host): number {
  host.out(
    [
      `hooks ${host.version}: one hooks.yaml of rules for every AI agent`,
      '',
      '  hooks init                 write a first hooks.yaml for this project',
      '  hooks test                 play the examples beside its rules',
      "  hooks explain 'git push'   what a call would do, and what the rules make of it",
      '  hooks install claude-code  make Claude Code ask them',
      '  hooks --help               everything else',
      '',
    ].join('\n'),
  )
  return 0
}

type Exit = (code: number) => void

/** As the framework hands options over: a switch that was not given is absent. */
type Given<T> = { readonly [K in keyof T]: T[K] extends boolean ? true | undefined : T[K] }

function createProgram(host: Host, exit: Exit): Command {
  const program = new Command('hooks')
    .description('One hooks.yaml of rules for every AI agent.')
    .version(host.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpCommand(
      new Command('help')
        .argument('[verb]', 'the verb')
        .description('print the help of a verb')
        .helpGroup('More:'),
    )
    .option('--no-color', 'print without colour, as with NO_COLOR=1')
    .showHelpAfterError('(hooks --help lists what there is)')
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
      subcommandTerm: (verb) => [verb.name(), ...verb.registeredArguments.map(termOf)].join(' '),
    })
    .usage('<verb> [options]')
    .addHelpText('after', '\nhooks <verb> --help tells more.')
    .exitOverride()
  addInit(program, host, exit)
  addWrite(program, host, exit)
  addTest(program, host, exit)
  addExplain(program, host, exit)
  addLive(program, host, exit)
  addSetUp(program, host, exit)
  addTrust(program, host, exit)
  addMore(program, host, exit)
  addRecipe(program, host, exit)
  addCompletion(program, host, exit)
  return program
}

function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function addWrite(program: Command, host: Host, exit: Exit): void {
  program
    .command('validate')
    .helpGroup('Write:')
    .description('check hooks.yaml: every problem at once, each with its place and how to mend it')
    .argument('[files...]', 'files to check, each by itself; else all that hold here')
    .addOption(
      new Option('--format <format>', 'how problems are printed')
        .choices([...diagnosticFormats])
        .default('pretty'),
    )
    .option('--strict', 'warnings fail, too')
    .option('--agent <name>', 'also list what this agent cannot be told of what the rules say')
    .option('--watch', 'check again whenever a file changes')
    .addHelpText('after', '\nExit code: 0 fine, 1 problems, 2 a file could not be read')
    .action(async (files: string[], options: Given<ValidateOptions>) => {
      exit(
        await validate(host, files, {
          ...options,
          strict: options.strict === true,
          watch: options.watch === true,
        }),
      )
    })
}

function addSetUp(program: Command, host: Host, exit: Exit): void {
  const verbs = [
    {
      name: 'install',
      says: 'make an agent ask the rules at every event; doing it again changes nothing',
      work: install,
    },
    { name: 'uninstall', says: 'take back exactly what install wrote', work: uninstall },
  ]
  for (const { name, says, work } of verbs) {
    program
      .command(name)
      .helpGroup('Set up:')
      .description(says)
      .argument('[agent]', 'the agent', 'claude-code')
      .option('--user', 'for you, in every project')
      .option('--local', 'for you, in this project (default)')
      .addOption(
        new Option('--project', 'for everybody who works on this project').conflicts(['user', 'local']),
      )
      .option('--dry-run', 'print what would change, write nothing')
      .action((agent: string, options: SetUpOptions) =>
        exit(report(host, work(requestOf(agent, options), effectsOf(host)))),
      )
  }
}

interface SetUpOptions {
  readonly user?: boolean
  readonly project?: boolean
  readonly dryRun?: boolean
}

function requestOf(agent: string, { user, project, dryRun }: SetUpOptions): InstallRequest {
  return {
    agent,
    scope: user === true ? 'user' : project === true ? 'project' : 'local',
    dry_run: dryRun === true,
  }
}

function effectsOf(host: Host): InstallEffects {
  const { root, dirs } = findHere(host)
  const bin = path.join(host.packageDir, 'dist', 'bin.cjs')
  return { files: createInstallFiles(), env: host.env, home: dirs.home, root, node: host.node, bin }
}

function report(host: Host, { out, err, exit }: Report): number {
  host.out(out)
  host.err(err)
  return exit
}

function addMore(program: Command, host: Host, exit: Exit): void {
  describeRun(program)
  program.command('version', { hidden: true }).action(() => host.out(`${host.version}\n`))
  program
    .command('list')
    .helpGroup('More:')
    .description('print the rules in force, in the order they are asked')
    .option('--json', 'print the compiled plan; the same files give the same bytes')
    .option('--event <name>', `only the rules of one event, such as ${Object.keys(events)[2]}`)
    .option('--stack <name>', 'the layers of a stack for agents of your own, outermost first: default')
    .action((options: Given<ListOptions>) => exit(list(host, { ...options, json: options.json === true })))
  program
    .command('schema')
    .helpGroup('More:')
    .description('print the JSON schema of hooks.yaml, for editors, or of what scripts read and answer')
    .option('--payload <event>', 'of what a script reads on stdin at this event')
    .option('--reply', 'of what a script may answer on stdout')
    .action((options: SchemaOptions) => exit(schema(host, options)))
  program
    .command('skills')
    .helpGroup('More:')
    .description('print the skills that rules with "use: skills" know')
    .option('--json', 'print them as JSON')
    .action((options: { json?: true }) => exit(skills(host, options.json === true)))
  program
    .command('tokens')
    .helpGroup('More:')
    .description('estimate the tokens of a text or a conversation, as the rules do')
    .argument('[text...]', 'a file, a text, or - for stdin')
    .action(async (words: string[]) => exit(await tokens(host, words)))
}

/** `hooks run` itself starts without any of this; here it is only described. */
function describeRun(program: Command): void {
  program
    .command('run')
    .helpGroup('More:')
    .description('decide over one event: what an agent calls; by hand, replay a recorded payload and watch')
    .argument('[payload]', 'a JSON file; - or nothing: stdin')
    .option('--agent <name>', "speak this agent's protocol exactly, exit code included")
    .option('--from <name>', 'who sent the payload, when it does not tell by itself')
    .option('--as <name>', 'show how this agent would be answered')
    .option('--config <file>', "use this file instead of the project's own; may be given again")
    .option('--root <dir>', 'the project; else the one of the working directory')
    .option('--last', 'the last call an agent made here; --last=EVENT for others')
    .option('--explain', 'every rule: what matched, or the first condition that did not')
    .option('--dry-run', 'start nothing, write nothing')
    .option('--json', 'print the verdict as JSON, as it is when stdout is no terminal')
    .option(
      '--log-level <level>',
      'what is told on stderr: quiet, info (default) or debug: every rule with its time',
    )
    .addHelpText('after', '\nExit code: 0 go on, 2 denied or stopped, 3 ask, 1 it could not be decided')
}
