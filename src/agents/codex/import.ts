// Hooks in Codex's hooks.json. Its config.toml may hold some too: these are only told of.
import { dirname, join } from 'node:path'
import type { PlainObject } from '../../model/plain-object.ts'
import { type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, Found } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import { agentName, nativeEvents } from './events.ts'
import { settings } from './settings.ts'

export const imports: AgentImport = (place) => {
  const own = (['user', 'project'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return ['/etc/codex/hooks.json', ...own].flatMap((file) => [
    {
      file,
      format: 'json' as const,
      read: ({ hooks }: PlainObject, shown: string) => importHooks(hooks, shown, form),
    },
    { file: join(dirname(file), 'config.toml'), format: 'text' as const, read: tomlIn },
  ])
}

/** `[hooks.state]` holds what its user trusted. */
function tomlIn({ text }: PlainObject, shown: string): readonly Found[] {
  const tables = String(text).matchAll(/^\s*\[\[?\s*(hooks(?:\.(?!state\b)[\w.-]+)?)\s*\]/gm)
  const names = [...new Set([...tables].flatMap(([, name = '']) => name))]
  return names.map((name) => ({
    from: `${shown}: [${name}]`,
    result: {
      why: 'hooks in TOML are not read: move them to hooks.json beside it, and import again',
    },
  }))
}

const TIMEOUT_S = 600

const form: HookForm = {
  agent: agentName,
  events: nativeEvents,
  commandOf: ({ event, matcher, hook }) => ({
    event,
    run: hook['command'],
    // A matcher may name a patch as Claude Code does, its calls do not.
    pattern: patternIn(matcher, {
      names: /^[\w|]+$/,
      aliases: { Write: ['apply_patch'], Edit: ['apply_patch'], Agent: ['spawn_agent'] },
    }),
    reply: agentName,
    seconds: secondsIn(hook['timeout'], TIMEOUT_S),
    keys: { background: hook['async'] === true ? true : undefined },
  }),
}
