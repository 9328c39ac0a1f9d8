import { type OptionDescription, type CommandDescription } from './description.ts'

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
