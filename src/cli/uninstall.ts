import { agent, removeHooks, settingsPath } from '../agents/claude-code/settings.ts'
import { applyChange, isRefusal, planChange } from '../agents/claude-code/settings-change.ts'
import { shimPath } from '../agents/shared/shim.ts'
import { readUsers, removeUser } from './shared/install-users.ts'
import {
  attempt,
  notInstallable,
  refusal,
  type InstallEffects,
  type InstallRequest,
  type Report,
} from './install.ts'

/** Takes back exactly what `install` wrote. */
export function uninstall(request: InstallRequest, effects: Omit<InstallEffects, 'node' | 'bin'>): Report {
  const wrong = notInstallable(request.agent)
  if (wrong !== undefined) return refusal(wrong)
  const shim = shimPath(effects.env, effects.home)
  const path = settingsPath(request.scope, effects)
  const change = planChange(effects.files, path, removeHooks)
  if (isRefusal(change)) return refusal(change.problem)
  if (change.diff === '' && !readUsers(effects.files, shim).includes(effects.files.target(path))) {
    const elsewhere = readUsers(effects.files, shim).map((file) => `  it does elsewhere: ${file}\n`)
    return { out: [`✓ ${agent} does not call hooks  ${path}\n`, ...elsewhere].join(''), err: '', exit: 0 }
  }
  if (request.dry_run)
    return { out: `${change.diff}\n${agent} would no longer call hooks  ${path}\n`, err: '', exit: 0 }
  let removed = false
  const failed = attempt(() => {
    applyChange(effects.files, change)
    removed = removeUser(effects.files, shim, effects.files.target(path))
  })
  if (failed !== undefined) return refusal(failed)
  const saved = change.diff === '' ? [] : [`  the file as it was: ${effects.files.target(path)}.bak`]
  const also = removed ? [`  removed ${shim}`] : []
  const lines = [change.diff, `✓ ${agent} no longer calls hooks  ${path}`, ...saved, ...also, '']
  return { out: lines.join('\n'), err: '', exit: 0 }
}
