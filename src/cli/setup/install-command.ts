// `hooks install` and `hooks uninstall`: for one agent that is named, or for all that are found.
import { type Host, writeFailure } from '../../run/call.ts'
import {
  done,
  install,
  type InstallEffects,
  type InstallPlan,
  type InstallRequest,
  planFor,
  refusal,
  type Report,
  uninstall,
} from './install.ts'
import { type PersonAction, recordDone, whyNotConsented, whyNotHere } from '../person/consent.ts'
import { agentPlace, installableAgent, type InstallableAgent, tracesOf } from '../agents/agents.ts'
import { callersOf } from '../agents/agent-programs.ts'
import { compileLayers, findProjectConfig, untrustedNote } from '../open-project.ts'
import { installAll, isInstalled, requestOf, type SetUpOptions, uninstallAll } from './install-all.ts'
import type { HookTrust, Inspection, TrustPlace, UntrustedHook } from '../../agents/shared/agent.ts'
import { callerPath } from '../../agents/shared/shim.ts'
import { lookAt } from '../../store/disk/files.ts'
import { shortDiff } from '../page/diff.ts'
import { hookTrusts } from '../../catalog.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'

export async function runInstall(
  host: Host,
  agent: string | undefined,
  options: SetUpOptions,
): Promise<number> {
  const place = agentPlace(host, findProjectConfig(host))
  const effects = { ...place, callers: options.check === true ? {} : await callersOf(place, agent) }
  // Of those that are found, only some ask for trust.
  const trusts = ({ agent: name }: InstallRequest): boolean =>
    options.trust === true && (agent !== undefined || trustOf(name) !== undefined)
  const step = (request: InstallRequest): Promise<number> | number =>
    options.check === true
      ? print(host, check(request, effects))
      : installOne(host, { ...request, trust: trusts(request) }, effects)
  const exit =
    agent === undefined
      ? await installAll(host, { effects, options, step })
      : await step(requestOf(agent, options))
  if (exit === 0 && options.check !== true && options.dryRun !== true) host.out(noteOfTrust(host))
  return exit
}

async function installOne(host: Host, request: InstallRequest, effects: InstallEffects): Promise<number> {
  const trust = request.trust === true
  const agent = installableAgent(request.agent)
  const refused = trust && typeof agent !== 'string' ? whyNoTrust(host, agent) : undefined
  if (refused !== undefined) return writeFailure(host, refused)
  const exit = print(host, install(request, effects))
  const isLeft = trust && exit === 0 && !request.dry_run
  return isLeft ? print(host, await trustHooks(host, request, effects)) : exit
}

export async function runUninstall(
  host: Host,
  agent: string | undefined,
  options: SetUpOptions,
): Promise<number> {
  const here = findProjectConfig(host)
  const action = uninstalling
  const inside = options.dryRun === true ? undefined : whyNotHere(host, here, action)
  if (inside !== undefined) return writeFailure(host, inside)
  const effects = agentPlace(host, here)
  const step = (request: InstallRequest): number => print(host, uninstall(request, effects))
  const consent = (): string | undefined => {
    const refused = whyNotConsented(host, action)
    if (refused === undefined) recordDone(host, here, action)
    return refused
  }
  if (agent === undefined) return uninstallAll(host, { effects, options, step, consent })
  const request = requestOf(agent, options)
  const refused = options.dryRun !== true && isInstalled(request, effects) ? consent() : undefined
  return refused === undefined ? step(request) : writeFailure(host, refused)
}

const uninstalling: PersonAction = { verb: 'uninstall', what: 'take hooks away' }

function noteOfTrust(host: Host): string {
  const { units } = compileLayers(host, findProjectConfig(host), { asks: false })
  const note = untrustedNote(units)
  return note === undefined ? '' : `! ${note}\n`
}

function print(host: Host, { out, err, exit }: Report): number {
  host.out(out)
  host.err(err)
  return exit
}

/** Whether settings are as `install` writes them. */
function check(request: InstallRequest, effects: InstallEffects): Report {
  const plan = planFor(request, effects, 'check')
  if (typeof plan === 'string') return refusal(plan)
  const { agent, change, diff } = plan
  const wrong = faults(plan, effects)
  if (wrong.length === 0) return done(`✓ ${agent.name} calls hooks as install writes it  ${change.path}`)
  const lines = [
    `✗ ${agent.name}: ${wrong.join('; ')}  ${change.path}`,
    ...(diff === '' ? [] : [shortDiff(diff)]),
    `  hooks install ${agent.name} --${plan.file.scope}`,
  ]
  return { ...done(...lines), exit: 1 }
}

/** A project's line finds the package by itself: there the shim may be missing. */
function faults(plan: InstallPlan, { files }: InstallEffects): readonly string[] {
  const { agent, file, lines, change, changes, kind } = plan
  const { scope, shim, settings } = file
  const programs = kind.exec === true ? [callerPath(shim, agent.name)] : []
  const state = agent.settings.inspect(settings, lines)
  const entries = entriesOf(state, Object.keys(agent.settings.events).length)
  const beside = changes.filter((each) => each !== change && each.diff !== '')
  return [
    ...entries,
    ...(entries.length === 0 && change.diff !== '' ? ['it holds more than install writes'] : []),
    ...(state.disabled === undefined ? [] : [state.disabled]),
    ...beside.map(({ path }) => `${path} is missing or another`),
    ...(scope !== 'project' && files.read(shim) === undefined ? [`${shim} is missing`] : []),
    ...programs.filter((each) => lookAt(each) === undefined).map((each) => `${each} is missing`),
  ]
}

function entriesOf({ missing, outdated }: Inspection, all: number): readonly string[] {
  if (missing.length === all) return ['it does not call hooks']
  return [
    ...(missing.length === 0 ? [] : [`${missing.join(', ')} missing`]),
    ...(outdated.length === 0 ? [] : [`${outdated.join(', ')} not as install writes it`]),
  ]
}

function trustOf(agent: string): HookTrust | undefined {
  return hookTrusts.find((each) => each.agent === agent)
}

/** What `--trust` can do nothing about, before anything is written. */
function whyNoTrust(host: Host, { name }: InstallableAgent): string | undefined {
  if (trustOf(name) === undefined) return `${name} does not ask for trust in hooks: leave --trust away`
  return whyNotHere(host, findProjectConfig(host), { verb: 'trust', what: 'trust hooks' })
}

/** Shown first, then recorded. */
async function trustHooks(host: Host, request: InstallRequest, effects: InstallEffects): Promise<Report> {
  const plan = planFor(request, effects, 'check')
  if (typeof plan === 'string') return refusal(plan)
  const { agent, file } = plan
  const trust = trustOf(agent.name)
  const { program } = tracesOf(agent, effects) ?? {}
  if (trust === undefined || program === undefined)
    return refusal(`${agent.name} is not on PATH, so it cannot be asked. ${agent.settings.asksTrust}`)
  const place: TrustPlace = { ...effects, program, settings: file.target }
  const hooks = await trust.list(place)
  if (typeof hooks === 'string')
    return refusal(`${agent.name} cannot be asked: ${hooks}. ${agent.settings.asksTrust}`)
  if (hooks.length === 0) return done(`✓ ${agent.name} trusts its hooks`)
  host.out(`${shown(agent.name, hooks)}\n`)
  const accepted = await trust.accept(hooks, place)
  if (typeof accepted === 'string') return refusal(accepted)
  return done(`✓ ${agent.name} trusts ${plural(hooks.length, 'hook')}  ${accepted.file}`)
}

function shown(agent: string, hooks: readonly UntrustedHook[]): string {
  const lines = hooks.map(({ event, command }) => `  ${event}\n    ${visible(command)}`)
  return [`${agent} is told to trust ${plural(hooks.length, 'command')}:`, ...lines].join('\n')
}
