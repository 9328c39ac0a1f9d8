// How the entries of one settings file are.
import satisfies from 'semver/functions/satisfies.js'
import type { EventName } from '../../model/types.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import type { InstallableAgent } from '../agents/agents.ts'
import { type AgentFile, callsUs } from '../agents/agent-files.ts'
import { lookAt } from '../../store/disk/files.ts'
import type { CommandAnswer } from '../agents/try-agents.ts'
import type { Drift } from './drift.ts'
import type { Finding, FindingCode } from './finding.ts'

/** How many rules there are for an event. */
export type RulesAt = (event: EventName) => number

export interface FileState {
  readonly file: AgentFile
  readonly drift: Drift
  /** What its command answers as the person's shell starts it, and as a desktop would. */
  readonly answer?: CommandAnswer
  readonly desktop?: CommandAnswer
  /** Events, by the agent's names, that another file of it calls us for. */
  readonly elsewhere: readonly string[]
  readonly rulesAt: RulesAt
  /** Of the agent's program. */
  readonly version?: string | undefined
}

export function fileFindings(agent: InstallableAgent, state: FileState): readonly Finding[] {
  const { file } = state
  const mend = { fix: `hooks install ${agent.name} --${file.scope}`, repair: file.scope }
  if (file.problem !== undefined) return [unreadable(file, mend.fix)]
  if (!callsUs(file)) return [gone(mend)]
  const caller = called(agent, state)
  return [
    ...(file.disabled === undefined ? [] : [disabled(file.disabled, file.path)]),
    ...(file.missing.length + file.outdated.length === 0 ? [whole(file)] : []),
    ...missing(agent, state).map((each) => ({ ...each, ...mend })),
    ...outdated(agent, state).map((each) => ({ ...each, ...mend })),
    ...caller.map((each) => ({ ...each, ...mend })),
    ...drifted(state.drift),
    ...(caller.some(({ code }) => code === 'shim') ? [] : answered(state)).map((each) =>
      each.level === 'fine' ? each : { ...each, ...mend },
    ),
  ]
}

/** What others wrote in a file that cannot be read is not ours to replace. */
function unreadable({ problem = '', installed }: AgentFile, fix: string): Finding {
  const message = problem.replace(/\. Nothing was changed\.$/, '')
  const level = installed ? 'problem' : 'warning'
  return { level, code: 'settings', message, fix: `mend the file, then ${fix}` }
}

type Mend = Pick<Finding, 'fix' | 'repair'>

function gone(mend: Mend): Finding {
  return {
    level: 'problem',
    code: 'missing',
    message: 'install wrote to this file, and our entries are gone',
    ...mend,
  }
}

function whole({ current }: AgentFile): Finding {
  const message = `calls us for ${plural(current.length, 'event')}, as install writes it`
  return { level: 'fine', code: 'installed', message }
}

function disabled(setting: string, path: string): Finding {
  const message = `${setting}: the agent runs no hooks at all`
  return { level: 'problem', code: 'disabled', message, fix: `change that in ${path}` }
}

/** By our names of events; those without rules together. */
function missing(
  { settings: { events } }: InstallableAgent,
  { file, elsewhere, rulesAt }: FileState,
): readonly Finding[] {
  const absent = file.missing.filter((native) => !elsewhere.includes(native))
  const ruled = absent.flatMap((native) => {
    const event = events[native]
    const rules = event === undefined ? 0 : rulesAt(event)
    return rules === 0 ? [] : [{ native, rules }]
  })
  const rest = absent.filter((native) => !ruled.some((each) => each.native === native))
  return [
    ...ruled.map(({ native, rules }): Finding => {
      const message = `${native}: ${plural(rules, 'rule')}, but it does not call us for it`
      return { level: 'problem', code: 'missing', message }
    }),
    ...(rest.length === 0 ? [] : [noEntry(rest)]),
  ]
}

function noEntry(events: readonly string[]): Finding {
  return { level: 'warning', code: 'missing', message: `no entry for ${events.join(', ')}` }
}

/** Another form may still call us, or not for every tool. */
function outdated({ settings: { events } }: InstallableAgent, { file }: FileState): readonly Finding[] {
  if (file.outdated.length === 0) return []
  const left = file.outdated.filter((native) => events[native] === undefined)
  const names = file.outdated.filter((native) => !left.includes(native))
  return [
    ...(names.length === 0 ? [] : [old(`not as this version installs it: ${names.join(', ')}`)]),
    ...(left.length === 0 ? [] : [old(`called for nothing any more: ${left.join(', ')}`)]),
  ]
}

/** Where the agent starts the caller itself. */
function called({ settings: { exec } }: InstallableAgent, { file, version }: FileState): readonly Finding[] {
  const { caller } = file
  if (caller === undefined || exec === undefined) return []
  const isOld = version !== undefined && !satisfies(version, exec.versions)
  return [
    ...(lookAt(caller) === undefined
      ? [{ level: 'problem', code: 'shim', message: `${caller} is gone: every call is refused` } as const]
      : []),
    ...(isOld ? [old(`${version} may let calls pass when it cannot start ${caller}`)] : []),
  ]
}

function old(message: string): Finding {
  return { level: 'warning', code: 'outdated', message }
}

function drifted({ added, removed }: Drift): readonly Finding[] {
  return [
    ...(added.length === 0 ? [] : [other('foreign-added', since(added, 'came'))]),
    ...(removed.length === 0 ? [] : [other('foreign-removed', since(removed, 'went'))]),
  ]
}

function since(hooks: readonly string[], verb: string): string {
  return `${plural(hooks.length, 'other hook')} ${verb} since install: ${hooks.join('; ')}`
}

function other(code: FindingCode, message: string): Finding {
  return { level: 'note', code, message }
}

function answered({ answer, desktop }: FileState): readonly Finding[] {
  if (answer === undefined) return []
  const { problem, version = '', ms } = answer
  if (problem !== undefined)
    return [
      { level: problem.startsWith('not tried') ? 'warning' : 'problem', code: 'answer', message: problem },
    ]
  const fine: Finding = { level: 'fine', code: 'answer', message: `answers in ${ms} ms: hooks ${version}` }
  if (desktop?.problem === undefined) return [fine]
  const message = `started from a desktop, with PATH=${DESKTOP_PATH}: ${desktop.problem}`
  return [fine, { level: 'warning', code: 'answer', message }]
}

/** What programs get that no shell started. */
export const DESKTOP_PATH = '/usr/bin:/bin:/usr/sbin:/sbin'
