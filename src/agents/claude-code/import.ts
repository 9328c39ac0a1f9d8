// Hooks and permissions in Claude Code's settings, and the rules of its plugin hookify.
import path from 'node:path'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import { envIn, type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, Found, ImportPlace, NotImported } from '../shared/import/imported.ts'
import { isAboutTool, patternIn } from '../shared/import/matchers.ts'
import {
  type Answer,
  ANYWHERE,
  anywhere,
  claudeMatch,
  importPermissions,
  withoutEnd,
} from '../shared/import/permissions.ts'
import { managedSettings } from './checks.ts'
import { agentName, nativeEvents } from './events.ts'
import { importHookify } from './hookify.ts'
import { settings } from './settings.ts'

export const imports: AgentImport = (place) => [
  ...settingsFiles(place).map((file) => ({
    file,
    format: 'json' as const,
    read: (content: PlainObject, shown: string) => settingsIn(content, { shown, file, root: place.root }),
  })),
  ...hookifyFiles(place).map((file) => ({
    file,
    format: 'markdown' as const,
    read: ({ data, body }: PlainObject, shown: string): readonly Found[] => [
      { from: shown, result: importHookify({ data: isObject(data) ? data : {}, body: String(body) }) },
    ],
  })),
]

function settingsFiles(place: ImportPlace): readonly string[] {
  const own = (['user', 'project', 'local'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return [managedSettings(), ...own]
}

function hookifyFiles({ root, list }: ImportPlace): readonly string[] {
  const dir = path.join(root, '.claude')
  return list(dir)
    .filter((name) => /^hookify\..+\.local\.md$/.test(name))
    .map((name) => path.join(dir, name))
}

const answers: readonly Answer[] = ['deny', 'ask', 'allow']

function settingsIn(
  { permissions, hooks }: PlainObject,
  { shown, file, root }: { readonly shown: string; readonly file: string; readonly root: string },
): readonly Found[] {
  const lists = isObject(permissions) ? permissions : {}
  const dir = file.startsWith(`${root}/`) ? root : path.dirname(file)
  const match = (tool: string, inside: string | undefined) => claudeMatch(tool, inside, { dir, root })
  return [
    ...answers.flatMap((answer) =>
      importPermissions(
        { key: `permissions.${answer}`, rules: lists[answer], answer, agent: 'Claude Code', match },
        shown,
      ),
    ),
    ...importHooks(hooks, shown, form),
  ]
}

/** Claude Code's own defaults. */
const TIMEOUT_S = 600
const PROMPT_TIMEOUT_S = 30

const form: HookForm = { agent: agentName, events: nativeEvents, tellsFailures: true, commandOf }

function commandOf({
  native,
  event,
  matcher,
  hook,
}: Parameters<HookForm['commandOf']>[0]): HookCommand | NotImported {
  const { command, args, timeout, shell, onFailure, once, async, asyncRewake } = hook
  if (shell === 'powershell')
    return {
      why: 'hooks starts commands by sh, not by PowerShell: name the program with its arguments (args)',
    }
  if (asyncRewake === true) return { why: 'hooks cannot wake the model later: keep it there' }
  const condition = hook['if']
  const only = isAboutTool(event) ? importIf(condition) : undefined
  const pattern = patternIn(matcher, { names: /^[\w|, -]+$/ })
  return {
    event,
    run: Array.isArray(args) ? [command, ...args.map(String)] : command,
    pattern: only !== undefined && pattern === undefined ? '@shell' : pattern,
    match: only?.match,
    reply: 'claude',
    seconds: secondsIn(timeout, native === 'UserPromptSubmit' ? PROMPT_TIMEOUT_S : TIMEOUT_S),
    keys: {
      env: envIn(hook['env']),
      on_error: onFailure === 'block' ? 'deny' : undefined,
      once: once === true ? 'session' : undefined,
      background: async === true ? true : undefined,
    },
    differs: condition === undefined ? undefined : (only?.differs ?? withoutCondition(condition)),
  }
}

const withoutCondition = (condition: unknown): string =>
  `stricter: it runs without its condition "if": ${JSON.stringify(condition)}`

/** A hook's `if`. Tested on the text alone: a script does not run where it is unknown what a command does. */
function importIf(text: unknown): { readonly match: PlainObject; readonly differs: string } | undefined {
  const [, inside] = /^Bash\((.+)\)$/s.exec(typeof text === 'string' ? text.trim() : '') ?? []
  return inside === undefined
    ? undefined
    : { match: { input: anywhere(withoutEnd(inside)) }, differs: ANYWHERE }
}
