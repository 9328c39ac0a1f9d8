// `hooks install` and `hooks uninstall`: hooks into an agent's settings, and out again.
import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EventCommand, Scope } from '../../agents/shared/agent.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import {
  applyChange,
  planBeside,
  planChange,
  type SettingsChange,
} from '../../agents/shared/settings/settings-file.ts'
import { callerPath, shimText } from '../../agents/shared/shim.ts'
import { type AgentFile, agentFile, agentFiles, callsUs } from '../agents/agent-files.ts'
import {
  type AgentPlace,
  installableAgent,
  type InstallableAgent,
  isOwn,
  type LineKind,
  linesFor,
  scopes,
} from '../agents/agents.ts'
import { addUser, readUsers, removeUser } from '../agents/shim-users.ts'
import { shortDiff } from '../page/diff.ts'

export interface InstallRequest {
  readonly agent: string
  /** Default: the first one that the agent has. */
  readonly scope?: Scope
  /** Refuse calls also where hooks never ran; stays until `uninstall`. */
  readonly require?: boolean
  /** Also where it was not seen live that the agent obeys. */
  readonly untested?: boolean
  /** Its user is not told to trust the entries: that comes next. */
  readonly trust?: boolean
  readonly dry_run: boolean
}

export interface InstallEffects extends AgentPlace {
  /** The native caller by the agents that start it without a shell. */
  readonly callers?: Readonly<Record<string, string>>
}

/** What a command prints and exits with. */
export interface Report {
  readonly out: string
  readonly err: string
  readonly exit: 0 | 1
}

/** Makes an agent call us at every event that can carry an outcome. Doing it again changes nothing. */
export function install(request: InstallRequest, effects: InstallEffects): Report {
  const plan = planFor(request, effects, 'install')
  if (typeof plan === 'string') return refusal(plan)
  const { agent, file, kind, change, changes, diff } = plan
  const { shim, target } = file
  // The shim is written before the settings that name it, so that the agent never calls a missing file.
  const failed = attempt(request, () => {
    const before = effects.files.read(shim)
    const { node } = effects
    const bin = lastingPath(effects)
    // The lines of one project name its own package; those of all projects have only what the shim names.
    const text = shimText(kind.own && file.scope !== 'user' ? { node } : { node, bin }, before)
    if (before !== text) effects.files.replace(shim, text, 0o755)
    const caller = kind.exec === true ? effects.callers?.[agent.name] : undefined
    if (caller !== undefined) effects.files.replaceProgram(callerPath(shim, agent.name), caller)
    addUser(effects.files, shim, target)
    for (const each of changes) applyChange(effects.files, each)
  })
  if (failed !== undefined) return refusal(failed)
  if (diff === '') return done(`✓ ${agent.name} already calls hooks  ${change.path}`)
  const { current, disabled } = agent.settings.inspect(change.settings, plan.lines)
  const calls = request.dry_run ? 'would call hooks' : 'calls hooks'
  return done(
    shortDiff(diff),
    `${request.dry_run ? '' : '✓ '}${agent.name} ${calls} for ${plural(current.length, 'event')}  ${change.path}`,
    ...(change.before === undefined || request.dry_run ? [] : [backupLine(target)]),
    ...(disabled === undefined
      ? []
      : [`! ${disabled} in this file: the agent runs no hooks until it is removed`]),
    ...notesFor(plan, request, effects),
  )
}

/** pnpm keeps a package in a directory of its version, which the next one takes away; the link to it stays. */
function lastingPath({ files, bin }: Pick<InstallEffects, 'files' | 'bin'>): string {
  const linked = bin.replace(/[/\\]\.pnpm[/\\][^/\\]+[/\\]node_modules(?=[/\\]hooks-yaml[/\\])/, '')
  return files.target(linked) === files.target(bin) ? linked : bin
}

function notesFor(
  { agent, file: { scope }, kind: { require, own }, change }: InstallPlan,
  request: InstallRequest,
  { bin }: InstallEffects,
): readonly string[] {
  const { asksTrust, untested } = agent.settings
  const without = require
    ? 'their calls are refused'
    : 'no rule is checked for them (--require: refuse instead)'
  return [
    ...(scope === 'project'
      ? [`! whoever shares this file needs the package, by npm install or npx hooks-yaml install: ${without}`]
      : []),
    ...(scope === 'local' && change.before === undefined
      ? ['  keep it out of git: it names places on this machine']
      : []),
    ...(untested === undefined ? [] : [`! ${agent.name}: ${notKnown(agent)}`]),
    ...(asksTrust === undefined || request.trust === true ? [] : [`! ${asksTrust}`]),
    ...(agent.settings.notes?.(scope) ?? []),
    ...(own && scope === 'user'
      ? [
          '! this copy belongs to the project and goes with it: npm install --global hooks-yaml, then install again',
        ]
      : []),
    ...(bin.includes('/_npx/')
      ? [
          "! this copy stands in npx's cache, which npm may clear: npm install --save-dev hooks-yaml, then install again",
        ]
      : []),
  ]
}

/** What was not seen of an agent that is known by its documents. */
export function notKnown({ settings: { untested } }: InstallableAgent): string {
  return untested === true
    ? 'known by its documents only: that it does not run a denied call was not seen live'
    : String(untested)
}

/** Takes back exactly what `install` wrote. */
export function uninstall(request: InstallRequest, effects: InstallEffects): Report {
  const plan = planFor(request, effects, 'uninstall')
  if (typeof plan === 'string') return refusal(plan)
  const { agent, file, change, changes, diff } = plan
  const { shim, target } = file
  const users = readUsers(effects.files, shim)
  if (diff === '' && !users.includes(target)) {
    const elsewhere = users.map((file) => `  it does elsewhere: ${file}`)
    return done(`✓ ${agent.name} does not call hooks  ${change.path}`, ...elsewhere)
  }
  if (request.dry_run)
    return done(shortDiff(diff), `${agent.name} would no longer call hooks  ${change.path}`)
  let removed = false
  const failed = attempt(request, () => {
    for (const each of changes) applyChange(effects.files, each)
    removed = removeUser(effects.files, { shim, caller: callerPath(shim, agent.name), settings: target })
  })
  if (failed !== undefined) return refusal(failed)
  return done(
    shortDiff(diff),
    `✓ ${agent.name} no longer calls hooks  ${change.path}`,
    ...(change.diff === '' || change.after === '' ? [] : [backupLine(target)]),
    ...(removed ? [`  removed ${shim}`] : []),
  )
}

export interface InstallPlan {
  readonly agent: InstallableAgent
  /** As it is. */
  readonly file: AgentFile
  /** Of the entries that it would have. */
  readonly kind: LineKind
  readonly lines: EventCommand
  readonly change: SettingsChange
  /** With that of the file beside it. */
  readonly changes: readonly SettingsChange[]
  /** Of all. */
  readonly diff: string
}

/** What would change; a sentence when nothing can. To check is to leave the kind of the entries as it is. */
export function planFor(
  request: InstallRequest,
  place: InstallEffects,
  verb: 'install' | 'uninstall' | 'check',
): InstallPlan | string {
  const agent = installableAgent(request.agent)
  if (typeof agent === 'string') return agent
  const { settings } = agent
  const has = scopes.filter((each) => settings.file(each, place) !== undefined)
  const { scope = settings.defaultScope ?? has[0] ?? 'user' } = request
  const file = agentFile(agent, scope, place)
  if (file === undefined)
    return `${agent.name} has no settings for --${scope}; it has ${has.map((each) => `--${each}`).join(', ')}`
  if (file.problem !== undefined) return file.problem
  const { path, shim, text, kind: before } = file
  // A project's settings, and those that a link leads to, come to containers and machines where its program is not.
  const isLocal = scope === 'user' && isPlain(path)
  const kind = {
    ...(verb === 'check'
      ? before
      : { own: isOwn(place), exec: isLocal && place.callers?.[agent.name] !== undefined }),
    require: request.require === true || before.require,
  }
  const lines = linesFor(agent, { ...place, scope, shim, ...kind })
  const refused = verb === 'install' && !callsUs(file) ? whyNot(request, place, agent) : undefined
  if (refused !== undefined) return refused
  const change = planChange({ path, ...settings }, { text, settings: file.settings }, (before) =>
    verb === 'uninstall' ? settings.uninstall(before) : settings.install(before, lines),
  )
  const beside = planBeside(place.files, settings, {
    scope,
    place,
    lines: verb === 'uninstall' ? undefined : lines,
  })
  if (beside !== undefined && 'problem' in beside) return beside.problem
  const changes = beside === undefined ? [change] : [change, beside]
  const diff = changes.map((each) => each.diff).join('')
  return { agent, file, kind, lines, change, changes, diff }
}

/** Neither it nor its directory is a link. */
function isPlain(path: string): boolean {
  return [path, dirname(path)].every(
    (each) => lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() !== true,
  )
}

/** Why entries are not added; those that stand there already are renewed. */
function whyNot(request: InstallRequest, place: AgentPlace, agent: InstallableAgent): string | undefined {
  const { settings, name } = agent
  const others = settings.alone === true ? (agent.alsoReads ?? []) : []
  const reached = others.flatMap((other) => callingFiles(other, place))
  if (reached.length > 0)
    return `${name} reads ${reached.join(', ')} too, which calls hooks: its own file would repeat it`
  return settings.untested === undefined || request.untested === true || request.dry_run
    ? undefined
    : `${name} is ${settings.untested === true ? notKnown(agent) : `not tested: ${notKnown(agent)}`}. To write its settings nevertheless: hooks install ${name} --untested`
}

function callingFiles(name: string, place: AgentPlace): readonly string[] {
  const agent = installableAgent(name)
  return typeof agent === 'string'
    ? []
    : agentFiles(agent, place)
        .filter(callsUs)
        .map(({ path }) => path)
}

function attempt({ dry_run: isDry }: InstallRequest, step: () => void): string | undefined {
  try {
    if (!isDry) step()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export function done(...lines: readonly string[]): Report {
  return { out: `${lines.join('\n')}\n`, err: '', exit: 0 }
}

export function refusal(problem: string): Report {
  return { out: '', err: `hooks: ${problem}\n`, exit: 1 }
}

function backupLine(target: string): string {
  return `  the file as it was: ${target}.bak`
}
