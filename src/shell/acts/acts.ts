// What a call does outside of the machine: which service, which verb, to what.
import { isObject } from '../../model/plain-object.ts'
import type { ActFact, ActVerb, CommandFact, Event } from '../../model/types.ts'
import { hostOf } from '../../patterns/text/host-name.ts'
import { programOf } from '../programs/table.ts'
import { bareName } from '../tool-names.ts'
import { piecesOf, verbIn } from './words.ts'

/** Programs that the table knows although they speak to a service; the first word is what the service is called. */
const services = `
aws awslocal|gcp gcloud gsutil bq|azure az azd azcopy|github gh|gitlab glab
kubernetes kubectl oc helm eksctl kops|vault vault|heroku heroku|fly fly flyctl|vercel vercel|netlify netlify|cloudflare wrangler
firebase firebase|supabase supabase|railway railway|pulumi pulumi|terraform terraform tofu|serverless serverless sls
digitalocean doctl|linode linode-cli|hetzner hcloud|cloudflare cloudflared|render render|expo eas|databricks databricks|twilio twilio|sentry sentry-cli
circleci circleci|tekton tkn|auth0 auth0|okta okta|tailscale tailscale|cloudfoundry cf|oracle oci|ibm ibmcloud|openstack openstack|neon neonctl
stripe stripe|mongodb atlas mongocli|planetscale pscale|turso turso|argocd argocd|nomad nomad|consul consul|rclone rclone
`

const serviceOf: ReadonlyMap<string, string> = new Map(
  services
    .split(/[|\n]/)
    .filter((row) => row !== '')
    .flatMap((row) => {
      const [name = '', ...programs] = row.split(' ')
      return [name, ...programs].map((program) => [program, name] as const)
    }),
)

const harmless =
  /^(?:--?dry-?run(?:=(?:true|client|server))?|--dryrun|--help|help|-h|--version|--generate-cli-skeleton|--local|--print-only|--plan|--noop|--list)$/
const local = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|localstack|minio|host\.docker\.internal)\b/
const settings = new Set(
  'config configure auth cache alias aliases plugin plugins components completion login logout context profile local emulator emulators'.split(
    ' ',
  ),
)
const environment =
  /(?:^|[^a-z])(?<!non-|pre-)(prod(?:uction)?|live|staging|preview|dev(?:elopment)?|test(?:ing)?)(?:$|[^a-z])/i

/** How many words may stand before the verb. */
const MAX_NOUNS = 5

const canUndo: Readonly<Partial<Record<ActVerb, boolean>>> = {
  delete: false,
  send: false,
  publish: false,
  create: true,
  read: true,
}

interface Said {
  readonly service: string
  readonly by: string
  readonly words: readonly string[]
  readonly all: string
  readonly maybe?: true
}

function actOf({ service, by, words, all, maybe }: Said): ActFact | undefined {
  const found = verbIn(words.slice(0, MAX_NOUNS))
  if (found === undefined || settings.has(words[0] ?? '') || settings.has(found.rest)) return undefined
  const behind = words[found.at + 1]
  const target =
    found.rest === '' ? [words.slice(0, found.at).join(' '), behind].filter(Boolean).join(' ') : found.rest
  const env = environment.exec(all)?.[1]?.toLowerCase()
  const undo = canUndo[found.verb]
  return {
    service,
    verb: found.verb,
    by,
    ...(target !== '' && { target }),
    ...(env !== undefined && { environment: env }),
    ...(undo !== undefined && { undo }),
    ...(maybe && { maybe }),
  }
}

const acts = new WeakMap<CommandFact, readonly ActFact[]>()

export function actsOfCommand(command: CommandFact): readonly ActFact[] {
  const known = acts.get(command)
  if (known !== undefined) return known
  const found = requestActs(command) ?? [commandAct(command)].filter((each) => each !== undefined)
  acts.set(command, found)
  return found
}

/** A program that no table knows is read by the grammar that most follow. */
function commandAct({ argv, program, open = [], assignments }: CommandFact): ActFact | undefined {
  const [first = '', ...rest] = argv
  const service = serviceOf.get(program)
  if (service === undefined && (program === '' || first.includes('/') || programOf(first) !== undefined))
    return undefined
  if (rest.some((word) => harmless.test(word))) return undefined
  const all = [...Object.entries(assignments).map((pair) => pair.join('=')), ...rest].join(' ')
  if (local.test(all)) return undefined
  const words = plainWords(rest, open)
  const said = { service: service ?? program, by: program, words, all }
  if (service !== undefined) return actOf(said)
  const act = actOf({ ...said, maybe: true })
  const isTold = act !== undefined && (isDeployed(words, act) || (act.verb === 'delete' && isOfNoun(words)))
  return isTold ? act : undefined
}

/** `modal deploy shop.py` */
const isDeployed = ([first = '']: readonly string[], { verb }: ActFact): boolean =>
  verb === first && (verb === 'deploy' || verb === 'publish')

/** `widgets orders delete 17`, `widgets delete-order 17`, `widgets orders:delete 17`. */
function isOfNoun(words: readonly string[]): boolean {
  const { at = 0, rest = '' } = verbIn(words) ?? {}
  return words.slice(0, at + 1).every((word) => /^[a-z][a-z\d:-]*$/i.test(word)) && (at > 0 || rest !== '')
}

/** Without options, and without the values of long ones. */
function plainWords(words: readonly string[], open: readonly number[]): readonly string[] {
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ''
    if (word === '--') break
    if (/^-|[\s=]/.test(word) || open.includes(at + 1)) continue
    if (/^--?[a-z][\w-]*$/i.test(before) && found.length === 0) continue
    found.push(word)
  }
  return found
}

const requests = new Set([
  'curl',
  'curlie',
  'wget',
  'wget2',
  'http',
  'https',
  'xh',
  'xhs',
  'httpie',
  'invoke-restmethod',
  'invoke-webrequest',
  'irm',
  'iwr',
])
const isLocalHost =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|::1|\[|host\.docker\.internal|[^.]*$)|\.(?:localhost|local|test|internal|lan)$/

/** `DELETE https://api.shop.example/orders/1`, a mutation of GraphQL, a path that says the verb. */
function requestActs({ argv, program }: CommandFact): readonly ActFact[] | undefined {
  if (!requests.has(program)) return undefined
  const text = argv.slice(1).join(' ')
  const url =
    argv.find((word) => /^https?:\/\//.test(word)) ??
    argv.find((word) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(word))
  const host = url === undefined ? undefined : hostOf(url.replace(/^https?:\/\//, '').replace(/[/?#].*$/, ''))
  if (host === undefined || isLocalHost.test(host)) return []
  const method = (
    /(?:-\w*X ?|--request[ =]|--method[ =]|-method ["']?|(?:^| ))(DELETE|PURGE|PUT|PATCH|POST|GET|HEAD|OPTIONS)\b/i.exec(
      text,
    )?.[1] ?? ''
  ).toUpperCase()
  return requestAct({ host, method, url: url ?? '', body: text, by: program })
}

interface RequestText {
  readonly host: string
  readonly method: string
  readonly url: string
  readonly body: string
  readonly by: string
}

function requestAct({ host, method, url, body, by }: RequestText): readonly ActFact[] {
  const service = host.split('.').slice(-2, -1)[0] ?? host
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '')
  const mutation = /\bmutation\b[^{]{0,200}\{\s*(\w+)/.exec(body.replaceAll('\\n', ' '))?.[1]
  const last = path.split('/').findLast((part) => verbIn([part]) !== undefined)
  const spoken = verbIn([mutation ?? last ?? ''])
  const base = { service, by, target: mutation ?? path }
  if (method === 'DELETE' || method === 'PURGE') return [{ ...base, verb: 'delete', undo: false }]
  const sends =
    method === 'POST' ||
    method === 'PUT' ||
    method === 'PATCH' ||
    / (?:-d|--data\S*|--json|-F|--form)[ =]/.test(` ${body}`)
  if (!sends && mutation === undefined) return []
  const verb =
    spoken !== undefined && spoken.verb !== 'read'
      ? spoken.verb
      : method === 'PUT' || method === 'PATCH'
        ? 'change'
        : 'create'
  const undo = canUndo[verb]
  return [{ ...base, verb, ...(undo !== undefined && { undo }) }]
}

const actions = ['operation', 'operation_name', 'operationName', 'action', 'verb', 'api_call']

/** Of a server's tool: the verb in its name, or in a field that names an operation. */
export function actsOfTool({ tool_name: tool = '', tool_input: input }: Event): readonly ActFact[] {
  const server = /^(?:mcp__(.+?)__|MCP:(?=\w)|([^_].*?)___)/.exec(tool)
  if (server === null && tool !== 'use_aws') return []
  const fields = isObject(input) ? input : {}
  if (fields['dry_run'] === true || fields['dryRun'] === true) return []
  const service = (server?.[1] ?? server?.[2] ?? tool).toLowerCase()
  const own = piecesOf(bareName(tool)).filter((piece) => !service.split(/\W|_/).includes(piece))
  const named = actions.map((name) => fields[name]).filter((each) => typeof each === 'string')
  const all = JSON.stringify(fields).slice(0, 4096)
  const said = { service, by: tool, all }
  const spoken = named.map((each) => actOf({ ...said, words: [each.replace(/^.*[.:](?=\w)/, '')] }))
  const found = [actOf({ ...said, words: [own.join('_')] }), ...spoken].filter((each) => each !== undefined)
  return found.filter(({ verb }) => found.length === 1 || verb !== 'read')
}
