import { field } from '../../model/plain-object.ts'
import type { AgentChecks, AskedPlace, Skip } from '../shared/agent.ts'
import { isShimCommand } from '../shared/shim.ts'
import { askCodex, hooksIn, listCall, type ListedHook } from './app-server.ts'
import { agentName } from './events.ts'

const untrusted: Skip = {
  code: 'not-trusted',
  message: 'our hooks are not trusted: Codex skips them without a word',
  fix: 'open codex, run /hooks, choose "trust"; then hooks doctor codex',
}
const off: Skip = {
  code: 'switched-off',
  message: '"hooks" is false under [features]: Codex runs no hooks',
  fix: 'remove it from config.toml, or codex features enable hooks',
}
const unread: Skip = {
  code: 'not-trusted',
  message: 'Codex does not read this file: the project is not trusted',
  fix: 'start codex here and trust the project, or hooks install codex --user',
}

/** Trust holds for one command of one file, and only Codex itself knows it. */
async function ask({ program, env, root, path }: AskedPlace): Promise<readonly Skip[] | string> {
  const configCall = { method: 'config/read', params: { includeLayers: false, cwd: root } }
  const answers = await askCodex({ program, env, cwd: root }, [listCall(root), configCall])
  if (typeof answers === 'string') return answers
  const [listed, configured] = answers
  const config = field(field(configured, 'result'), 'config')
  if (field(field(config, 'features'), 'hooks') === false) return [off]
  const hooks = hooksIn(listed)
  if (typeof hooks === 'string') return hooks
  return skipsOf(hooks.filter(({ source, command }) => source === path && isShimCommand(command, agentName)))
}

function skipsOf(ours: readonly ListedHook[]): readonly Skip[] {
  if (ours.length === 0) return [unread]
  const skipped = ours.filter((hook) => !isRun(hook)).length
  if (skipped === 0) return []
  return [skipped === ours.length ? untrusted : { ...untrusted, message: partly(skipped, ours.length) }]
}

function partly(skipped: number, all: number): string {
  return `${skipped} of our ${all} hooks are not trusted: Codex skips them without a word`
}

/** `untrusted` is new, `modified` was trusted in another form. */
const isRun = ({ enabled, trust }: ListedHook): boolean =>
  enabled && trust !== 'untrusted' && trust !== 'modified'

export const checks: AgentChecks = { ask }
