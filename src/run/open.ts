import { resolve } from 'node:path'
import { catalog, settingsFiles } from '../catalog.ts'
import { withFields } from '../engine/subject.ts'
import { eventNamed } from '../model/events.ts'
import { isObject } from '../model/plain-object.ts'
import { commandFields } from '../model/tool-groups.ts'
import type { Env, Event, Files } from '../model/types.ts'
import { childPath, isPathField, relativeTo } from '../patterns/paths/paths.ts'
import { dirs as findDirs, projectKey } from '../store/disk/dirs.ts'
import { createClock, createFiles } from '../store/disk/files.ts'
import {
  type Compiler,
  openPlan,
  type PlanInForce,
  type PlanPlace,
  type RenewRequest,
} from '../store/plan/plan.ts'
import { renewPlan } from '../store/plan/renew.ts'
import { type Host, isPerson, type Opened, type SentPayload } from './call.ts'
import { locateProject } from './locate.ts'
import { sealEnv } from './sealed.ts'

/** A runner's own agent need not say which recipe it works for. */
function inRecipe(event: Event, { HOOKS_RECIPE: recipe }: Env): Event {
  return recipe === undefined || event.recipe !== undefined ? event : withFields(event, { recipe })
}

/** The event that the calling settings name: by our name where they are another agent's. */
function claimedBy({ options, dialect }: SentPayload): string | undefined {
  const { agent, event } = options
  return event === undefined || agent === dialect.name ? event : (eventNamed(event) ?? event)
}

/** From a payload to its project, its event and the plan in force. */
export async function openCall(caller: Host, sent: SentPayload): Promise<Opened> {
  const clock = createClock()
  const started = clock.elapsed()
  const sealed = sent.live ? sealEnv(caller, sent) : undefined
  const host = sealed === undefined ? caller : { ...caller, ...sealed }
  const files = createFiles()
  const dirs = { ...findDirs(host.env), projectConfigs: sealed?.projectConfigs ?? [] }
  const { root, nested, payload, problem } = locateProject(host, sent, { files, dirs })
  const { cwd, env } = host
  const decoded = sent.dialect.decode(payload, { env, cwd, root, files, claimed: claimedBy(sent) })
  const event = inRecipe(decoded, env)
  const asked = clock.elapsed()
  const project = projectKey(root)
  const plan = openPlanFor(host, {
    root,
    project,
    dirs,
    files,
    now: clock.now(),
    event: event.event,
    session: event.session_id,
    configs: sent.options.config.map((file) => resolve(cwd, file)),
    dry: sent.options.dryRun,
    consent: !sent.live && isPerson(host),
  })
  const isCompiled = plan instanceof Promise
  let leaves: boolean | undefined
  return {
    host,
    sent,
    sealed,
    event,
    plan: isCompiled ? await plan : plan,
    dirs,
    stateDir: childPath(dirs.state, project),
    nested,
    ...(problem !== undefined && { problem }),
    mayLeave: () => (leaves ??= mayLeave(event, files)),
    clock,
    files,
    started,
    compiled_ms: isCompiled ? clock.elapsed() - asked : 0,
  }
}

export function openPlanFor(host: Host, place: PlanPlace): PlanInForce | Promise<PlanInForce> {
  const { version, build, packageDir, env } = host
  return openPlan(place, {
    version,
    build,
    packageDir,
    env,
    isBelowAgent: () => host.load('ancestors').isBelowAgent(host),
    renew: (request) => host.load('compile').renewFor(host, request),
  })
}

/** Apart from the calls whose plan is kept. */
export function renewFor(host: Host, request: RenewRequest): Promise<PlanInForce> {
  return renewPlan(request, compilerOf(host), host.isGuest === true)
}

/** What compiles rules, with all that is in the catalogue. */
export function compilerOf({ version, packageDir, env, load }: Host): Compiler {
  const templateProblem = (body: string): string | undefined => load('liquid').templateProblem(body)
  return { version, packageDir, env, catalog, settingsFiles, templateProblem }
}

/** A path from the top or from home, also behind the letter of an option, one level up, or what a shell would fill in. */
const leads = /(?:^|[^\w.\-*]|\\[nrt]|(?<![\w-])-\w)[~/]|\.\.|\$/
/** Words that are looked at; a longer text may lead anywhere. */
const MAX_WORDS = 64

/** Whether a call could work outside of the root, told from its text and the links that it names: most say at once that they do not. */
export function mayLeave({ root, cwd, tool_input: input }: Event, { real }: Pick<Files, 'real'>): boolean {
  if (relativeTo(root, cwd) === undefined) return true
  if (input === undefined) return false
  const named = isObject(input)
    ? Object.entries(input).filter(([key]) => commandFields.includes(key) || isPathField(key))
    : []
  const text = JSON.stringify(named.length === 0 ? input : named.map(([, value]) => value))
  const inside = text.replaceAll(`${root}/`, '')
  if (leads.test(inside)) return true
  const words = new Set(inside.match(/[\w.\-/]+/g))
  const top = real(root)
  const dirs = [...new Set([root, cwd])]
  const leaves = (word: string): boolean =>
    dirs.some((dir) => relativeTo(top, real(`${dir}/${word}`)) === undefined)
  return words.size > MAX_WORDS || [...words].some(leaves)
}
