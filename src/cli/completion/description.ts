// Commands and options for completion, read from commander.
import type { Argument, Command, Option } from 'commander'

/** A command, or the program with its commands. */
export interface CommandDescription {
  /** Without the program: `recipe list`; empty for the program. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly options: readonly OptionDescription[]
  readonly verbs: readonly CommandDescription[]
  /** Values of its first argument; none: files. */
  readonly values: readonly string[]
}

export interface OptionDescription {
  /** `--format`, and `-h` where there is one. */
  readonly names: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  /** Its values; none: files. */
  readonly values: readonly string[]
}

/** Values by the name of their option or argument. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

export function describeCommand(
  command: Command,
  known: KnownValues,
  path: readonly string[] = [],
): CommandDescription {
  const help = command.createHelp()
  const verbs = help
    .visibleCommands(command)
    .map((each) => describeCommand(each, known, [...path, each.name()]))
  const [argument] = command.registeredArguments
  return {
    path: path.join(' '),
    name: command.name(),
    description: command.description(),
    options: help.visibleOptions(command).map((option) => describeOption(option, known)),
    verbs,
    values: argument === undefined ? [] : valuesOf(argument, known[argument.name()]),
  }
}

function describeOption(option: Option, known: KnownValues): OptionDescription {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null)
  const takesValue = option.required || option.optional
  return {
    names,
    description: option.description,
    takesValue,
    values: valuesOf(option, known[option.attributeName()]),
  }
}

function valuesOf(
  { argChoices }: Option | Argument,
  known: readonly string[] | undefined,
): readonly string[] {
  return argChoices ?? known ?? []
}

/** A command and everything below it. */
export function withSubcommands(verb: CommandDescription): readonly CommandDescription[] {
  return [verb, ...verb.verbs.flatMap(withSubcommands)]
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
