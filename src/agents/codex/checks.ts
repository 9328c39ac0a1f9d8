import { field } from '../../model/plain-object.ts'
import type { AgentChecks, AgentServer, Skip } from '../shared/agent.ts'
import { isShimCommand } from '../shared/shim.ts'
import { agentName } from './events.ts'

const [listed, configured] = [1, 2] as const
const clientInfo = { name: 'hooks', version: '1' }

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
const server: AgentServer = {
  args: ['app-server'],
  messages: ({ root }) => [
    { id: 0, method: 'initialize', params: { clientInfo } },
    { method: 'initialized' },
    { id: listed, method: 'hooks/list', params: { cwds: [root] } },
    { id: configured, method: 'config/read', params: { includeLayers: false, cwd: root } },
  ],
  skips(results, { path }) {
    if (field(field(field(results.get(configured), 'config'), 'features'), 'hooks') === false) return [off]
    const ours = hooksIn(results.get(listed)).filter(
      (hook) => field(hook, 'sourcePath') === path && isShimCommand(field(hook, 'command'), agentName),
    )
    if (ours.length === 0) return [unread]
    const skipped = ours.filter((hook) => !isRun(hook)).length
    if (skipped === 0) return []
    return [skipped === ours.length ? untrusted : { ...untrusted, message: partly(skipped, ours.length) }]
  },
}

function partly(skipped: number, all: number): string {
  return `${skipped} of our ${all} hooks are not trusted: Codex skips them without a word`
}

/** `untrusted` is new, `modified` was trusted in another form. */
function isRun(hook: unknown): boolean {
  const trust = field(hook, 'trustStatus')
  return field(hook, 'enabled') !== false && trust !== 'untrusted' && trust !== 'modified'
}

function hooksIn(result: unknown): readonly unknown[] {
  return listOf(field(result, 'data')).flatMap((each) => listOf(field(each, 'hooks')))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export const checks: AgentChecks = { server }
