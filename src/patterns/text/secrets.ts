// What secrets look like: the one table, for what is recorded and for what `redact` changes.
import {
  hideArguments,
  hideInWords,
  mayHoldArgument,
  type HideArguments,
  type TextForms,
} from './command-secrets.ts'
import { joinLines } from './continued-lines.ts'
import { mayHoldSecret } from './secret-hints.ts'

// Functions: most runs look for no secret, and making these texts costs a start.

/** Texts that are a secret wherever they stand. Nothing unbounded is followed by something required, so each takes linear time. */
const tokens = (): readonly string[] => [
  // AWS, Alibaba
  String.raw`(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  String.raw`(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])`,
  // GitHub, GitLab
  String.raw`(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}`,
  String.raw`(?<![A-Za-z0-9])github_pat_\w{20,}`,
  String.raw`(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat)-[\w-]{16,}`,
  // Slack, its webhooks and Discord's
  String.raw`(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10,}`,
  String.raw`(?<![A-Za-z0-9])xapp-\d-[\w-]{10,}`,
  String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[\w+/-]{20,}`,
  String.raw`discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}`,
  // Google
  String.raw`(?<![A-Za-z0-9])AIza[\w-]{35}`,
  String.raw`(?<![A-Za-z0-9])ya29\.[\w-]{20,}`,
  String.raw`(?<![A-Za-z0-9])GOCSPX-[\w-]{20,}`,
  // npm, PyPI, RubyGems, Docker, Hugging Face
  String.raw`(?<![A-Za-z0-9])npm_[A-Za-z0-9]{20,}`,
  String.raw`(?<![A-Za-z0-9])pypi-[\w-]{30,}`,
  String.raw`(?<![A-Za-z0-9])rubygems_[a-f0-9]{40,}`,
  String.raw`(?<![A-Za-z0-9])dckr_pat_[\w-]{20,}`,
  String.raw`(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}`,
  // Stripe and its like, SendGrid, Square, Shopify
  String.raw`(?<![A-Za-z0-9])(?:[sr]k|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}`,
  String.raw`(?<![A-Za-z0-9])SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`(?<![A-Za-z0-9])(?:sq0[a-z]{3}-|EAAA)[\w-]{22,}`,
  String.raw`(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}`,
  // OpenAI, Anthropic and others that follow them; Groq, xAI, Replicate, Perplexity
  String.raw`(?<![A-Za-z0-9])sk-(?=[\w-]{0,60}\d)[\w-]{20,}`,
  String.raw`(?<![A-Za-z0-9])(?:gsk_|xai-|r8_|pplx-)[A-Za-z0-9]{30,}`,
  // Vercel, Netlify, Heroku, DigitalOcean, Databricks, Linear, Notion, Telegram, age, Vault, Atlassian, Grafana
  String.raw`(?<![A-Za-z0-9])(?:vc[pkira]_|nf[pcoub]_|HRKU-|do[opr]_v1_|dapi|lin_api_|ntn_|secret_|hv[sbr]\.|ATATT3|gl(?:c|sa)_)[\w-]{30,}`,
  String.raw`(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{33}(?![\w-])`,
  String.raw`AGE-SECRET-KEY-1[A-Z0-9]{50,}`,
  // Signed tokens and private keys
  String.raw`(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]*){1,4}`,
  String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)`,
]

const word =
  '(?:pass(?:word|wd|phrase)|secret|token(?!s)|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|credential|authorization|_(?:pass|pwd)(?![a-z]))'

const gap = String.raw`(?:\s|\\{1,7}[nrt]){1,8}`
const login = String.raw`(?:(?:login|account)${gap}[^\s\\]{1,200}${gap})`

/** Texts whose first group stays and whose rest is the secret. */
const prefixedSecrets = ({ begin, given }: TextForms): readonly string[] => [
  // https://name:password@host
  String.raw`((?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@'"]{0,200}:)[^\s@/'"]{1,500}(?=@)`,
  String.raw`((?<![A-Za-z0-9])(?:Bearer|Basic)\s{1,4})(?=[\w.~+/=-]{0,60}[\d=])[\w.~+/=-]{12,}`,
  // .netrc: "the default password is ..." is prose
  String.raw`(${begin}(?:machine${gap}[^\s\\]{1,200}${gap}${login}{0,2}|default${gap}${login}{1,2})password${gap})${given}[^\s"'\\]+)`,
  // https://token@host
  String.raw`((?<![A-Za-z0-9])https?:\/\/)(?=[\w.~-]{0,60}\d)[\w.~-]{16,500}(?=@)`,
]

/** An assignment whose value looks made by a machine: code that names a secret stays as it is. */
const assignedSecret = (): string =>
  String.raw`(${word}[\w-]{0,30}["']?\s{0,3}(?:[=:]|:=|=>)\s{0,3}["']?)(?=[\w+/=.~!@#%^*-]{0,60}\d)(?=[\w+/=.~!@#%^*-]{0,60}[A-Za-z])[\w+/=.~!@#%^*-]{8,}`

function textForms(): TextForms {
  // Texts may be JSON inside of JSON: quotes have backslashes before them, and a new line is `\n`.
  const quote = String.raw`\\{0,7}["']`
  const begin = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`
  const given = String.raw`(?:"(?:[^"\\]|\\[^])*"?|\\{1,7}"[^"]*"?|\\{0,7}'[^']*'?|`
  return { begin, quote, given }
}

/** Whatever stands where a secret would stand: enough for what is written down, too much for what an agent works with. */
function suspectedSecrets(): readonly string[] {
  const { begin, quote, given } = textForms()
  const is = String.raw`(?:\s{0,3}(?:[=:]|:=|=>)\s{0,3}|\s{1,3}is\s{1,3})`
  const plugin = String.raw`(?:\s{1,3}(?:with|via)\s{1,3}(?:${quote})?[\w.]{1,60}(?:${quote})?)?`
  const next = String.raw`(?:\s{1,3}|${quote}\s{0,3},\s{0,3})`
  return [
    String.raw`(${word}[\w-]{0,30}(?:${quote})?${is}(?:(?:Bearer|Basic|Token)\s{1,4})?)(?!\[(?:redacted|masked)\]|\*\*\*)${given}[^\s"'&;|,)}\]]+)`,
    String.raw`(--?[\w-]{0,40}${word}[\w-]{0,30}${next})${given}[^\s"'&;|-][^\s"'&;|]*)`,
    String.raw`(${begin}(?:Bearer|Basic)\s{1,4})[\w.~+/=-]{6,}`,
    String.raw`((?:^|\s|\\[nrt]|["'])(?:-u|--user|--proxy-user)(?:[ =]|${next})?(?:${quote})?[^\s:'"-][^\s:'"]{0,200}:)[^\s'"]+`,
    // https://token@host
    String.raw`((?<![A-Za-z0-9])https?:\/\/)[^\s:/@'"]{1,500}(?=@)`,
    // The password of a user in SQL, and the one before
    String.raw`((?:password|identified${plugin}\s{1,3}(?:by|as|using))\s{1,3}(?:(?:values|password)\s{0,3}\(?\s{0,3})?(?=${quote}))${given}(?!))(?:\s{1,3}replace\s{1,3}${given}(?!)))?`,
    String.raw`((?:create|alter)\s{1,3}(?:user|role)\s{1,3}(?:if\s{1,3}(?:not\s{1,3})?exists\s{1,3})?[^\s;]{1,100}\s{1,3}identified\s{1,3}by\s{1,3})${given}[^\s"'&;|\\]+)(?:\s{1,3}replace\s{1,3}${given}[^\s"'&;|\\]+))?`,
    String.raw`(${begin}(?:set-)?cookie(?:${quote})?\s{0,3}:\s{0,3}(?:${quote})?)[^\r\n"']+`,
  ]
}

const secretKey =
  /(?:pass(?:word|wd|phrase)?|token|auth|.pwd)$|secret|api[-_]?key|private[-_]?key|access[-_]?key|signing[-_]?key|encryption[-_]?key|authorization|credential|cookie/i

/** Is this the name of a field that holds a secret? */
function isSecretKey(key: string): boolean {
  return secretKey.test(key)
}

interface Patterns {
  readonly whole: RegExp
  readonly partly: RegExp
}

let precisePatterns: Patterns | undefined
let broadPatterns: Patterns | undefined

function compile(more: readonly string[]): Patterns {
  return {
    whole: new RegExp(tokens().join('|'), 'g'),
    partly: new RegExp([...prefixedSecrets(textForms()), ...more].join('|'), 'gi'),
  }
}

/** How a value of any depth is gone through. */
export interface HideOptions {
  readonly replace: string
  /** Also what only stands where a secret would, and whatever a field of a telling name holds. */
  readonly suspect?: boolean
  /** Further names of fields that are hidden. */
  readonly keys?: ReadonlySet<string>
  /** What to hide besides. */
  readonly also?: (text: string) => string
  /** What to hide instead. */
  readonly only?: (text: string) => string
}

/** The same value with every secret in its texts replaced; the very same when there was none. */
export function hideDeep(value: unknown, hiding: HideOptions): unknown {
  if (typeof value === 'string') return hideText(value, hiding)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return hideItems(value, hiding)
  const isPair = hiding.suspect === true && 'value' in value && namesSecret(value)
  let changed = false
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const isHidden = (isPair && key === 'value') || hidesKey(key, hiding)
    const given = key === 'args' && Array.isArray(inner) ? hideArgs(value, inner, hiding) : inner
    const hidden = isHidden ? hideWhole(inner, hiding) : hideDeep(given, hiding)
    changed ||= hidden !== inner
    return [key, hidden] as const
  })
  return changed ? Object.fromEntries(entries) : value
}

function hideText(text: string, { replace, suspect, also, only }: HideOptions): string {
  if (only !== undefined) return only(text)
  const hidden = hideSecrets(text, replace, suspect)
  return also === undefined ? hidden : also(hidden)
}

/** `{command: 'docker', args: ['login', …]}` */
function hideArgs(call: object, args: readonly unknown[], hiding: HideOptions): readonly unknown[] {
  const program: unknown = 'command' in call ? call.command : undefined
  if (typeof program !== 'string' || program === '') return args
  const hidden = hideWordsIn([program, ...args], hiding)
  return hidden.every((word, at) => at === 0 || word === args[at - 1]) ? args : hidden.slice(1)
}

/** A command as a list of words. */
function hideWordsIn(items: readonly unknown[], hiding: HideOptions): readonly unknown[] {
  if (hiding.only !== undefined || !items.every(isText)) return items
  return hideInWords(items, argumentsHiding(hiding))
}

function argumentsHiding({ replace, suspect = false }: HideOptions): HideArguments {
  return { replace, suspect, forms: textForms }
}

/** In a list of arguments the secret follows the option that it belongs to. */
function hideItems(items: readonly unknown[], hiding: HideOptions): unknown {
  const hidden = hideWordsIn(items, hiding).map((item, at) => {
    const before = at === 0 ? undefined : items[at - 1]
    const follows = hiding.suspect === true && typeof before === 'string' && /^--?[\w-]+$/.test(before)
    return follows && isSecretKey(before) ? hideWhole(item, hiding) : hideDeep(item, hiding)
  })
  return hidden.some((item, at) => item !== items[at]) ? hidden : items
}

function hidesKey(key: string, { suspect, keys }: HideOptions): boolean {
  return keys?.has(key) === true || (suspect === true && isSecretKey(key))
}

function hideWhole(value: unknown, { replace }: HideOptions): unknown {
  return value === null || typeof value === 'boolean' || value === '' ? value : replace
}

/** `{name: 'API_KEY', value: …}` */
function namesSecret(pair: object): boolean {
  return ['name', 'key', 'header'].some((field) => {
    const name: unknown = Reflect.get(pair, field)
    return typeof name === 'string' && isSecretKey(name)
  })
}

/** The text with every secret in it replaced. `suspect`: also what only stands where a secret would. */
export function hideSecrets(text: string, replace: string, suspect = false): string {
  if (!mayHoldSecret(text)) return text
  const { whole, partly } = suspect
    ? (broadPatterns ??= compile(suspectedSecrets()))
    : (precisePatterns ??= compile([assignedSecret()]))
  const lines = joinLines(text)
  const rest = mayHoldArgument(text)
    ? hideArguments(lines.text, { replace, suspect, forms: textForms })
    : lines.text
  const hidden = rest
    .replace(whole, () => replace)
    .replace(partly, (_all, ...groups: unknown[]) => `${String(groups.find(isText))}${replace}`)
  return lines.split(hidden)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
