import { withSubcommands, type OptionDescription, quoted, type CommandDescription } from './description.ts'

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
${verbs.flatMap(valueCases).join('\n')}
  esac
  case "$verb" in
${verbs.map(wordCase).join('\n')}
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

function valueCases({ path, options }: CommandDescription): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, values }) => {
      const patterns = names.map((name) => quoted(`${path} ${name}`)).join(' | ')
      const add = values.length === 0 ? '_files' : `compadd -- ${values.map(quoted).join(' ')}`
      return `    ${patterns}) ${add}; return ;;`
    })
}

function wordCase({ path, options, verbs, values }: CommandDescription): string {
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
