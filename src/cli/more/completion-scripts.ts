// Commands and options for completion, read from commander.
import type { Argument, Command, Option } from 'commander'
import { quoted } from '../page/page.ts'

/** A command, or the program with its commands. */
interface CommandDescription {
  /** Without the program: `recipe list`; empty for the program. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly options: readonly OptionDescription[]
  readonly verbs: readonly CommandDescription[]
  /** Values of its first argument; none: files. */
  readonly values: readonly string[]
}

interface OptionDescription {
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
function withSubcommands(verb: CommandDescription): readonly CommandDescription[] {
  return [verb, ...verb.verbs.flatMap(withSubcommands)]
}

/** What a shell adds behind each option that takes a value. */
function valueCases(
  { path, options }: CommandDescription,
  add: (values: readonly string[]) => string,
): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, values }) => {
      const patterns = names.map((name) => quoted(`${path} ${name}`)).join(' | ')
      return `    ${patterns}) ${add(values)}return ;;`
    })
}

/** For bash 3.2 and newer; readline completes files where no values are known. */
export function bashCompletion(program: CommandDescription, names: readonly string[]): string {
  const verbs = withSubcommands(program)
  const below = verbs.filter(({ path }) => path !== '')
  return `# bash completion for ${program.name}: eval "$(${program.name} completion bash)"
_${program.name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} verb='' words='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$verb \${COMP_WORDS[i]}" in
      ${below.map(({ path }) => quoted(path.includes(' ') ? path : ` ${path}`)).join(' | ')})
        verb="\${verb:+$verb }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$verb $before" in
${verbs.flatMap((verb) => valueCases(verb, addInBash)).join('\n')}
  esac
  case "$verb" in
${verbs.map(wordsInBash).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _${program.name} ${names.join(' ')}
`
}

function addInBash(values: readonly string[]): string {
  return values.length === 0 ? '' : `COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$current")); `
}

/** Options only behind a dash, so that files stay within reach. */
function wordsInBash({ path, options, verbs, values }: CommandDescription): string {
  const flags = options.flatMap(({ names }) => names).join(' ')
  const words = [...verbs.map(({ name }) => name), ...values].join(' ')
  return `    ${quoted(path)}) [[ $current == -* ]] && words=${quoted(flags)} || words=${quoted(words)} ;;`
}

/** To be sourced, or saved as hooks.fish in fish's completions. */
export function fishCompletion(program: CommandDescription, names: readonly string[]): string {
  const lines = names.flatMap((name) => [
    ...optionLines(name, program, '__fish_use_subcommand'),
    ...verbLines(name, program, '__fish_use_subcommand'),
    ...program.verbs.flatMap((verb) => belowLines(name, verb)),
  ])
  return `# fish completion for ${program.name}: ${program.name} completion fish | source\n${lines.join('\n')}\n`
}

function belowLines(name: string, verb: CommandDescription): readonly string[] {
  const seen = `__fish_seen_subcommand_from ${verb.name}`
  if (verb.verbs.length === 0) return [...optionLines(name, verb, seen), ...valueLines(name, verb, seen)]
  const choices = verb.verbs.map((each) => each.name).join(' ')
  const first = `${seen}; and not __fish_seen_subcommand_from ${choices}`
  return [
    ...optionLines(name, verb, first),
    ...verbLines(name, verb, first),
    ...verb.verbs.flatMap((each) => {
      const both = `${seen}; and __fish_seen_subcommand_from ${each.name}`
      return [...optionLines(name, each, both), ...valueLines(name, each, both)]
    }),
  ]
}

function verbLines(name: string, { verbs }: CommandDescription, when: string): readonly string[] {
  return verbs.map(
    (verb) => `complete -c ${name} -n ${q(when)} -f -a ${q(verb.name)} -d ${q(verb.description)}`,
  )
}

function valueLines(name: string, { values }: CommandDescription, when: string): readonly string[] {
  return values.length === 0 ? [] : [`complete -c ${name} -n ${q(when)} -f -a ${q(values.join(' '))}`]
}

function optionLines(name: string, { options }: CommandDescription, when: string): readonly string[] {
  return options.map((flag) => `complete -c ${name} -n ${q(when)}${wordsOf(flag)} -d ${q(flag.description)}`)
}

function wordsOf({ names, takesValue, values }: OptionDescription): string {
  const words = names
    .map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`))
    .join('')
  if (!takesValue) return words
  return values.length === 0 ? `${words} -r` : `${words} -x -a ${q(values.join(' '))}`
}

/** In single quotes fish knows two escapes. */
function q(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** To be sourced, or saved as `_hooks` in a directory of `fpath`. */
export function zshCompletion(program: CommandDescription, names: readonly string[]): string {
  const verbs = withSubcommands(program)
  const below = verbs.filter(({ path }) => path !== '')
  return `#compdef ${names.join(' ')}
# zsh completion for ${program.name}: eval "$(${program.name} completion zsh)"
_${program.name}() {
  local verb='' word
  local -a options verbs values
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$verb $word" in
      ${below
        .map(({ path }) => `(${quoted(path.includes(' ') ? path : ` ${path}`)})`)
        .join(' | ')
        .replaceAll(/[()]/g, '')})
        verb="\${verb:+$verb }$word" ;;
    esac
  done
  case "$verb \${words[CURRENT-1]}" in
${verbs.flatMap((verb) => valueCases(verb, addInZsh)).join('\n')}
  esac
  case "$verb" in
${verbs.map(wordsInZsh).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#verbs )); then
    _describe verb verbs
  elif (( $#values )); then
    compadd -a values
  else
    _files
  fi
}
if [[ $funcstack[1] == _${program.name} ]]; then
  _${program.name} "$@"
else
  compdef _${program.name} ${names.join(' ')}
fi
`
}

function addInZsh(values: readonly string[]): string {
  return values.length === 0 ? '_files; ' : `compadd -- ${values.map(quoted).join(' ')}; `
}

function wordsInZsh({ path, options, verbs, values }: CommandDescription): string {
  const flags = options.flatMap(described)
  const named = verbs.map(({ name, description }) => item(name, description))
  return `    ${quoted(path)})
      options=(${flags.join(' ')})
      verbs=(${named.join(' ')})
      values=(${values.map(quoted).join(' ')}) ;;`
}

function described({ names, description }: OptionDescription): readonly string[] {
  return names.map((name) => item(name, description))
}

/** A colon separates the word from its description. */
function item(word: string, description: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${description}`)
}
