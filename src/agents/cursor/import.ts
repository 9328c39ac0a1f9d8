// Hooks in Cursor's hooks.json, and the permissions of its command line.
import { dirname, join } from 'node:path'
import { field, type PlainObject } from '../../model/plain-object.ts'
import { type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, FoundHook, ImportPlace, NotImported } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import {
  commandMatch,
  importPermissions,
  noBrackets,
  pathMatch,
  type PermissionMatch,
  type PermissionPlace,
} from '../shared/import/permissions.ts'
import { agentName, events, fileGates } from './decode.ts'
import { forms } from './script.ts'

export const imports: AgentImport = (place) => {
  const { root, home } = place
  const [own, project] = [join(home, '.cursor'), join(root, '.cursor')]
  const hooks = [managedDir(), own, project].map((dir) => ({
    file: join(dir, 'hooks.json'),
    format: 'jsonc' as const,
    read: (content: PlainObject, shown: string) =>
      importHooks(content['hooks'], shown, formIn(dir === project ? undefined : dir)),
  }))
  const permissions = [join(own, 'cli-config.json'), join(project, 'cli.json')].map((file) => ({
    file,
    format: 'jsonc' as const,
    read: (content: PlainObject, shown: string) => permissionsIn(content, { shown, file, place }),
  }))
  return [...hooks, ...permissions]
}

function managedDir(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/Cursor'
  return process.platform === 'win32' ? 'C:\\ProgramData\\Cursor' : '/etc/cursor'
}

const TIMEOUT_S = 60

/** Other than a project's, a person's hooks start in the directory of their file. */
function formIn(cwd: string | undefined): HookForm {
  return {
    agent: agentName,
    events: { ...events, ...observed },
    tellsFailures: true,
    commandOf: (entry) => commandOf(entry, cwd),
  }
}

/** What happened in a call of one kind. */
const observed = {
  afterShellExecution: 'PostToolUse',
  afterMCPExecution: 'PostToolUse',
  afterFileEdit: 'PostToolUse',
} as const

/** Events of one kind of call: the tools that these are, and what their matcher is tested on. */
const kinds: Readonly<
  Record<string, { readonly tool: string | readonly string[]; readonly input?: string }>
> = {
  beforeShellExecution: { tool: '@shell', input: 'command' },
  afterShellExecution: { tool: '@shell', input: 'command' },
  beforeMCPExecution: { tool: ['@mcp', 'MCP:*'] },
  afterMCPExecution: { tool: ['@mcp', 'MCP:*'] },
  afterFileEdit: { tool: ['@write', '@edit'] },
}

function commandOf(
  { native, event, matcher, hook }: Parameters<HookForm['commandOf']>[0],
  cwd: string | undefined,
): HookCommand | NotImported {
  if (fileGates.has(native))
    return { why: 'hooks gives a script no content of a file: write a rule with "reads", or keep it there' }
  const kind = Object.hasOwn(kinds, native) ? kinds[native] : undefined
  const pattern = patternIn(matcher, kind === undefined ? { tools } : {})
  const input = typeof pattern === 'string' ? kind?.input : undefined
  return {
    event,
    run: hook['command'],
    pattern: pattern === null || kind === undefined ? pattern : kind.tool,
    match: input === undefined ? undefined : { input: { [input]: pattern } },
    reply: forms.includes(native) ? `${agentName}/${native}` : agentName,
    seconds: secondsIn(hook['timeout'], TIMEOUT_S),
    keys: { cwd, on_error: hook['failClosed'] === true ? 'deny' : undefined },
    differs:
      kind !== undefined && kind.input === undefined && pattern !== undefined
        ? 'stricter: it runs without its matcher'
        : undefined,
  }
}

const tools = new Set('Shell Read Write Edit StrReplace Delete Grep Task'.split(' '))

interface PermissionFile {
  readonly shown: string
  readonly file: string
  readonly place: ImportPlace
}

function permissionsIn(
  { permissions }: PlainObject,
  { shown, file, place: { root } }: PermissionFile,
): readonly FoundHook[] {
  const match = (tool: string, inside = '') => matchFor(tool, inside, { dir: dirname(file), root })
  return (['deny', 'allow'] as const).flatMap((answer) =>
    importPermissions(
      { key: `permissions.${answer}`, rules: field(permissions, answer), answer, agent: 'Cursor', match },
      shown,
    ),
  )
}

function matchFor(tool: string, inside: string, place: PermissionPlace): PermissionMatch {
  switch (tool) {
    case 'Shell':
      return inside === '' ? { match: { tool: '@shell' } } : commandMatch(inside)
    case 'Read':
      return pathMatch('reads', inside === '' ? '**' : inside, place)
    case 'Write':
      return pathMatch('writes', inside === '' ? '**' : inside, place)
    case 'WebFetch':
      return inside === ''
        ? { match: { tool: '@fetch' } }
        : { match: { host: inside }, differs: 'stricter: for every call that reaches it' }
    case 'Mcp': {
      const [server = '*', name = '*'] = inside.split(':')
      return { match: { tool: [`mcp__${server}__${name}`, `MCP:${name}`] } }
    }
  }
  return noBrackets(tool)
}
