// How the entries of one settings file are, and what became of the file since `install`.
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import satisfies from 'semver/functions/satisfies.js'
import type { CheckPlace, SettingsValues } from '../../agents/shared/agent.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { readSettings } from '../../agents/shared/settings/settings-file.ts'
import { defined, isObject } from '../../model/plain-object.ts'
import type { Plan } from '../../model/types.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import { type AgentFile, callsUs } from '../agents/agent-files.ts'
import type { AgentPlace, InstallableAgent } from '../agents/agents.ts'
import { type CommandAnswer, tryCommand } from '../agents/try-agents.ts'
import { type Finding, fine, found, note, problem, warning } from './finding.ts'

/** Commands of others' hooks that came or went since `install`. */
interface Drift {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export interface ExaminedFile extends AgentFile, Drift {
  readonly answer?: CommandAnswer
  readonly findings: readonly Finding[]
}

export interface FileContext {
  readonly place: AgentPlace
  readonly plan: Plan | undefined
  /** The agent's program, and its version. */
  readonly program: string | undefined
  readonly version: string | undefined
  /** The agent's settings files. */
  readonly all: readonly AgentFile[]
}

export async function examineFile(
  agent: InstallableAgent,
  file: AgentFile,
  around: FileContext,
): Promise<ExaminedFile> {
  const drift = driftOf(agent, file, around)
  const { answer, desktop } = tryTwice(file, around.place)
  const mend = { fix: `hooks install ${agent.name} --${file.scope}`, repair: file.scope }
  const byInstall = (findings: readonly Finding[]): readonly Finding[] =>
    findings.map((each) => (each.level === 'fine' ? each : { ...each, ...mend }))
  const examined = { ...file, ...drift, ...defined({ answer }) }
  if (file.problem !== undefined)
    return { ...examined, findings: [unreadable(file.problem, file.installed, mend.fix)] }
  const gone = problem('missing', 'install wrote to this file, and our entries are gone')
  if (!callsUs(file)) return { ...examined, findings: byInstall([gone]) }
  const direct = directFindings(agent, file, around)
  const entries = [...missingFindings(agent, file, around), ...outdatedFindings(agent, file), ...direct]
  const answers = direct.some(({ code }) => code === 'shim') ? [] : answerFindings(answer, desktop)
  const findings = [
    ...wholeFindings(file),
    ...byInstall(entries),
    ...driftFindings(drift),
    ...byInstall(answers),
    ...(await skipFindings(agent, file, around)),
  ]
  return { ...examined, findings }
}

/** What others wrote in a file that cannot be read is not ours to replace. */
function unreadable(why: string, installed: boolean, fix: string): Finding {
  const message = why.replace(/\. Nothing was changed\.$/, '')
  return (installed ? problem : warning)('settings', message, `mend the file, then ${fix}`)
}

function wholeFindings({ disabled, path, missing, outdated, current }: AgentFile): readonly Finding[] {
  const off = `${disabled}: the agent runs no hooks at all`
  return found(
    disabled !== undefined && problem('disabled', off, `change that in ${path}`),
    missing.length + outdated.length === 0 &&
      fine('installed', `calls us for ${plural(current.length, 'event')}, as install writes it`),
  )
}

/** By our names of events; those without rules together. */
function missingFindings(
  { settings: { events } }: InstallableAgent,
  { missing }: AgentFile,
  { all, plan }: FileContext,
): readonly Finding[] {
  const elsewhere = new Set(all.flatMap(({ current, outdated }) => [...current, ...outdated]))
  const absent = missing
    .filter((native) => !elsewhere.has(native))
    .map((native) => {
      const event = events[native]
      const rules = (event === undefined ? undefined : plan?.events[event]) ?? []
      return { native, rules: new Set(rules.map(({ name }) => name.replace(/\/\d+$/, ''))).size }
    })
  const rest = absent.filter(({ rules }) => rules === 0).map(({ native }) => native)
  return [
    ...absent
      .filter(({ rules }) => rules > 0)
      .map(({ native, rules }) =>
        problem('missing', `${native}: ${plural(rules, 'rule')}, but it does not call us for it`),
      ),
    ...found(rest.length > 0 && warning('missing', `no entry for ${rest.join(', ')}`)),
  ]
}

/** Another form may still call us, or not for every tool. */
function outdatedFindings(
  { settings: { events } }: InstallableAgent,
  { outdated }: AgentFile,
): readonly Finding[] {
  const [names, left] = [true, false].map((is) =>
    outdated.filter((name) => (events[name] !== undefined) === is),
  )
  return [
    ['not as this version installs it', names] as const,
    ['called for nothing any more', left] as const,
  ].flatMap(([what, all = []]) =>
    all.length === 0 ? [] : [warning('outdated', `${what}: ${all.join(', ')}`)],
  )
}

/** Where the agent starts the caller itself. */
function directFindings(
  { settings: { exec } }: InstallableAgent,
  { caller }: AgentFile,
  { version }: FileContext,
): readonly Finding[] {
  if (caller === undefined || exec === undefined) return []
  const isOld = version !== undefined && !satisfies(version, exec.versions)
  return found(
    lookAt(caller) === undefined && problem('shim', `${caller} is gone: every call is refused`),
    isOld && warning('outdated', `${version} may let calls pass when it cannot start ${caller}`),
  )
}

/** What programs get that no shell started. */
const DESKTOP_PATH = '/usr/bin:/bin:/usr/sbin:/sbin'

/** As the person's shell starts it, and as a desktop would; the time is that of the faster one. */
function tryTwice(
  file: AgentFile,
  place: AgentPlace,
): Readonly<Record<'answer' | 'desktop', CommandAnswer | undefined>> {
  const [answer, desktop] = [tryCommand(file, place), tryCommand(file, place, DESKTOP_PATH)]
  const isFair = answer?.problem === undefined && desktop?.problem === undefined
  return {
    answer: isFair && answer && desktop ? { ...answer, ms: Math.min(answer.ms, desktop.ms) } : answer,
    desktop,
  }
}

function answerFindings(
  answer: CommandAnswer | undefined,
  desktop: CommandAnswer | undefined,
): readonly Finding[] {
  if (answer === undefined) return []
  const { problem: why, version = '', ms } = answer
  if (why !== undefined) return [(why.startsWith('not tried') ? warning : problem)('answer', why)]
  const start = `started from a desktop, with PATH=${DESKTOP_PATH}`
  return found(
    fine('answer', `answers in ${ms} ms: hooks ${version}`),
    desktop?.problem !== undefined && warning('answer', `${start}: ${desktop.problem}`),
  )
}

function driftOf({ settings: agent }: InstallableAgent, file: AgentFile, { place }: FileContext): Drift {
  const before = readSettings(place.files, `${file.target}.bak`, agent)
  const isKnown = agent.own !== true && file.problem === undefined
  if (!isKnown || 'problem' in before || before.text === undefined) return { added: [], removed: [] }
  const [then = [], now = []] = [before, file].map(({ settings }) => foreignHooks(agent.uninstall(settings)))
  return { added: without(now, then), removed: without(then, now) }
}

interface ForeignHook {
  readonly event: string
  readonly hook: unknown
}

function foreignHooks({ hooks }: SettingsValues): readonly ForeignHook[] {
  return Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      listOf(isObject(group) ? group['hooks'] : []).map((hook) => ({ event, hook })),
    ),
  )
}

function without(these: readonly ForeignHook[], those: readonly ForeignHook[]): readonly string[] {
  return these
    .filter((each) => !those.some((other) => isDeepStrictEqual(each, other)))
    .map(({ event, hook }) => {
      const command = isObject(hook) ? (hook['command'] ?? hook['url'] ?? hook['type']) : hook
      return `${event}: ${typeof command === 'string' ? command : 'a hook'}`
    })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function driftFindings({ added, removed }: Drift): readonly Finding[] {
  return found(
    added.length > 0 && note('foreign-added', sinceInstall(added, 'came')),
    removed.length > 0 && note('foreign-removed', sinceInstall(removed, 'went')),
  )
}

function sinceInstall(hooks: readonly string[], verb: string): string {
  return `${plural(hooks.length, 'other hook')} ${verb} since install: ${hooks.join('; ')}`
}

/** Why the agent skips our entries. */
async function skipFindings(
  { checks }: InstallableAgent,
  { scope, target }: AgentFile,
  { place: { root, home, env }, program }: FileContext,
): Promise<readonly Finding[]> {
  const checked: CheckPlace = { root, home, env, scope, path: target, read: readObject }
  const asked = program === undefined ? [] : ((await checks?.ask?.({ ...checked, program })) ?? [])
  const skips = [...(checks?.skips?.(checked) ?? []), ...(typeof asked === 'string' ? [] : asked)]
  const silent = `${basename(program ?? '')} does not say whether it trusts our hooks`
  return [
    ...skips.map(({ code, message, fix }) => problem(code, message, fix)),
    ...found(typeof asked === 'string' && warning('not-trusted', `${silent}: ${asked}`)),
  ]
}

function readObject(file: string): SettingsValues {
  const parsed = parseJson(createFiles().read(file) ?? '{}', 'jsonc')
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
}
