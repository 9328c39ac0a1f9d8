import { bashCall } from './shared/examples.ts'
import {
  type CommandItem,
  type CommandPattern,
  commandText,
  matchCommands,
} from '../patterns/commands/command-pattern.ts'
import { callEvents, asSentences, unresolvedMatch } from './shared/fact-matcher.ts'
import { describePattern } from '../patterns/pattern.ts'
import type {
  CommandFact,
  CompileContext,
  Engines,
  Match,
  Matcher,
  PartFacts,
  Subject,
  Test,
} from '../model/types.ts'

type LoadLinear = Engines['linear']

/** Harmless commands that an allow need not name. */
const harmless = new Set(['cd', 'pushd', 'popd', 'true', ':'])

export const command: Matcher<CommandPattern> = {
  key: 'command',
  summary: 'a command pattern, against each command that the call would run, wrappers taken off',
  takes: 'commands',
  domain: 'commands',
  needs: 'facts',
  facts: ['commands'],
  events: callEvents,
  examples: [
    { pattern: 'git push --force', event: bashCall('cd api && git push -f origin main'), is: 'yes' },
    { pattern: 'git push --force', event: bashCall('git push --force-with-lease'), is: 'no' },
    { pattern: ['rm -r *', '!rm -r node_modules'], event: bashCall('rm -rf node_modules'), is: 'no' },
    { pattern: 'curl | sh', event: bashCall('curl https://shop.example/x.sh | sudo bash'), is: 'yes' },
    { pattern: '/terraform (apply|destroy)/', event: bashCall('terraform destroy -auto-approve'), is: 'yes' },
    { pattern: 'npm publish', event: bashCall('$CMD publish'), is: 'maybe' },
    { pattern: ['npm publish', '!npm publish --dry-run'], event: bashCall('npm publish $FILE'), is: 'yes' },
  ],
  literals: ({ yes }) => {
    const found = yes.flatMap(({ literals = [] }) => literals)
    return yes.length > 0 && yes.every(({ literals }) => literals !== undefined) ? found : 'any'
  },
  programs: ({ yes }) => {
    // Of a regex without a program, the literals count.
    const found = yes.map(({ program, programs, regex }) =>
      regex === undefined
        ? [program ?? ''].filter((text) => text !== '')
        : (programs?.map((name) => ` ${name} `) ?? regex.literals ?? []),
    )
    return found.every(({ length }) => length > 0) ? found.flat() : 'any'
  },
  ofPipeline: ({ yes }) => yes.some(isPipeline),
  compile(pattern, context) {
    const wanted = describePattern(pattern)
    return context.quantifier === 'every'
      ? everyCommand(pattern, wanted, context.linear)
      : someCommand(pattern, wanted, context)
  },
}

function bindTo(commands: readonly CommandFact[]): Pick<Match, 'bind'> {
  return { bind: { command: commands.map(commandText).join(', ') } }
}

function pipelineText({ pipeline }: CommandFact, commands: readonly CommandFact[]): string {
  return commands
    .filter((each) => each.pipeline === pipeline)
    .map(commandText)
    .join(' | ')
}

function adviceFor({ argv, open = [] }: CommandFact): string {
  const words = new Set(open.map((at) => argv[at] ?? ''))
  const named = [...words].filter((word) => word !== '…' && word !== '')
  if (named.length > 0) return `: write ${named.join(' and ')} out`
  return words.has('…') ? ': print the words that are added to it, then write them out' : ''
}

/** What a command could be, by the patterns of which somebody can read the text; where only an exception is in doubt, what cannot be known. */
function describeDoubt(
  { yes }: CommandPattern,
  command: CommandFact,
  mayMeet: (item: CommandItem) => boolean,
): string {
  const text = commandText(command)
  const meant = yes.filter(mayMeet)
  const named = meant.filter(({ regex }) => regex === undefined)
  const unknown = (command.open ?? []).map((at) => command.argv[at] ?? '').join(' and ')
  return meant.length === 0 && unknown !== ''
    ? `${unknown} in "${text}" cannot be known before it runs`
    : `${text === '' ? 'an empty name' : text} could be ${describePattern({ yes: named.length === 0 ? meant : named, no: [] })}`
}

const isPipeline = ({ stages }: CommandItem): boolean => stages.length > 1

/** Of a pipeline by itself, only the patterns of pipelines are asked. */
function askedOf(pattern: CommandPattern, { pipeline }: PartFacts): CommandPattern {
  return pipeline === true ? { ...pattern, yes: pattern.yes.filter(isPipeline) } : pattern
}

/** What excuses a command may be the pipeline that it stands in. */
function commandsOf(subject: Subject, withPipeline: boolean): readonly CommandFact[] {
  const { call } = subject
  const { commands } = subject.facts()
  if (call === undefined || !withPipeline) return commands
  return call.facts().commands.filter(({ pipeline }) => commands.some((each) => each.pipeline === pipeline))
}

function someCommand(pattern: CommandPattern, wanted: string, { quantifier, linear }: CompileContext): Test {
  const differs: Match = { is: 'no', why: `no command is ${wanted}` }
  const absent: Match = { is: 'no', why: 'the call runs no command' }
  const hasPipes = pattern.yes.some(isPipeline)
  return (subject) => {
    const commands = commandsOf(subject, hasPipes && quantifier === 'unless')
    const asking = { look: subject.look, strict: false, linear, exact: quantifier !== 'some' }
    const met = matchCommands(askedOf(pattern, subject.facts()), commands, asking)
    const yes = commands.find((_, at) => met[at] === 'yes')
    if (yes !== undefined) {
      const command = hasPipes ? pipelineText(yes, commands) : commandText(yes)
      return { is: 'yes', bind: { command }, why: `it runs ${command}` }
    }
    const maybe = commands.find(({ from }, at) => met[at] === 'maybe' && from === undefined)
    if (maybe !== undefined) {
      // That nobody knows what runs is said once, not by every rule in its own words.
      const unnamed = maybe.program === '' ? unresolvedMatch(subject, ['commands']) : undefined
      if (unnamed !== undefined) return { ...unnamed, ...bindTo([maybe]) }
      const at = commands.indexOf(maybe)
      const mayMeet = (item: CommandItem) =>
        matchCommands({ yes: [item], no: [] }, commands, asking)[at] === 'maybe'
      const why = describeDoubt(pattern, maybe, mayMeet) + adviceFor(maybe)
      return { is: 'maybe', ...bindTo([maybe]), why, unknown: asSentences(why) }
    }
    return unresolvedMatch(subject, ['commands']) ?? (commands.length === 0 ? absent : differs)
  }
}

function everyCommand(pattern: CommandPattern, wanted: string, linear: LoadLinear): Test {
  const absent: Match = { is: 'no', why: 'the call runs no command' }
  return (subject) => {
    const { commands } = subject.facts()
    const met = matchCommands(pattern, commands, { look: subject.look, strict: true, exact: true, linear })
    const asked = commands.filter(({ program }) => !harmless.has(program))
    if (asked.length === 0) return absent
    const isNamed = (at: number): boolean => {
      if (met[at] === 'yes') return true
      const runner = runnerOf(commands, at, subject)
      return runner !== undefined && isNamed(runner)
    }
    const other = asked.find((each) => !isNamed(commands.indexOf(each)))
    if (other !== undefined) return { is: 'no', why: `${commandText(other)} is not ${wanted}` }
    return { is: 'yes', ...bindTo(asked), why: `all it runs is ${asked.map(commandText).join(', ')}` }
  }
}

/** Cmdlets of PowerShell, which mean another command; those that run what they are given do not. */
const cmdlet = /^(?!Start-Process|Invoke-)[A-Z][A-Za-z]+-[A-Z]\w*$/
const scriptRunners = new Set(['npm', 'pnpm', 'yarn', 'bun'])
/** Subcommands that run a given command, not a script of the project. */
const execSubcommands = new Set(['exec', 'x', 'dlx', 'node'])

/** The command whose project script runs this one; allowing it allows what it runs. */
function runnerOf(commands: readonly CommandFact[], at: number, { look }: Subject): number | undefined {
  const around = commands[at]?.wrappers ?? []
  const place = commands.findLastIndex(
    ({ program, wrappers }, each) =>
      each < at && program === around.at(-1) && wrappers.join('\0') === around.slice(0, -1).join('\0'),
  )
  const runner = commands[place]
  if (runner === undefined) return undefined
  if (cmdlet.test(runner.program)) return place
  const isScript = scriptRunners.has(runner.program)
    ? !execSubcommands.has(look?.words(runner.argv).path[1] ?? 'exec')
    : commands[at]?.from !== undefined || runner.argv[0]?.includes('/') === true
  return isScript ? place : undefined
}
