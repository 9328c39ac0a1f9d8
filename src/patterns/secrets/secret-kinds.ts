// The table of what secrets look like, for what is recorded, shown and changed alike.
import { strictnesses, type Strictness } from './judge.ts'

export interface SecretKind {
  readonly name: string
  /** One of these stands in every text that holds it, in any case. */
  readonly hints: readonly string[]
  /** Takes linear time: nothing unbounded is followed by something required. Compiled when first asked. */
  readonly pattern: string
  /** Of a place, in any case. */
  readonly flags?: string
  /** How the value is judged: what follows the group `lead`, or, without it, the value behind the match. Absent: the match is a secret. */
  readonly judge?: Strictness | undefined
  /** The match names what follows, and the name is judged first. */
  readonly named?: boolean
  /** Each `name=value` of what was found is judged by itself. */
  readonly pairs?: boolean
  /** Its hint is so common that the pattern itself has to say yes. */
  readonly common?: boolean
}

/** Among the hints: a long row of digits or letters. */
export const LONG_RUN = '(run)'

/** Recognized wherever they stand. Prefixes and lengths are the issuers', as gitleaks and secretlint list them. */
const tokens = String.raw`
AWS :: akia asia abia acca a3t :: (?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])
Bedrock :: absk :: ABSK[A-Za-z0-9+/]{100,}
Alibaba :: ltai :: LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])
GitHub :: ghp_ gho_ ghu_ ghs_ ghr_ github_pat :: gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}
GitLab :: glpat- gldt- glrt- glcbt- glptt- glft- gloas- glsoat- glimt- glagent- glffct- gr1348941 :: gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|imt|agent|ffct)-[\w.-]{16,}|GR1348941[\w-]{20}
Slack :: xox xapp- :: xox[abceoprs](?:\.xox[a-z])?-[\w-]{10,}|xapp-\d-[\w-]{10,}
Slack webhook :: slack.com :: hooks\.slack\.com/(?:services|workflows|triggers)/[\w+/-]{20,}
Discord webhook :: discord :: discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}
Discord bot :: (run) :: [MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])
Teams webhook :: webhook.office :: [a-z0-9]+\.webhook\.office\.com/webhookb2/[\w@-]{30,}/IncomingWebhook/[\w/-]{30,}
Google :: aiza ya29. gocspx :: AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}
npm :: npm_ :: npm_[A-Za-z0-9]{20,}
PyPI :: pypi- :: pypi-[\w-]{30,}
RubyGems :: rubygems_ :: rubygems_[a-f0-9]{40,}
Docker :: dckr_ :: dckr_(?:pat|oat)_[\w-]{20,}
Hugging Face :: hf_ api_org_ :: (?:hf|api_org)_[A-Za-z0-9]{30,}
Stripe :: sk_ rk_ whsec :: (?:[sr]k|whsec)_(?:live_|test_|prod_)?[A-Za-z0-9]{16,}
SendGrid :: sg. :: SG\.[\w-]{16,}\.[\w-]{16,}
Brevo :: xkeysib :: xkeysib-[a-f0-9]{64}-\w{16}
Mailgun :: key- :: key-[a-f0-9]{32}(?![\w-])
Mailchimp :: (run) :: [a-f0-9]{32}-us\d{1,2}(?!\w)
Twilio :: (run) :: SK[a-f0-9]{32}(?!\w)
Airtable :: (run) :: pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
Square :: sq0 eaaa :: (?:sq0[a-z]{3}-|EAAA)[\w-]{22,}
Shopify :: shp :: shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}
OpenAI, Anthropic :: sk- :: sk-(?=[\w-]{0,60}\d)[\w-]{20,}
Groq, xAI, Replicate, Perplexity :: gsk_ xai- r8_ pplx- :: (?:gsk_|xai-|r8_|pplx-)[A-Za-z0-9]{30,}
Vercel, Netlify :: vcp_ vck_ vci_ vcr_ vca_ nfp_ nfc_ nfo_ nfu_ nfb_ :: (?:vc[pkira]|nf[pcoub])_[\w-]{24,}
Heroku, DigitalOcean, Fly, Render :: hrku- _v1_ fo1_ fm1 fm2_ rnd_ :: (?:HRKU-|do[opr]_v1_|fo1_|fm1[ar]_|fm2_|rnd_)[\w+/-]{24,}
Atlassian, Linear, Notion, Figma, Postman :: atatt3 lin_api_ ntn_ secret_ figd_ pmak- :: (?:ATATT3|lin_api_|ntn_|secret_|figd_|PMAK-)[\w+/-]{26,}
Grafana, Dynatrace, PostHog, Sentry :: glc_ glsa_ dt0c01 phx_ sntry :: (?:gl(?:c|sa)_|dt0c01\.|phx_|sntry[us]_)[\w.+/=-]{26,}
Databricks, PlanetScale, Supabase :: dapi pscale_ sbp_ :: (?:dapi|pscale_\w{2,5}_|sbp_)[\w.=-]{26,}
Doppler, Pulumi, Prefect, Sourcegraph, Tailscale :: dp. pul- pnu_ sgp_ tskey- :: (?:dp\.\w{2,5}\.|pul-|pnu_|sgp_|tskey-)[\w.-]{26,}
ReadMe, Shippo, New Relic :: rdme_ shippo_ nrak- :: (?:rdme_|shippo_(?:live|test)_)\w{26,}|NRAK-[A-Z0-9]{27}
Terraform :: atlasv1 :: [A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}
Vault :: hvs. hvb. hvr. :: hv[sbr]\.[\w-]{30,}
Telegram :: :aa :: \d{8,10}:AA[\w-]{33}(?![\w-])
Azure :: q~ :: [\w~.]{3}\dQ~[\w~.-]{31,34}
1Password :: a3- ops_ :: A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}|ops_eyJ[\w+/=-]{50,}
Artifactory :: akcp cmvmd :: (?:AKCp|cmVmd)[A-Za-z0-9]{50,}
age :: age-secret :: AGE-SECRET-KEY-1[A-Z0-9]{50,}
OpenShift :: sha256~ :: sha256~[\w-]{43}(?![\w-])
signed token :: eyj :: (?<!-)eyJ[\w-]{10,}(?:\.[\w-]*){1,4}
payment card :: (run) :: (?<![\w.,+/=-])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6(?:011|5\d\d))([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d\d([ -]?)\d{6}\2\d{5})(?![\w/=-]|[.,]\d)`

const quote = String.raw`\\{0,7}["'\x60]`
const gap = String.raw`(?:\s|\\{1,12}(?:\r?\n|[nrt])){1,20}`
const blanks = String.raw`\s{0,3}`
const start = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`
const login = String.raw`(?:(?:login|account)${gap}[^\s\\]{1,200}${gap})`
const type = String.raw`:\s{0,3}&?[A-Za-z_][\w<>. ]{0,30}=\s{0,3}`
/** Between a name and its value: in code, in prose, in pairs of name and value, in a call. */
const is = String.raw`(?:(?:${quote})?\]?${blanks}(?:${type}|=>|:=|\?=|=(?![=>])|::?(?!:))${blanks}|\s{1,3}is\s{1,3}|${quote},?${blanks}(?:${quote})?value(?:${quote})?${blanks}[:=]${blanks}|${gap}value:${blanks}|\(${blanks}(?=${quote}))(?:(?:Bearer|Basic|Token|Bot|ApiKey)\s{1,4})?`
const name = String.raw`(?:pass(?:word|wd|phrase|code)|secret(?: access key| key)?|token(?!s|iz)|api[ _-]?key|(?:access|private|signing|encryption|account|master|service|subscription|license|auth|storage|deploy|session|admin)[ _-]?key|credential|authorization|(?<=[_-])(?:pass|pwd|auth|jwt)(?![a-z])|(?<![a-z])(?:pwd?|jwt)(?![a-z]))`
const nameHints = 'pass pw secret token key auth credential jwt'
const queryHints = 'key= token= sig= signature= secret= passwd= password= pwd= pass= auth= jwt= sid= hmac='
const identified = String.raw`identified(?:\s{1,3}(?:with|via)\s{1,3}(?:${quote})?[\w.]{1,60}(?:${quote})?)?\s{1,3}(?:by|as|using)`
const lineEnd = String.raw`[ \t"',+]{0,10}(?:(?:\\{1,8}r|\r)?(?:\n|\\{1,8}n))[ \t"',+]{0,30}`
const keyEnd = '-----END [A-Z0-9 ]{0,40}-----'
const keyLine = String.raw`(?:[\w-]{1,30}: [^\n\\]{1,100}|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]{1,15}(?=${lineEnd}${keyEnd}))`

/** Recognized by what stands around them. A private key has a line of its body; one that was cut off has no end. */
const places = String.raw`
private key :: private key ::  :: -----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?----- ?(?:${keyLine}|${lineEnd}(?:${lineEnd})?${keyLine})(?:${lineEnd}${keyLine}?)*(?:(?:${lineEnd})? ?${keyEnd})?
assignment :: ${nameHints} :: named name :: ${name}[\w-]{0,30}${is}
option :: ${nameHints} :: given name :: (?<![\w-])--?[\w-]{0,40}?(?:${name}|pass(?![a-z]))[\w-]{0,30}(?:${gap}|${quote}${blanks},${blanks}(?=${quote}))(?!-)
XML element :: ${nameHints} :: named name :: <(?:\w{1,30}:)?[\w.-]{0,40}${name}[\w.-]{0,30}(?:\s[^<>]{0,200})?>
header :: bearer basic :: loose :: (?<lead>${start}(?:Bearer|Basic)\s{1,4})[\w.~+/=-]{8,}
query :: ${queryHints} :: loose :: [?&;](?:[\w.-]{0,30}[_.-])?(?:key|apikey|token|sig|signature|secret|password|passwd|pwd|pass|auth|jwt|sid|hmac)=
shared access signature :: sig= :: loose :: (?<!\w)sig=(?=[\w%+/]{20})
password in an address :: @ :: given :: (?<lead>(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@'"]{0,200}:)[^\s@/'"]{4,500}(?=@)
token in an address :: @ :: loose :: (?<lead>(?<![A-Za-z0-9])https?:\/\/)[^\s:/@'"?#]{8,500}(?=@)
user and password :: -u :: named common :: (?<![\w-])(?:-u|--user|--proxy-user)(?:=|${gap}|${quote}${blanks},${blanks}(?=${quote}))?(?:${quote})?\w[\w.@+%\\-]{0,100}:(?!/)
netrc :: password :: given :: ${start}(?:machine${gap}[^\s\\]{1,200}${gap}${login}{0,2}|default${gap}${login}{1,2})password${gap}
password in SQL :: password identified :: given :: (?:password|${identified})\s{1,3}(?:(?:values|password)${blanks}\(?${blanks})?(?=\\{0,7}["'])
bare password in SQL :: identified :: given :: (?:create|alter)\s{1,3}(?:user|role)\s{1,3}(?:if\s{1,3}(?:not\s{1,3})?exists\s{1,3})?[^\s;]{1,100}\s{1,3}identified\s{1,3}by\s{1,3}
former password in SQL :: identified :: given :: identified\s{1,3}by\s{1,3}\S{1,200}\s{1,3}replace\s{1,3}
cookies :: cookie :: named pairs :: (?<lead>${start}(?:set-)?cookie(?:${quote})?${blanks}:${blanks}(?:${quote})?)[^\r\n"']{1,4000}`

const rowsOf = (table: string): readonly (readonly string[])[] =>
  table.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' :: ')]))

export const kinds: readonly SecretKind[] = [
  ...rowsOf(tokens).map(([name = '', hints = '', pattern = '']) => ({
    name,
    hints: hints.split(' '),
    pattern: `(?<![A-Za-z0-9])(?:${pattern})`,
  })),
  ...rowsOf(places).map(([name = '', hints = '', how = '', pattern = '']) => ({
    name,
    hints: hints.split(' '),
    pattern,
    flags: 'gi',
    judge: strictnesses.find((strictness) => how.startsWith(strictness)),
    named: how.includes(' name'),
    pairs: how.includes('pairs'),
    common: how.includes('common'),
  })),
]
