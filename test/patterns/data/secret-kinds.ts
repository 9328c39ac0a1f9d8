// Kinds of secrets with values that open nothing, made from a seed.

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const digits = '0123456789'
const hex = '0123456789abcdef'
let seed = 29

/** Mulberry32. */
function next(): number {
  seed = (seed + 0x6d2b79f5) | 0
  const mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  const turned = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((turned ^ (turned >>> 14)) >>> 0) / 4294967296
}

function random(length: number, from = alphabet): string {
  return Array.from({ length }, () => from.charAt(Math.floor(next() * from.length))).join('')
}

/** As people and generators write them: with a digit and a letter. */
const made = (length: number): string => `q${random(length - 2)}7`
const uuid = (): string => [8, 4, 4, 4, 12].map((length) => random(length, hex)).join('-')

function card(prefix: string, length: number): string {
  const body = prefix + random(length - prefix.length - 1, digits)
  const sum = Array.from(body, Number)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Recognized by itself, wherever it stands. */
export const tokens: Readonly<Record<string, () => string>> = {
  'AWS key id': () => `AKIA${random(16, upper)}`,
  'AWS temporary key id': () => `ASIA${random(16, upper)}`,
  'Alibaba key id': () => `LTAI${random(20)}`,
  'GitHub token': () => `ghp_${random(36)}`,
  'GitHub app token': () => `ghs_${random(36)}`,
  'GitHub fine-grained token': () => `github_pat_${random(22)}_${random(59)}`,
  'GitLab token': () => `glpat-${random(20)}`,
  'Slack bot token': () => `xoxb-${random(12, digits)}-${random(24)}`,
  'Slack app token': () => `xapp-1-${random(11)}-${random(13, digits)}-${random(64, hex)}`,
  'Slack webhook': () => `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`,
  'Discord webhook': () => `https://discord.com/api/webhooks/${random(18, digits)}/${random(68)}`,
  'Google API key': () => `AIza${random(35)}`,
  'Google OAuth token': () => `ya29.${random(60)}`,
  'Google client secret': () => `GOCSPX-${random(28)}`,
  'npm token': () => `npm_${random(36)}`,
  'PyPI token': () => `pypi-${random(60)}`,
  'RubyGems key': () => `rubygems_${random(48, hex)}`,
  'Docker token': () => `dckr_pat_${random(27)}`,
  'Hugging Face token': () => `hf_${random(34)}`,
  'Stripe key': () => `sk_live_${random(24)}`,
  'Stripe restricted key': () => `rk_test_${random(24)}`,
  'Stripe webhook secret': () => `whsec_${random(32)}`,
  'SendGrid key': () => `SG.${random(22)}.${random(43)}`,
  'Brevo key': () => `xkeysib-${random(64, hex)}-${random(16)}`,
  'Mailgun key': () => `key-${random(32, hex)}`,
  'Twilio key': () => `SK${random(32, hex)}`,
  'Square token': () => `sq0atp-${random(22)}`,
  'Shopify token': () => `shpat_${random(32, hex)}`,
  'OpenAI key': () => `sk-proj-7${random(47)}`,
  'Anthropic key': () => `sk-ant-api03-7${random(60)}`,
  'Groq key': () => `gsk_${random(52)}`,
  'Vercel token': () => `vcp_${random(40)}`,
  'DigitalOcean token': () => `dop_v1_${random(64, hex)}`,
  'Databricks token': () => `dapi${random(32, hex)}`,
  'Linear key': () => `lin_api_${random(40)}`,
  'Atlassian token': () => `ATATT3${random(60)}`,
  'Grafana token': () => `glsa_${random(32)}_${random(8, hex)}`,
  'Figma token': () => `figd_${random(40)}`,
  'Postman key': () => `PMAK-${random(24, hex)}-${random(34, hex)}`,
  'New Relic key': () => `NRAK-${random(27, upper)}`,
  'Vault token': () => `hvs.${random(90)}`,
  'Telegram bot token': () => `${random(9, digits)}:AA${random(33)}`,
  'Azure client secret': () => `${random(3)}8Q~${random(34)}`,
  'age key': () => `AGE-SECRET-KEY-1${random(58, upper)}`,
  'signed token': () => `eyJ${random(30)}.eyJ${random(60)}.${random(43)}`,
  'payment card': () => card('4539', 16),
}

/** Recognized by what stands around it. */
export const phrases: Readonly<Record<string, (secret: string) => string>> = {
  'curl cookie': (secret) => `curl -b session=${secret} https://shop.dev`,
  'curl cookie, long option': (secret) => `curl --cookie sid=${secret} https://shop.dev`,
  'curl user': (secret) => `curl -u ada:${secret} https://shop.dev`,
  'bearer header': (secret) => `Authorization: Bearer ${secret}`,
  'basic header': (secret) => `Authorization: Basic ${secret}==`,
  'cookie header': (secret) => `Cookie: theme=dark; session=${secret}`,
  'XML element': (secret) => `<server><password>${secret}</password></server>`,
  'query key': (secret) => `https://maps.shop.dev/tile?zoom=3&key=${secret}`,
  'query token': (secret) => `https://shop.dev/reset?token=${secret}`,
  'Azure SAS': (secret) =>
    `https://shop.blob.core.windows.net/a?sv=2022-11-02&se=2026-01-01&sig=${secret}abcdefgh%3D`,
  'Azure connection string': (secret) =>
    `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${secret}==;EndpointSuffix=core.windows.net`,
  'password for sudo': (secret) => `echo ${secret} | sudo -S apt-get update`,
  'vault kv put': (secret) => `vault kv put secret/shop user=ada colour=${secret}`,
  'docker login': (secret) => `docker login -u ada -p ${secret} registry.shop.dev`,
  'mysql option': (secret) => `mysql -h db -p${secret} shop`,
  'password in an address': (secret) => `postgres://ada:${secret}@db:5432/shop`,
  'token in an address': (secret) => `git clone https://${secret}@github.com/shop/orders`,
  netrc: (secret) => `machine api.shop.dev login ada password ${secret}`,
  SQL: (secret) => `CREATE USER ada IDENTIFIED BY ${secret};`,
  'kubectl literal': (secret) => `kubectl create secret generic shop --from-literal=pin=${secret}`,
  'npmrc token': (secret) => `//registry.npmjs.org/:_authToken=${secret}`,
}

/** Only its name says what it is. */
export const named: Readonly<Record<string, () => string>> = {
  DB_PASSWORD: () => made(14),
  AWS_SECRET_ACCESS_KEY: () => `q${random(18)}/${random(10)}+${random(8)}7`,
  CLIENT_SECRET: () => made(32),
  TWILIO_AUTH_TOKEN: () => random(32, hex),
  DATADOG_API_KEY: () => random(32, hex),
  HEROKU_API_KEY: uuid,
  JWT_SECRET: () => made(40),
  ENCRYPTION_KEY: () => `${random(42)}8=`,
  ADMIN_PASSWORD: () => 'hunter2',
  MYSQL_PWD: () => 'Tr0ub4dor&3',
}

export { made }
