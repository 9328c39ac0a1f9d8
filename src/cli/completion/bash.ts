import { withSubcommands, quoted, type CommandDescription } from './description.ts'

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
${verbs.flatMap(valueCases).join('\n')}
  esac
  case "$verb" in
${verbs.map(wordCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _${program.name} ${names.join(' ')}
`
}

function valueCases({ path, options }: CommandDescription): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, values }) => {
      const patterns = names.map((name) => quoted(`${path} ${name}`)).join(' | ')
      const reply =
        values.length === 0 ? '' : `COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$current")); `
      return `    ${patterns}) ${reply}return ;;`
    })
}

/** Options only behind a dash, so that files stay within reach. */
function wordCase({ path, options, verbs, values }: CommandDescription): string {
  const flags = options.flatMap(({ names }) => names).join(' ')
  const words = [...verbs.map(({ name }) => name), ...values].join(' ')
  return `    ${quoted(path)}) [[ $current == -* ]] && words=${quoted(flags)} || words=${quoted(words)} ;;`
}
