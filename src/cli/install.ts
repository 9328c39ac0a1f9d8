import { addHooks, agent, inspect, settingsPath, type Scope } from '../agents/claude-code/settings.ts'
import type { InstallFiles } from '../agents/shared/install-files.ts'
import { applyChange, isRefusal, planChange, type Change } from '../agents/claude-code/settings-change.ts'
import { shimCommand, shimPath, shimText } from '../agents/shared/shim.ts'
import { addUser } from './shared/install-users.ts'
import type { Env } from '../model/types.ts'
import { agentNamed } from '../run/agent-named.ts'

export interface InstallRequest {
  readonly agent: string
  readonly scope: Scope
  readonly dry_run: boolean
}

export interface InstallEffects {
  readonly files: InstallFiles
  readonly env: Env
  readonly home: string
  /** The project. */
  readonly root: string
  /** Absolute paths of this Node and of the program that the agent shall run. */
  readonly node: string
  readonly bin: string
}

/** What a command prints and exits with. */
export interface Report {
  readonly out: string
  readonly err: string
  readonly exit: 0 | 1
}

/** Makes an agent call us at every event that can carry an outcome. Doing it again changes nothing. */
export function install(request: InstallRequest, effects: InstallEffects): Report {
  const wrong = notInstallable(request.agent)
  if (wrong !== undefined) return refusal(wrong)
  const shim = shimPath(effects.env, effects.home)
  const path = settingsPath(request.scope, effects)
  const command = shimCommand(shim, agent)
  const change = planChange(effects.files, path, (settings) => addHooks(settings, command))
  if (isRefusal(change)) return refusal(change.problem)
  const failed = request.dry_run ? undefined : attempt(() => write(effects, shim, change))
  if (failed !== undefined) return refusal(failed)
  return { out: describe(request, effects, { change, command }), err: '', exit: 0 }
}

/** The shim before the settings that name it: at no moment does the agent call what is not there. */
function write(effects: InstallEffects, shim: string, change: Change): void {
  const text = shimText(effects)
  if (effects.files.read(shim) !== text) effects.files.replace(shim, text, 0o755)
  addUser(effects.files, shim, effects.files.target(change.path))
  applyChange(effects.files, change)
}

function describe(
  request: InstallRequest,
  effects: InstallEffects,
  done: { change: Change; command: string },
): string {
  const { change, command } = done
  if (change.diff === '') return `✓ ${agent} already calls hooks  ${change.path}\n`
  const { current, disabled } = inspect(JSON.parse(stripMark(change.after)), command)
  const head = request.dry_run
    ? `${agent} would call hooks for ${current.length} events  ${change.path}`
    : `✓ ${agent} calls hooks for ${current.length} events  ${change.path}`
  const saved =
    change.before !== undefined && !request.dry_run
      ? [`  the file as it was: ${effects.files.target(change.path)}.bak`]
      : []
  const notes = [
    ...(disabled
      ? ['! "disableAllHooks" is true in this file: the agent runs no hooks until it is removed']
      : []),
    ...(request.scope === 'project'
      ? [
          '! whoever shares this file needs "npx hooks-yaml install" too: without it no tool runs for them (for yourself alone: without --project)',
        ]
      : []),
    ...(request.scope === 'local' && change.before === undefined
      ? ['  keep it out of git: it names places on this machine']
      : []),
    ...(effects.bin.includes('/_npx/')
      ? [
          "! this copy stands in npx's cache, which npm may clear: npm install --save-dev hooks-yaml, then install again",
        ]
      : []),
  ]
  return [change.diff, head, ...saved, ...notes, ''].join('\n')
}

const stripMark = (text: string) => text.replace(/^\uFEFF/, '')

export function attempt(step: () => void): string | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export function refusal(problem: string): Report {
  return { out: '', err: `hooks: ${problem}\n`, exit: 1 }
}

/** Why nothing can be written into an agent's settings; undefined when it can. */
export function notInstallable(name: string): string | undefined {
  const found = agentNamed(name)
  if (typeof found === 'string') return `unknown agent "${name}". expected "${agent}"`
  if (found.name === agent) return undefined
  return `only the settings of ${agent} can be written; let a hook of ${found.name} itself start "hooks run --agent ${found.name}"`
}
