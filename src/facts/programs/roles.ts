// What the roles of the table mean.
import type { Role, Roles } from './act.ts'
import { databaseRoles } from './roles/databases.ts'
import { editorRoles } from './roles/editors.ts'
import { environmentRoles } from './roles/environment.ts'
import { gitRoles } from './roles/git.ts'
import { hostRoles } from './roles/hosts.ts'
import { inlineRoles } from './roles/inline.ts'
import { patchRoles } from './roles/patch.ts'
import { pathRoles } from './roles/paths.ts'
import { runRoles } from './roles/runs.ts'
import { scriptRoles } from './roles/scripts.ts'
import { textScriptRoles } from './roles/text-scripts.ts'
import { wordRoles } from './roles/words.ts'

/** In one object they would be copied at every start. */
const tables: readonly Roles[] = [
  pathRoles,
  hostRoles,
  runRoles,
  scriptRoles,
  gitRoles,
  environmentRoles,
  patchRoles,
  wordRoles,
  editorRoles,
  databaseRoles,
  textScriptRoles,
  inlineRoles,
]

/** Undefined for a name that no role has. */
export function roleNamed(name: string): Role | undefined {
  for (const table of tables) if (Object.hasOwn(table, name)) return table[name]
  return undefined
}
