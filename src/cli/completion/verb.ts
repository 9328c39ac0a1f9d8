// What can be completed, read from the program itself.
import type { Argument, Command, Option } from 'commander'

/** A verb, or the program with its verbs. */
export interface Verb {
  /** Its words, without the program: `recipe list`; empty for the program. */
  readonly path: string
  readonly name: string
  readonly says: string
  readonly options: readonly Flag[]
  readonly verbs: readonly Verb[]
  /** What its first argument can be, where that is known; else files. */
  readonly values: readonly string[]
}

export interface Flag {
  /** `--format`, and `-h` where there is one. */
  readonly names: readonly string[]
  readonly says: string
  readonly takes: 'nothing' | 'value'
  /** What its value can be, where that is known; else files. */
  readonly values: readonly string[]
}

/** Values by the name of the option or argument that takes them. */
export type Known = Readonly<Record<string, readonly string[]>>

export function verbOf(command: Command, known: Known, path: readonly string[] = []): Verb {
  const help = command.createHelp()
  const verbs = help.visibleCommands(command).map((each) => verbOf(each, known, [...path, each.name()]))
  const [argument] = command.registeredArguments
  return {
    path: path.join(' '),
    name: command.name(),
    says: command.description(),
    options: help.visibleOptions(command).map((option) => flagOf(option, known)),
    verbs,
    values: argument === undefined ? [] : valuesOf(argument, known[argument.name()]),
  }
}

function flagOf(option: Option, known: Known): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null)
  const takes = option.required || option.optional ? 'value' : 'nothing'
  return { names, says: option.description, takes, values: valuesOf(option, known[option.attributeName()]) }
}

function valuesOf(
  { argChoices }: Option | Argument,
  known: readonly string[] | undefined,
): readonly string[] {
  return argChoices ?? known ?? []
}

/** A verb and all below it. */
export function allVerbs(verb: Verb): readonly Verb[] {
  return [verb, ...verb.verbs.flatMap(allVerbs)]
}

/** What stands in single quotes for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
