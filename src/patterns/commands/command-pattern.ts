// Command patterns over the commands that a call would run: yes, no or maybe, each command by itself.
import { type Asking, type Is, least, meetsStage, most, type Question } from './command-stage.ts'
import type { CommandStage } from './command-words.ts'
import { couldHold, holds } from '../pattern.ts'
import type { CommandFact, PatternItem } from '../../model/types.ts'

/** A command, a pipeline, or a regex over a command's text. */
export interface CommandItem {
  readonly text: string
  readonly stages: readonly CommandStage[]
  readonly regex?: PatternItem
  /** One of these stands in the texts of every command that it matches; absent: that cannot be said. */
  readonly literals?: readonly string[]
  /** The same for commands of which only the program is known. */
  readonly program?: string
}

export interface CommandPattern {
  readonly yes: readonly CommandItem[]
  readonly no: readonly CommandItem[]
}

/** The command's words, decoded. */
export function commandText({ argv }: CommandFact): string {
  return argv.join(' ')
}

function meetsRegex(item: PatternItem, command: CommandFact, linear: Question['linear']): Is {
  const text = commandText(command)
  try {
    if (holds(item, text, linear)) return 'yes'
  } catch {
    return 'maybe'
  }
  const isOpen = command.program === '' || (command.open?.length ?? 0) > 0
  return isOpen && couldHold(item, text) ? 'maybe' : 'no'
}

/** How a command meets an item, and the places of the commands that are meant. */
interface Met {
  readonly is: Is
  readonly places: readonly number[]
}

const unmet: Met = { is: 'no', places: [] }

/** How a command meets an item that is no pipeline. */
function meetsAlone({ regex, stages }: CommandItem, command: CommandFact, asking: Asking): Is {
  if (regex !== undefined) return meetsRegex(regex, command, asking.linear)
  const stage = stages[0]
  return stage === undefined ? 'no' : meetsStage(stage, command, asking)
}

/** How each command meets an item; of most, which stand alone, no list is made. */
function meetItem(item: CommandItem, { met, commands, question }: Meeting): void {
  const { stages } = item
  if (stages.length > 1) {
    for (const { is, places } of meetsPipeline(stages, commands, question))
      for (const place of question.strict ? places : places.slice(-1))
        met[place] = most(met[place] ?? 'no', is)
    return
  }
  const asking = { ...question, inPipeline: false }
  for (let at = 0; at < commands.length; at++) {
    const command = commands[at]
    if (command !== undefined) met[at] = most(met[at] ?? 'no', meetsAlone(item, command, asking))
  }
}

interface Meeting {
  readonly met: Is[]
  readonly commands: readonly CommandFact[]
  readonly question: Question
}

/** The last stage is a command, those before it stand before it in the same pipeline, others between them. */
function meetsPipeline(
  stages: readonly CommandStage[],
  commands: readonly CommandFact[],
  question: Question,
): readonly Met[] {
  const asking = { ...question, inPipeline: true }
  const open = new Map<number, Met[]>()
  return commands.map((command, place) => {
    // The best way to each stage so far.
    const ways = open.get(command.pipeline) ?? stages.map(() => unmet)
    open.set(command.pipeline, ways)
    let whole = unmet
    for (let at = stages.length - 1; at >= 0; at--) {
      const before: Met = at === 0 ? { is: 'yes', places: [] } : (ways[at - 1] ?? unmet)
      const stage = stages[at]
      if (before.is === 'no' || stage === undefined) continue
      const is = least(before.is, meetsStage(stage, command, asking))
      if (is === 'no') continue
      const way = { is, places: [...before.places, place] }
      if (at === stages.length - 1) whole = way
      const best = ways[at]?.is ?? 'no'
      if (best !== is && most(best, is) === is) ways[at] = way
    }
    return whole
  })
}

/** How each command of a call meets a pattern: some item of it, and none that is excluded. */
export function meetCommands(
  pattern: CommandPattern,
  commands: readonly CommandFact[],
  question: Question,
): readonly Is[] {
  const met: Is[] = commands.map(() => (pattern.yes.length === 0 ? 'yes' : 'no'))
  for (const item of pattern.yes) meetItem(item, { met, commands, question })
  if (pattern.no.length === 0 || met.every((is) => is === 'no')) return met
  const out: Is[] = commands.map(() => 'no')
  for (const item of pattern.no)
    meetItem(item, { met: out, commands, question: { ...question, strict: false, seen: !question.strict } })
  return met.map((is, at) => least(is, opposite(out[at] ?? 'no')))
}

function opposite(is: Is): Is {
  return is === 'yes' ? 'no' : is === 'no' ? 'yes' : is
}
