// `install` and `uninstall` without a name: what was found is listed, and asked about once.
import { type Host, isPerson, writeFailure } from '../../run/call.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { type InstallEffects, type InstallRequest, notKnown, planFor } from './install.ts'
import { choosePaint, pageWidth, shortPath } from '../page/page.ts'
import { drawRows, type Row } from '../page/columns.ts'
import type { Scope } from '../../agents/shared/agent.ts'
import { agentFiles, callsUs } from '../agents/agent-files.ts'
import {
  type AgentPlace,
  type InstallableAgent,
  installableAgents,
  scopes,
  tracesOf,
} from '../agents/agents.ts'

interface All {
  readonly effects: InstallEffects
  readonly options: SetUpOptions
  /** For one of them. Returns the exit code. */
  readonly step: (request: InstallRequest) => Promise<number> | number
}

export async function installAll(host: Host, { effects, options, step }: All): Promise<number> {
  const targets = installTargets(effects, scopeOf(options))
  if (targets.length === 0) return writeFailure(host, nothingFound)
  const finds = targets.map((target) => findingOf(target, options, effects))
  if (options.check === true)
    return stepAll(
      finds.filter(({ is }) => is !== 'untested'),
      step,
    )
  const wanted = finds.filter(({ is }) => is === 'new' || is === 'current')
  const fresh = wanted.filter(({ is }) => is === 'new')
  if (options.dryRun === true) return stepAll(wanted, step)
  const refused = finds.filter(({ is }) => is === 'refused').length > 0 ? 1 : 0
  if (fresh.length > 0 || wanted.length === 0) {
    show(host, effects, finds)
    if (wanted.length === 0) return writeFailure(host, 'nothing was written')
    const problem = whyNotAsked(host, options, fresh.length)
    if (problem !== undefined) return writeFailure(host, problem)
  }
  return Math.max(refused, await stepAll(wanted, step))
}

const nothingFound =
  'no agent was found, neither a program on PATH nor a directory here or at home. Name one: hooks install claude-code'

interface AllAway extends All {
  /** Asks, once all of it is shown. Returns why not. */
  readonly consent: () => string | undefined
}

export async function uninstallAll(
  host: Host,
  { effects, options, step, consent }: AllAway,
): Promise<number> {
  const only = scopeOf(options)
  const files = installableAgents.flatMap((agent) => agentFiles(agent, effects))
  const finds = files
    .filter((file) => file.problem === undefined && (callsUs(file) || file.installed))
    .filter(({ scope }) => only === undefined || scope === only)
    .map(({ agent, scope, path }): SetUpFinding => {
      return { request: requestOf(agent, options, scope), path, is: 'gone', says: 'calls hooks' }
    })
  if (finds.length === 0) {
    host.out('✓ no agent calls hooks\n')
    return 0
  }
  if (options.dryRun !== true) {
    show(host, effects, finds)
    const problem = consent()
    if (problem !== undefined) return writeFailure(host, problem)
  }
  return stepAll(finds, step)
}

interface SetUpFinding {
  readonly request: InstallRequest
  readonly path: string
  readonly is: keyof typeof looks
  readonly says: string
}

function findingOf(target: SetUpTarget, options: SetUpOptions, place: InstallEffects): SetUpFinding {
  const { agent, scope, seen } = target
  const request = requestOf(agent.name, options, scope)
  const path = agent.settings.file(scope, place) ?? ''
  const found = (is: SetUpFinding['is'], says: string): SetUpFinding => ({ request, path, is, says })
  const plan = planFor({ ...request, untested: true }, place, 'install')
  if (typeof plan === 'string') return found('refused', plan.replace(`${path}:`, ''))
  if (plan.diff === '') return found('current', 'calls hooks already')
  if (options.dryRun !== true && typeof planFor(request, place, 'install') === 'string')
    return found('untested', `not written without --untested: ${notKnown(agent)}`)
  const events = plural(Object.keys(agent.settings.events).length, 'event')
  const where = seen === undefined ? '' : `, found ${shortPath(seen, { cwd: place.root, home: place.home })}`
  return found('new', events + where)
}

const looks = {
  new: ['+', 'green'],
  current: ['✓', 'green'],
  untested: ['·', 'dim'],
  refused: ['✗', 'red'],
  gone: ['-', 'yellow'],
} as const

function show(host: Host, { home }: InstallEffects, finds: readonly SetUpFinding[]): void {
  const rows = finds.map(({ request, is, says, path }): Row => {
    const [glyph, colour] = looks[is]
    const place = shortPath(path, { cwd: host.cwd, home })
    return { glyph, colour, name: request.agent, word: `--${request.scope}`, text: says, place, whole: true }
  })
  host.out(`${drawRows(rows, pageWidth(host.columns), choosePaint(host)).join('\n')}\n`)
}

function whyNotAsked(host: Host, { yes }: SetUpOptions, count: number): string | undefined {
  if (yes === true) return undefined
  if (!isPerson(host))
    return 'this is not a terminal to ask at: hooks install --yes for all of them, hooks install NAME for one'
  host.out(`Write ${count === 1 ? 'this file' : `these ${count} files`}? [y/N] `)
  return /^\s*y(?:es)?\s*$/i.test(host.line()) ? undefined : 'nothing was written'
}

async function stepAll(finds: readonly SetUpFinding[], step: All['step']): Promise<number> {
  let exit = 0
  for (const { request } of finds) exit = Math.max(exit, await step(request))
  return exit
}

export interface SetUpOptions {
  readonly user?: boolean
  readonly project?: boolean
  readonly local?: boolean
  readonly require?: boolean
  readonly dryRun?: boolean
  readonly check?: boolean
  readonly yes?: boolean
  readonly untested?: boolean
  readonly trust?: boolean
}

export function requestOf(agent: string, options: SetUpOptions, scope = scopeOf(options)): InstallRequest {
  const { dryRun = false, require = false, untested = false } = options
  return { agent, require, untested, dry_run: dryRun, ...(scope !== undefined && { scope }) }
}

function scopeOf(options: SetUpOptions): Scope | undefined {
  return (['user', 'project', 'local'] as const).find((each) => options[each])
}

/** Settings that are meant when no agent is named. */
interface SetUpTarget {
  readonly agent: InstallableAgent
  readonly scope: Scope
  /** The agent's program or directory; absent where only its settings name hooks. */
  readonly seen?: string | undefined
}

/** Agents on this machine, where they call hooks already, else where `install` writes for them. */
function installTargets(place: AgentPlace, only: Scope | undefined): readonly SetUpTarget[] {
  return installableAgents.flatMap((agent): readonly SetUpTarget[] => {
    const calling = agentFiles(agent, place).filter(callsUs)
    const { program, directory } = tracesOf(agent, place) ?? {}
    const seen = program ?? directory
    if (seen === undefined && calling.length === 0) return []
    const has = scopes.filter((scope) => agent.settings.file(scope, place) !== undefined)
    const usual = agent.settings.defaultScope ?? has[0]
    const named = calling.length > 0 ? calling.map(({ scope }) => scope) : [usual]
    return has
      .filter((scope) => (only === undefined ? named.includes(scope) : scope === only))
      .map((scope) => ({ agent, scope, seen }))
  })
}

/** Whether `uninstall` has something to take away. */
export function isInstalled(request: InstallRequest, place: InstallEffects): boolean {
  const plan = planFor(request, place, 'uninstall')
  return typeof plan !== 'string' && (plan.diff !== '' || plan.file.installed)
}
