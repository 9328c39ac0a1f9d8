// What the roles of the table mean.
import type { Role, Roles } from './command-state.ts'
import { databaseRoles } from './roles/databases.ts'
import { editorRoles } from './roles/editors.ts'
import { environmentRoles } from './roles/environment.ts'
import { gitHookRoles } from './roles/git/hooks.ts'
import { gitSettingRoles } from './roles/git/settings.ts'
import { gitRoles } from './roles/git/git.ts'
import { gitTreeRoles } from './roles/git/tree.ts'
import { hostRoles } from './roles/hosts.ts'
import { inlineRoles } from './roles/code/inline.ts'
import { patchRoles } from './roles/patch.ts'
import { pathRoles } from './roles/paths.ts'
import { runRoles } from './roles/runs.ts'
import { scriptRoles } from './roles/scripts.ts'
import { searchRoles } from './roles/searches.ts'
import { sendRoles } from './roles/sends.ts'
import { textScriptRoles } from './roles/text-scripts.ts'
import { windowsRoles } from './roles/windows.ts'
import { runningRoles, transferRoles, wordRoles } from './roles/words.ts'

/** Those that most programs have first; what none of a run's programs asks for is not made. */
const makers: readonly (() => Roles)[] = [
  () => pathRoles,
  () => hostRoles,
  searchRoles,
  runRoles,
  scriptRoles,
  gitRoles,
  gitTreeRoles,
  gitHookRoles,
  gitSettingRoles,
  inlineRoles,
  textScriptRoles,
  environmentRoles,
  editorRoles,
  databaseRoles,
  patchRoles,
  runningRoles,
  sendRoles,
  transferRoles,
  wordRoles,
  windowsRoles,
]
const made: Roles[] = []

/** Undefined for a name that no role has. */
export function roleNamed(name: string): Role | undefined {
  for (let at = 0; at < makers.length; at++) {
    const table = (made[at] ??= makers[at]?.() ?? {})
    if (Object.hasOwn(table, name)) return table[name]
  }
  return undefined
}
