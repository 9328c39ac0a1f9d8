// Command patterns over the commands that a call would run: yes, no or maybe, each command by itself.
import {
  type StageQuestion,
  type MatchState,
  both,
  matchStage,
  either,
  type CommandQuestion,
} from './command-stage.ts'
import { type CommandStage, commandWords } from './command-words.ts'
import { hasRequiredLiteral, matchesItem } from '../pattern.ts'
import { mustSpend } from '../work.ts'
import type { CommandFact, PatternItem } from '../../model/types.ts'

/** A command, a pipeline, or a regex over a command's text. */
export interface CommandItem {
  readonly text: string
  readonly stages: readonly CommandStage[]
  /** Another way to write it, which is not meant where meeting it lets go. */
  readonly isLoose?: true
  readonly regex?: PatternItem
  /** One of these stands in the texts of every command that it matches; absent: that cannot be said. */
  readonly literals?: readonly string[]
  /** The same for commands of which only the program is known. */
  readonly program?: string
  /** Of a regex that begins with the program: what that may be called. */
  readonly programs?: readonly string[]
}

export interface CommandPattern {
  readonly yes: readonly CommandItem[]
  readonly no: readonly CommandItem[]
}

const texts = new WeakMap<CommandFact, string>()

/** The command's words, decoded. */
export function commandText(command: CommandFact): string {
  const known = texts.get(command)
  if (known !== undefined) return known
  const made = command.argv.join(' ')
  texts.set(command, made)
  return made
}

const CHARACTERS_PER_STEP = 500

function matchRegex(
  { regex: item, programs }: CommandItem & { readonly regex: PatternItem },
  command: CommandFact,
  linear: CommandQuestion['linear'],
): MatchState {
  const text = commandText(command)
  mustSpend(text.length / CHARACTERS_PER_STEP)
  try {
    if (matchesItem(item, text, linear)) return 'yes'
  } catch {
    return 'maybe'
  }
  if (command.program !== '' && programs?.includes(command.program) === false) return 'no'
  const isOpen = command.program === '' || (command.open?.length ?? 0) > 0
  return isOpen && hasRequiredLiteral(item, text) ? 'maybe' : 'no'
}

/** How a command meets an item, and the places of the commands that are meant. */
interface PipelineMatch {
  readonly is: MatchState
  readonly places: readonly number[]
}

const noMatch: PipelineMatch = { is: 'no', places: [] }

/** How a command meets an item that is no pipeline. */
function matchSingle(item: CommandItem, command: CommandFact, asking: StageQuestion): MatchState {
  const { regex } = item
  if (regex !== undefined) return matchRegex({ ...item, regex }, command, asking.linear)
  const stage = item.stages[0]
  return stage === undefined ? 'no' : matchStage(stage, command, asking)
}

const COMMANDS_PER_STEP = 4

/** How each command meets an item; of most, which stand alone, no list is made. */
function matchItem(item: CommandItem, { met, commands, question }: CommandMatching): void {
  const { stages } = item
  if (item.isLoose === true && question.exact) return
  mustSpend((commands.length * stages.length ** 2) / COMMANDS_PER_STEP)
  if (stages.length > 1) {
    for (const { is, places } of matchPipeline(stages, commands, question))
      for (const place of question.strict ? places : places.slice(-1))
        met[place] = either(met[place] ?? 'no', is)
    return
  }
  const asking = { ...question, inPipeline: false }
  for (let at = 0; at < commands.length; at++) {
    const command = commands[at]
    if (command !== undefined && !isOnlyHelp(item, command, question))
      met[at] = either(met[at] ?? 'no', matchSingle(item, command, asking))
  }
}

/** `git push --help` pushes nothing: it is meant only where the pattern says so. An allow need not. */
function isOnlyHelp({ text }: CommandItem, command: CommandFact, { look, strict }: CommandQuestion): boolean {
  return (
    !strict &&
    helpOption.test(commandText(command)) &&
    !/^\*|--help|--version| -h\b/.test(text) &&
    command.open === undefined &&
    Object.keys(command.assignments).length === 0 &&
    commandWords(command, look).help === true
  )
}

/** In the text, which may find one within a word: the words are read after it. */
const helpOption = / (?:--help|--version|-h)(?= |$)/

interface CommandMatching {
  readonly met: MatchState[]
  readonly commands: readonly CommandFact[]
  readonly question: CommandQuestion
}

/** The last stage is a command, those before it stand before it in the same pipeline, others between them. */
function matchPipeline(
  stages: readonly CommandStage[],
  commands: readonly CommandFact[],
  question: CommandQuestion,
): readonly PipelineMatch[] {
  const asking = { ...question, inPipeline: true }
  const open = new Map<number, PipelineMatch[]>()
  return commands.map((command, place) => {
    // The best way to each stage so far.
    const ways = open.get(command.pipeline) ?? stages.map(() => noMatch)
    open.set(command.pipeline, ways)
    let whole = noMatch
    for (let at = stages.length - 1; at >= 0; at--) {
      const before: PipelineMatch = at === 0 ? { is: 'yes', places: [] } : (ways[at - 1] ?? noMatch)
      const stage = stages[at]
      if (before.is === 'no' || stage === undefined) continue
      const is = both(before.is, matchStage(stage, command, asking))
      if (is === 'no') continue
      const way = { is, places: [...before.places, place] }
      if (at === stages.length - 1) whole = way
      const best = ways[at]?.is ?? 'no'
      if (best !== is && either(best, is) === is) ways[at] = way
    }
    return whole
  })
}

/** How each command of a call meets a pattern: some item of it, and none that is excluded. */
export function matchCommands(
  pattern: CommandPattern,
  commands: readonly CommandFact[],
  question: CommandQuestion,
): readonly MatchState[] {
  const met: MatchState[] = commands.map(() => (pattern.yes.length === 0 ? 'yes' : 'no'))
  for (const item of pattern.yes) matchItem(item, { met, commands, question })
  if (pattern.no.length === 0 || met.every((is) => is === 'no')) return met
  const out: MatchState[] = commands.map(() => 'no')
  for (const item of pattern.no)
    matchItem(item, { met: out, commands, question: { ...question, strict: false, exact: !question.exact } })
  return met.map((is, at) => both(is, opposite(out[at] ?? 'no')))
}

function opposite(is: MatchState): MatchState {
  return is === 'yes' ? 'no' : is === 'no' ? 'yes' : is
}
