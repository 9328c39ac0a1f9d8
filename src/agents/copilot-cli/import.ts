// Hooks in Copilot's files of hooks and settings, in both spellings of its events.
import { join } from 'node:path'
import type { PlainObject } from '../../model/plain-object.ts'
import { envIn, type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, ImportPlace, NotImported } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'
import { pascalTools } from './tools.ts'

export const imports: AgentImport = (place) =>
  filesOf(place).map((file) => ({
    file,
    format: 'jsonc',
    read: ({ hooks }: PlainObject, shown: string) => importHooks(hooks, shown, form),
  }))

function filesOf({ root, home, env, list }: ImportPlace): readonly string[] {
  const own = env['COPILOT_HOME'] || join(home, '.copilot')
  const repository = join(root, '.github', 'copilot')
  const filesIn = (dir: string): readonly string[] =>
    list(dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(dir, name))
  return [
    ...filesIn('/etc/github-copilot/policy.d'),
    ...filesIn(join(own, 'hooks')),
    join(own, 'settings.json'),
    ...filesIn(join(root, '.github', 'hooks')),
    join(repository, 'settings.json'),
    join(repository, 'settings.local.json'),
  ]
}

const TIMEOUT_S = 30

const form: HookForm = {
  agent: dialect.name,
  events: { ...dialect.events, ...settings.events },
  tellsFailures: true,
  commandOf,
}

function commandOf({
  event,
  matcher,
  hook,
}: Parameters<HookForm['commandOf']>[0]): HookCommand | NotImported {
  const { command, bash = command, powershell, exec, args, cwd, timeout, timeoutSec = timeout } = hook
  if (bash === undefined && exec === undefined && powershell !== undefined)
    return { why: 'hooks starts commands by sh, not by PowerShell: write a "bash" beside it' }
  return {
    event,
    run: exec === undefined ? bash : [exec, ...(Array.isArray(args) ? args : [])],
    pattern: patternIn(matcher, { names: /^[\w|]+$/, whole: true, aliases }),
    reply: dialect.name,
    seconds: secondsIn(timeoutSec, TIMEOUT_S),
    keys: {
      cwd: typeof cwd === 'string' ? cwd : undefined,
      env: envIn(hook['env']),
      // Copilot denies a call whose hook failed.
      on_error: event === 'PreToolUse' ? 'deny' : undefined,
    },
    differs: event === 'PreToolUse' ? 'stricter: denies when it takes too long' : undefined,
  }
}

/** A matcher may name a tool as Copilot does or as Claude Code does. */
const aliases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(pascalTools).flatMap(([own, pascal]) => [
    [own, [pascal]],
    [pascal, Object.keys(pascalTools).filter((name) => pascalTools[name] === pascal)],
  ]),
)
