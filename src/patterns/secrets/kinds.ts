// The table of what secrets look like, for what is recorded, shown and changed alike.
import type { Strictness } from './judge.ts'

export interface Kind {
  readonly name: string
  /** One of these stands in every text that holds it, in any case. */
  readonly hints: readonly string[]
  /** Takes linear time: nothing unbounded is followed by something required. What the group `lead` matched is kept. */
  readonly pattern: string
  readonly flags?: string
  /** How the value is judged: what follows `lead`, or, where nothing does, the value behind the match. Without it, what was found is a secret. */
  readonly judge?: Strictness
  /** The match names what follows, and the name is judged first. */
  readonly named?: true
  /** Each `name=value` of what was found is judged by itself. */
  readonly pairs?: true
  readonly check?: (found: string) => boolean
  /** Its hints are common, so the pattern itself says whether a text may hold it. */
  readonly common?: true
}

/** Stands for a long row of digits or letters among the hints. */
export const LONG_RUN = ''

const token = (name: string, hints: string, pattern: string): Kind => ({
  name,
  hints: hints.split(' '),
  pattern: `(?<![A-Za-z0-9])(?:${pattern})`,
})

/** One that no hint announces. */
const common = (name: string, pattern: string): Kind => ({
  ...token(name, '', pattern),
  hints: [LONG_RUN],
  common: true,
})

const quote = String.raw`\\{0,7}["'\x60]`
const gap = String.raw`(?:\s|\\{1,12}(?:\r?\n|[nrt])){1,20}`
const blanks = String.raw`\s{0,3}`
const start = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`
const login = `(?:(?:login|account)${gap}[^\\s\\\\]{1,200}${gap})`
const type = String.raw`(?::\s{0,3}&?[A-Za-z_][\w<>. ]{0,30}=\s{0,3})`
const pairValue = `${quote},?${blanks}(?:${quote})?value(?:${quote})?${blanks}[:=]${blanks}|${gap}value:${blanks}`
const core =
  'pass(?:word|wd|phrase|code)|secret(?: access key| key)?|token(?!s|iz)|api[ _-]?key|(?:access|private|signing|encryption|account|master|service|subscription|license|auth|storage|deploy|session|admin)[ _-]?key|credential|authorization|(?<=[_-])(?:pass|pwd|auth|jwt)(?![a-z])|(?<![a-z])(?:pwd?|jwt)(?![a-z])'
const coreHints = 'pass pw secret token key auth credential jwt'.split(' ')
const scheme = `(?:(?:Bearer|Basic|Token|Bot|ApiKey)\\s{1,4})?`

/** Prefixes and lengths are those of the issuers, as gitleaks and secretlint list them too. */
const tokens: readonly Kind[] = [
  token(
    'AWS key id',
    'akia asia abia acca a3t',
    String.raw`(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  ),
  token('Amazon Bedrock', 'absk', String.raw`ABSK[A-Za-z0-9+/]{100,}`),
  token('Alibaba', 'ltai', String.raw`LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])`),
  token(
    'GitHub',
    'ghp_ gho_ ghu_ ghs_ ghr_ github_pat',
    String.raw`gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}`,
  ),
  token(
    'GitLab',
    'glpat- gldt- glrt- glcbt- glptt- glft- gloas- glsoat- glimt- glagent- glffct- gr1348941',
    String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|imt|agent|ffct)-[\w.-]{16,}|GR1348941[\w-]{20}`,
  ),
  token('Slack', 'xox xapp-', String.raw`xox[abceoprs](?:\.xox[a-z])?-[\w-]{10,}|xapp-\d-[\w-]{10,}`),
  token(
    'Slack webhook',
    'slack.com',
    String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[\w+/-]{20,}`,
  ),
  token('Discord webhook', 'discord', String.raw`discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}`),
  token(
    'Teams webhook',
    'webhook.office',
    String.raw`[a-z0-9]+\.webhook\.office\.com/webhookb2/[\w@-]{30,}/IncomingWebhook/[\w/-]{30,}`,
  ),
  common('Discord bot', String.raw`[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])`),
  token('Google', 'aiza ya29. gocspx', String.raw`AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}`),
  token('npm', 'npm_', String.raw`npm_[A-Za-z0-9]{20,}`),
  token('PyPI', 'pypi-', String.raw`pypi-[\w-]{30,}`),
  token('RubyGems', 'rubygems_', String.raw`rubygems_[a-f0-9]{40,}`),
  token('Docker', 'dckr_', String.raw`dckr_(?:pat|oat)_[\w-]{20,}`),
  token('Hugging Face', 'hf_ api_org_', String.raw`(?:hf|api_org)_[A-Za-z0-9]{30,}`),
  token('Stripe', 'sk_ rk_ whsec', String.raw`(?:[sr]k|whsec)_(?:live_|test_|prod_)?[A-Za-z0-9]{16,}`),
  token('SendGrid', 'sg.', String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`),
  token('Brevo', 'xkeysib', String.raw`xkeysib-[a-f0-9]{64}-\w{16}`),
  token('Mailgun', 'key-', String.raw`key-[a-f0-9]{32}(?![\w-])`),
  common('Mailchimp', String.raw`[a-f0-9]{32}-us\d{1,2}(?!\w)`),
  common('Twilio', String.raw`SK[a-f0-9]{32}(?!\w)`),
  token('Square', 'sq0 eaaa', String.raw`(?:sq0[a-z]{3}-|EAAA)[\w-]{22,}`),
  token('Shopify', 'shp', String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}`),
  token('OpenAI, Anthropic', 'sk-', String.raw`sk-(?=[\w-]{0,60}\d)[\w-]{20,}`),
  token(
    'Groq, xAI, Replicate, Perplexity',
    'gsk_ xai- r8_ pplx-',
    String.raw`(?:gsk_|xai-|r8_|pplx-)[A-Za-z0-9]{30,}`,
  ),
  token(
    'hosting',
    'vcp_ vck_ vci_ vcr_ vca_ nfp_ nfc_ nfo_ nfu_ nfb_ hrku- _v1_ fo1_ fm1 fm2_ rnd_',
    String.raw`(?:vc[pkira]_|nf[pcoub]_|HRKU-|do[opr]_v1_|fo1_|fm1[ar]_|fm2_|rnd_)[\w+/-]{24,}`,
  ),
  token(
    'data and tools',
    'dapi lin_api ntn_ secret_ atatt3 glc_ glsa_ figd_ pmak- pul- sbp_ dp. dt0c01 phx_ nrak- sntry atlasv1 pscale_ sgp_ tskey- shippo_ rdme_ pnu_',
    String.raw`(?:dapi|lin_api_|ntn_|secret_|ATATT3|gl(?:c|sa)_|figd_|PMAK-|pul-|sbp_|dp\.\w{2,5}\.|dt0c01\.|phx_|sntry[us]_|pscale_\w{2,5}_|sgp_|tskey-|shippo_(?:live|test)_|rdme_|pnu_)[\w.+/-]{26,}|NRAK-[A-Z0-9]{27}|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}`,
  ),
  common('Airtable', String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`),
  token('Vault', 'hvs. hvb. hvr.', String.raw`hv[sbr]\.[\w-]{30,}`),
  token('Telegram', ':aa', String.raw`\d{8,10}:AA[\w-]{33}(?![\w-])`),
  token('Azure client secret', 'q~', String.raw`[\w~.]{3}\dQ~[\w~.-]{31,34}`),
  token(
    '1Password',
    'a3- ops_',
    String.raw`A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}|ops_eyJ[\w+/=-]{50,}`,
  ),
  token('Artifactory', 'akcp cmvmd', String.raw`(?:AKCp|cmVmd)[A-Za-z0-9]{50,}`),
  token('age', 'age-secret', String.raw`AGE-SECRET-KEY-1[A-Z0-9]{50,}`),
  token('OpenShift', 'sha256~', String.raw`sha256~[\w-]{43}(?![\w-])`),
  token('signed token', 'eyj', String.raw`(?<!-)eyJ[\w-]{10,}(?:\.[\w-]*){1,4}`),
  { name: 'private key', hints: ['private key'], pattern: privateKey() },
  {
    name: 'payment card',
    hints: [LONG_RUN],
    common: true,
    pattern: String.raw`(?<![\w.,+/=-])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6(?:011|5\d\d))([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d\d([ -]?)\d{6}\2\d{5})(?![\w/=-]|[.,]\d)`,
    check: passesLuhn,
  },
]

const places: readonly Kind[] = [
  {
    name: 'assignment',
    hints: coreHints,
    pattern: `(?:${core})[\\w-]{0,30}(?:(?:${quote})?\\]?${blanks}(?:${type}|=>|:=|\\?=|=(?![=>])|::?(?!:))${blanks}|\\s{1,3}is\\s{1,3}|${pairValue}|\\(${blanks}(?=${quote}))${scheme}`,
    judge: 'named',
    named: true,
  },
  {
    name: 'option',
    hints: coreHints,
    pattern: `(?<![\\w-])--?[\\w-]{0,40}?(?:${core}|pass(?![a-z]))[\\w-]{0,30}(?:${gap}|${quote}${blanks},${blanks}(?=${quote}))(?!-)`,
    judge: 'given',
    named: true,
  },
  {
    name: 'XML element',
    hints: coreHints,
    pattern: `<(?:\\w{1,30}:)?[\\w.-]{0,40}(?:${core})[\\w.-]{0,30}(?:\\s[^<>]{0,200})?>`,
    judge: 'named',
    named: true,
  },
  {
    name: 'scheme of a header',
    hints: ['bearer', 'basic'],
    pattern: `(?<lead>${start}(?:Bearer|Basic)\\s{1,4})[\\w.~+/=-]{8,}`,
    judge: 'loose',
  },
  {
    name: 'query parameter',
    hints: 'key= token= sig= signature= secret= passwd= password= pwd= pass= auth= jwt= sid= hmac='.split(
      ' ',
    ),
    pattern: String.raw`[?&;](?:[\w.-]{0,30}[_.-])?(?:key|apikey|token|sig|signature|secret|password|passwd|pwd|pass|auth|jwt|sid|hmac)=`,
    judge: 'loose',
  },
  {
    name: 'shared access signature',
    hints: ['sig='],
    pattern: String.raw`(?<![\w])sig=(?=[\w%+/]{20})`,
    judge: 'loose',
  },
  {
    name: 'password in an address',
    hints: ['@'],
    pattern: String.raw`(?<lead>(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@'"]{0,200}:)[^\s@/'"]{4,500}(?=@)`,
    judge: 'given',
  },
  {
    name: 'token in an address',
    hints: ['@'],
    pattern: String.raw`(?<lead>(?<![A-Za-z0-9])https?:\/\/)[^\s:/@'"?#]{8,500}(?=@)`,
    judge: 'loose',
  },
  {
    name: 'user and password',
    hints: ['-u'],
    common: true,
    pattern: `(?<![\\w-])(?:-u|--user|--proxy-user)(?:=|${gap}|${quote}${blanks},${blanks}(?=${quote}))?(?:${quote})?\\w[\\w.@+%\\\\-]{0,100}:(?!/)`,
    judge: 'named',
  },
  {
    name: 'netrc',
    hints: ['password'],
    pattern: `${start}(?:machine${gap}[^\\s\\\\]{1,200}${gap}${login}{0,2}|default${gap}${login}{1,2})password${gap}`,
    judge: 'given',
  },
  {
    name: 'password in SQL',
    hints: ['password', 'identified'],
    pattern: `(?:password|identified(?:\\s{1,3}(?:with|via)\\s{1,3}(?:${quote})?[\\w.]{1,60}(?:${quote})?)?\\s{1,3}(?:by|as|using))\\s{1,3}(?:(?:values|password)${blanks}\\(?${blanks})?(?=\\\\{0,7}["'])`,
    judge: 'given',
  },
  {
    name: 'bare password in SQL',
    hints: ['identified'],
    pattern: String.raw`(?:create|alter)\s{1,3}(?:user|role)\s{1,3}(?:if\s{1,3}(?:not\s{1,3})?exists\s{1,3})?[^\s;]{1,100}\s{1,3}identified\s{1,3}by\s{1,3}`,
    judge: 'given',
  },
  {
    name: 'former password in SQL',
    hints: ['identified'],
    pattern: String.raw`identified\s{1,3}by\s{1,3}\S{1,200}\s{1,3}replace\s{1,3}`,
    judge: 'given',
  },
  {
    name: 'cookies',
    hints: ['cookie'],
    pattern: `(?<lead>${start}(?:set-)?cookie(?:${quote})?${blanks}:${blanks}(?:${quote})?)[^\\r\\n"']{1,4000}`,
    judge: 'loose',
    pairs: true,
  },
]

export const kinds: readonly Kind[] = [...tokens, ...places.map((kind) => ({ flags: 'gi', ...kind }))]

/** The checksum of card numbers. */
function passesLuhn(found: string): boolean {
  const digits = Array.from(found.replace(/\D/g, ''), Number).reverse()
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  )
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** With at least one line of its body; a key that was cut off has no end. */
function privateKey(): string {
  const lineEnd = String.raw`[ \t"',+]{0,10}(?:(?:\\{1,8}r|\r)?(?:\n|\\{1,8}n))[ \t"',+]{0,30}`
  const end = String.raw`-----END [A-Z0-9 ]{0,40}-----`
  const line = `(?:[\\w-]{1,30}: [^\\n\\\\]{1,100}|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]{1,15}(?=${lineEnd}${end}))`
  const header = String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----`
  return `${header} ?(?:${line}|${lineEnd}(?:${lineEnd})?${line})(?:${lineEnd}${line}?)*(?:(?:${lineEnd})? ?${end})?`
}
