// What a call does outside of the machine: which service, which verb, to what.
import { isObject } from '../../model/plain-object.ts'
import type { ActFact, ActVerb, CommandFact, Event } from '../../model/types.ts'
import { programOf } from '../programs/table.ts'
import { bareName } from '../tool-names.ts'
import { requestActs } from './requests.ts'
import { SECRET, showsSecret, toolShowsSecret } from './shown-secrets.ts'
import { statementAct } from './statements.ts'
import { isAbout, piecesOf, verbIn, type FoundVerb } from './words.ts'

/** Programs that the table knows although they speak to a service; the first word is what the service is called. */
const services = `
aws aws awslocal eb sam cdk|gcp gcloud gsutil bq|azure az azd azcopy|github gh|gitlab glab|s3 s3cmd s5cmd mc swift rclone
kubernetes kubectl oc helm eksctl kops istioctl flux argocd|docker docker podman nerdctl buildah skopeo crictl
terraform terraform tofu terragrunt|pulumi pulumi|serverless serverless sls|vault vault|consul consul|nomad nomad
heroku heroku|fly fly flyctl|vercel vercel|netlify netlify|cloudflare wrangler cloudflared|firebase firebase|supabase supabase
railway railway|digitalocean doctl|linode linode-cli|hetzner hcloud|render render|expo expo eas|databricks databricks|twilio twilio
sentry sentry-cli|circleci circleci|tekton tkn|auth0 auth0|okta okta|tailscale tailscale|cloudfoundry cf|oracle oci|ibm ibmcloud
openstack openstack|neon neonctl|stripe stripe|mongodb atlas mongocli|planetscale pscale|turso turso|rabbitmq rabbitmqctl|celery celery
1password op|bitwarden bw|doppler doppler|infisical infisical|chamber chamber|velero velero|backup borg borgmatic restic tmutil|influx influx
`

const serviceOf: ReadonlyMap<string, string> = new Map(
  services
    .split(/[|\n]/)
    .filter((row) => row !== '')
    .flatMap((row) => {
      const [name = '', ...programs] = row.split(' ')
      return programs.map((program) => [program, name] as const)
    }),
)

/** Names of the programs of a service; its own where it has none. */
export const programsOf = (service: string): readonly string[] => {
  const own = [...serviceOf].flatMap(([program, name]) => (name === service ? [program] : []))
  return own.length > 0 ? own : [service]
}

const harmless =
  /^(?:--?dry-?run(?:=(?:true|client|server))?|--dryrun|--help|help|--version|--generate-cli-skeleton|--local|--print-only|--plan|--noop|--list|--check)$/
const local =
  /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0(?!\/0)|localstack|minio|minikube|docker-desktop|host\.docker\.internal)\b|\b(?:kind|k3d)-/
const settings = new Set(
  'config configure auth cache alias aliases plugin plugins components completion login logout context profile local emulator emulators'.split(
    ' ',
  ),
)
const environment =
  /(?:^|[^a-z])(?<!non-|pre-)(prod(?:uction)?|live|staging|preview|dev(?:elopment)?|test(?:ing)?)(?:$|[^a-z])/i

/** Whoever asks may come in, or read. */
const opened =
  /(?:0\.0\.0\.0|::)\/0|public-?read|\ball(?:Authenticated)?Users\b|--(?:publicly-accessible|public|allow-unauthenticated)(?: |$)|visibility[ =]public|group(?:-names)?[ =]all\b|anonymous|unauthenticated|cluster-admin|public[\w-]*[ =](?:enabled|true|blob|container)\b|address[\w-]*[ =](?:\*|internet|any|0\.0\.0\.0)(?: |$)|principal[ =]\*|auth-type[ =]none\b/i
/** Nothing is left of it, or nothing guards it any more. */
const emptied =
  /(?:replicas|count|capacity|size|nodes|instances|days|period)[ =][01](?: |$)|\w=0(?: |$)| 0$|no-(?:\w+-)*(?:protection|termination)|(?:protection|versioning)\S*[ =](?:false|off|disabled|suspended)|=suspended/i
const mirrored =
  /(?:^| )--(?:delete|remove|prune|purge|drop|delete-removed|delete-(?:unmatched-)?dest[\w-]*)(?:[ =]true)?(?: |$)/

/** `--table-name orders` */
const named = / --(?:[\w-]+-)?(?:name|ids?)[ =](\S+)/

const EVERYBODY = 'everybody'

/** How many words may stand before the verb. */
const MAX_NOUNS = 5

const canUndo: Readonly<Partial<Record<ActVerb, boolean>>> = {
  create: true,
  read: true,
  change: true,
  grant: true,
}

interface Said {
  readonly service: string
  readonly by: string
  readonly words: readonly string[]
  readonly all: string
  readonly maybe?: true
}

function actOf(said: Said): ActFact | undefined {
  const { words, all } = said
  const found = verbIn(words.slice(0, MAX_NOUNS))
  if (settings.has(words[0] ?? '') || (found !== undefined && settings.has(found.rest))) return undefined
  if (found?.verb !== 'read' && opened.test(all))
    return factOf(said, { verb: 'grant', lasts: false, target: EVERYBODY })
  if (found?.verb !== 'read' && found?.verb !== 'delete' && mirrored.test(all))
    return factOf(said, { verb: 'delete', lasts: true, target: words.slice(0, 2).join(' ') })
  if (found === undefined) return undefined
  const next = words.slice(found.at + 1, found.at === 0 ? 3 : found.at + 2)
  const behind = next.length > 0 ? next.join(' ') : named.exec(all)?.[1]
  const around = found.rest === '' ? words.slice(0, found.at).join(' ') : found.rest
  const target = [around, behind].filter((text) => text !== undefined && text !== '').join(' ')
  return factOf(said, { ...meantBy(found, said), target })
}

function factOf({ service, by, all, maybe }: Said, { verb, lasts, target }: Meant): ActFact {
  const env = environment.exec(all)?.[1]?.toLowerCase()
  const undo = lasts ? false : canUndo[verb]
  return {
    service,
    verb,
    by,
    ...(target !== '' && { target }),
    ...(env !== undefined && { environment: env }),
    ...(undo !== undefined && { undo }),
    ...(maybe && { maybe }),
  }
}

interface Meant {
  readonly verb: ActVerb
  readonly lasts: boolean
  readonly target: string
}

/** What is created or changed says more than the verb. */
function meantBy({ verb, lasts, at }: FoundVerb, { words, all }: Said): Omit<Meant, 'target'> {
  if (words[at - 1] === 'rollout' && words[at] === 'restart') return { verb, lasts: false }
  const about = words.slice(0, at === 0 && verb === 'create' ? 2 : at + 1).flatMap(piecesOf)
  if (verb === 'publish' && isAbout('send', about)) return { verb: 'send', lasts }
  if ((verb !== 'create' && verb !== 'change') || lasts) return { verb, lasts }
  if (verb === 'change' && emptied.test(all)) return { verb, lasts: true }
  if (isAbout('grant', about)) return { verb: 'grant', lasts: false }
  if (isAbout('deploy', about)) return { verb: 'deploy', lasts: false }
  if (isAbout('publish', about) && !/ --draft\b/.test(all)) return { verb: 'publish', lasts: true }
  return { verb, lasts: verb === 'change' && isAbout('lasts', about) }
}

const acts = new WeakMap<CommandFact, readonly ActFact[]>()

export function actsOfCommand(command: CommandFact): readonly ActFact[] {
  const known = acts.get(command)
  if (known !== undefined) return known
  const found = requestActs(command) ?? [commandAct(command)].filter((each) => each !== undefined)
  acts.set(command, found)
  return found
}

/** Local histories and devices, which `push` and `delete` as others publish. */
const ownProgram = /^(?:git|hg|svn|jj|sl|gt|adb|dvc|colima|limactl)$/

/** A program that no table knows is read by the grammar that most follow. */
function commandAct({ argv, program, open = [], assignments }: CommandFact): ActFact | undefined {
  const [first = '', ...rest] = argv
  if (program === '' || rest.at(-1) === '-h' || rest.some((word) => harmless.test(word))) return undefined
  const all = [...Object.entries(assignments).map((pair) => pair.join('=')), ...rest].join(' ')
  const service = serviceOf.get(program)
  const stated = statementAct({ program, argv, all, isClient: service !== undefined })
  if (stated !== undefined) return stated
  if (showsSecret({ program, words: rest, isService: service !== undefined }))
    return { service: service ?? program, verb: 'read', target: SECRET, by: program, undo: false }
  if (local.test(all) || ownProgram.test(program)) return undefined
  const words = plainWords(rest, open)
  const said = { service: service ?? program, by: program, words, all }
  if (service !== undefined) return liveAct(said) ?? pushAct(said) ?? actOf(said)
  return programOf(first) === undefined || program === 'java' ? unknownAct(said, first) : knownAct(said)
}

/** `vercel --prod` */
function liveAct(said: Said): ActFact | undefined {
  const isLive =
    /(?:^| )--prod(?:uction)?(?: |$)/.test(said.all) && verbIn(said.words.slice(0, MAX_NOUNS)) === undefined
  return isLive ? factOf(said, { verb: 'deploy', lasts: false, target: said.words.join(' ') }) : undefined
}

/** Their words are names of scripts and targets. */
const runner =
  /^(?:npm|pnpm|yarn|bun|make|just|task|rake|mix|mvnw?|gradlew?|nx|turbo|dart|flutter|pod|lerna|changeset)$/

/** Of what works on this machine only the words count that say otherwise. */
function knownAct(said: Said): ActFact | undefined {
  const isRunner = runner.test(said.by)
  const [first = ''] = said.words
  if (!isRunner && programOf(said.by)?.subcommand(first) === undefined) return undefined
  const words = isRunner ? said.words.slice(first === 'run' ? 1 : 0) : said.words.slice(0, 2)
  const act = actOf({ ...said, words: words.slice(0, 3) })
  const isOutward = act !== undefined && (act.verb === 'grant' || isGoingOut(words))
  return isOutward ? act : pushAct({ ...said, words })
}

function unknownAct(known: Said, first: string): ActFact | undefined {
  if (first.includes('/')) return undefined
  const said: Said = { ...known, maybe: true }
  const act = actOf(said)
  if (act === undefined) return pushAct(said)
  const { verb, target, environment: place = '' } = act
  const isLive = place.startsWith('prod') && (verb === 'change' || verb === 'grant' || verb === 'deploy')
  const isLost = verb === 'delete' && (isOfNoun(said.words) || mirrored.test(said.all))
  return isLive || isLost || target === EVERYBODY || isGoingOut(said.words) ? act : pushAct(said)
}

const outward = /^(?:(?:re|un)?deploy|(?:un)?publish|yank|deprecate)$/

/** `modal deploy shop.py`, `mix hex.publish`, `dart pub publish` */
function isGoingOut(words: readonly string[]): boolean {
  const { at = MAX_NOUNS, rest = '' } = verbIn(words.slice(0, 3)) ?? {}
  const spoken = piecesOf(words[at] ?? '').find((piece) => outward.test(piece))
  return (
    spoken !== undefined &&
    !/local|assets/.test(rest) &&
    words.slice(0, at).every((word) => isPlain.test(word))
  )
}

/** `gem push`, `dotnet nuget push`, `twine upload` */
function pushAct(said: Said): ActFact | undefined {
  const [first = '', second = ''] = said.words
  const at = pushes.test(first) ? 1 : pushes.test(second) && first !== 'db' ? 2 : 0
  return at === 0 ? undefined : factOf(said, { verb: 'publish', lasts: true, target: said.words[at] ?? '' })
}

const pushes = /^(?:push|upload)$/
const isPlain = /^[a-z][a-z\d:.-]*$/i
const strong =
  /^(?:del|delete|destroy|purge|terminate|wipe|erase|undefine|unregister|deprovision|decommission|nuke|forget)$/

/** `widgets orders delete 17`, `widgets delete-order 17`, `widgets orders:delete 17`, `widgets destroy 17`. */
function isOfNoun(words: readonly string[]): boolean {
  const { at = 0, rest = '' } = verbIn(words) ?? {}
  return (
    words.slice(0, at + 1).every((word) => isPlain.test(word)) &&
    (at > 0 || rest !== '' || strong.test(words[0] ?? ''))
  )
}

/** Without options, and without the values of long ones. */
function plainWords(words: readonly string[], open: readonly number[]): readonly string[] {
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ''
    if (word === '--') break
    if (/^-|[\s=]/.test(word) || open.includes(at + 1)) continue
    if (/^--?[a-z][\w-]*$/i.test(before)) continue
    found.push(word)
  }
  return found
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
  if (toolShowsSecret(own)) return [{ service, verb: 'read', target: SECRET, by: tool, undo: false }]
  const named = actions.map((name) => fields[name]).filter((each) => typeof each === 'string')
  const all = JSON.stringify(fields).slice(0, 4096)
  const said = { service, by: tool, all }
  const spoken = named.map((each) => actOf({ ...said, words: [each.replace(/^.*[.:](?=\w)/, '')] }))
  const found = [actOf({ ...said, words: [own.join('_')] }), ...spoken].filter((each) => each !== undefined)
  return found.filter(({ verb }) => found.length === 1 || verb !== 'read')
}
