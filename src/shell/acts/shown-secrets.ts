// Which call shows a secret that a manager, a cloud or a platform keeps.
import { AND } from '../../patterns/literal.ts'

const nouns =
  'secret credential token password passwd keyvault keychain appsettings connection-string config-vars user-secrets'
/** Things that are secrets where a service keeps them. */
const keptNouns = 'env item document version kv config-var'
const verbs =
  'get show read reveal print view export access pull download decrypt dump get-value lookup fill fetch'
const managers =
  'sops ansible-vault vault pass gopass rbw lpass keyring chamber keyctl doppler infisical secret-tool dotenvx dotenv berglas akeyless conjur teller op bw'

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const isNoun = listOf(nouns)
const isKeptNoun = listOf(keptNouns)
const shows = listOf(verbs)
const isManager = listOf(managers)
/** `get-secret-value`, `--export-secret-keys`, `find-generic-password`, `assume-role` */
const compound =
  /^(?:--)?(?:get|show|read|reveal|print|view|export|fetch|retrieve|dump|find|create|assume)-(?:\w+-)*(?:secret(?:-value|-keys|-subkeys)?|tokens?|credentials?|passwords?|keychain|role)$/
const others = /^(?:-d|-p|--decrypt|edit|env|pipe|token)$/
/** What the act is done to. */
export const SECRET = 'a secret'

/** They speak of words, or of environments that are no secrets. */
const speaksOfWords =
  /^(?:grep|rg|echo|printf|man|cat|ls|make|conda|mamba|micromamba|hatch|poetry|pipenv|pyenv|uv|go)$/
/** What prints it only to log in with it. */
const passedOn = /^get-login-password$/

interface ShownCall {
  readonly program: string
  readonly words: readonly string[]
  readonly isService: boolean
}

export function showsSecret({ program, words, isService }: ShownCall): boolean {
  if (speaksOfWords.test(program) || words.some((word) => passedOn.test(word))) return false
  if (words.some((word) => compound.test(word))) return true
  const own = words.flatMap((word) => (/^-|[\s/=.]/.test(word) ? [] : word.split(':')))
  const isKept = isService || isManager.has(program)
  const isShown = own.some((word, at) => {
    const one = word.replace(/s$/, '')
    const isThing =
      isNoun.has(word) || isNoun.has(one) || (isKept && (isKeptNoun.has(word) || isKeptNoun.has(one)))
    return isThing && shows.has(own[at + 1] ?? '')
  })
  if (isShown || !isManager.has(program)) return isShown
  const asked = own.find((word) => word !== 'kv') ?? ''
  return shows.has(asked) || others.test(asked) || others.test(words[0] ?? '')
}

/** `get_secret_value` of a server, and not `list_secrets`. */
export function toolShowsSecret(pieces: readonly string[]): boolean {
  const said = pieces.join('_')
  return (
    pieces.some((piece) => shows.has(piece)) &&
    /(?:secret|credential|password|api_?key)/.test(said) &&
    !/list|metadata|names/.test(said)
  )
}

/** Texts of which one stands in each call that shows a secret. */
export const secretWords: readonly string[] = [
  ...'apikey api_key api-key secret credential token passw keyvault keychain appsettings connection-string config-vars assume-role'.split(
    ' ',
  ),
  ...managers.split(' ').map((name) => (name.length > 4 ? name : ` ${name} `)),
  ...keptNouns
    .split(' ')
    .flatMap((noun) =>
      verbs
        .split(' ')
        .flatMap((verb) =>
          noun.length + verb.length > 6 ? [noun + AND + verb] : [`${noun} ${verb}`, `${noun}:${verb}`],
        ),
    ),
]
