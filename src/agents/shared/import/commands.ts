// Commands in agents' lists of hooks: scripts that keep their form.
import { defined, isObject, type PlainObject } from '../../../model/plain-object.ts'
import type { EventName } from '../../../model/types.ts'
import { eventIn, type EventNames } from '../decoder.ts'
import { isShimCommand } from '../shim.ts'
import type { FoundHook, ImportedRule, NotImported } from './imported.ts'
import { conditionsFor, type ToolMatcher } from './matchers.ts'

/** One hook, with its group's matcher where it stands in a group. */
interface HookEntry {
  readonly native: string
  readonly matcher: unknown
  readonly hook: PlainObject
}

/** A hook that is to become a rule. */
export interface HookCommand {
  readonly event: EventName
  readonly run: unknown
  readonly pattern: ToolMatcher
  readonly reply: string
  readonly seconds: number
  /** Further conditions and keys of the rule. */
  readonly match?: PlainObject | undefined
  readonly keys?: PlainObject
  readonly differs?: string | undefined
}

/** How an agent's hooks are written. */
export interface HookForm {
  readonly agent: string
  readonly events: EventNames
  /** Its events after a tool are two, one of them for calls that failed. */
  readonly tellsFailures?: true
  commandOf(entry: HookEntry & { readonly event: EventName }): HookCommand | NotImported
}

/** Every hook of `{"EVENT": [{"matcher": "…", "hooks": [{…}]}]}` or `{"EVENT": [{…}]}`, but for those that call us. */
export function importHooks(hooks: unknown, shown: string, form: HookForm): readonly FoundHook[] {
  if (!isObject(hooks)) return []
  return Object.entries(hooks).flatMap(([native, groups]) =>
    objects(groups).flatMap((group) =>
      (Array.isArray(group['hooks']) ? objects(group['hooks']) : [group])
        .filter((hook) => !callsUs(hook, form.agent))
        .map((hook) => ({
          from: `${shown}: hooks.${native} ${JSON.stringify(commandIn(hook) ?? hook['type'] ?? null)}`,
          result: importHook({ native, matcher: group['matcher'], hook }, form),
        })),
    ),
  )
}

const objects = (list: unknown): readonly PlainObject[] => (Array.isArray(list) ? list.filter(isObject) : [])

const commandKeys = ['command', 'bash', 'powershell', 'exec'] as const

function commandIn(hook: PlainObject): unknown {
  return commandKeys.map((key) => hook[key]).find((command) => command !== undefined)
}

function callsUs(hook: PlainObject, agent: string): boolean {
  return commandKeys.some((key) => isShimCommand(hook[key], agent) || startsUs(hook[key]))
}

function startsUs(command: unknown): boolean {
  return typeof command === 'string' && /\bhooks(?:-yaml)?(?:\.cmd)? run\b.*--agent/.test(command)
}

const model = 'hooks asks no model for a settings file: write its prompt as a recipe, or keep it there'
const reasons: Readonly<Record<string, string>> = {
  prompt: model,
  agent: model,
  http: 'hooks sends no request by itself: write a script that does (curl --json @-), or keep it there',
  mcp_tool: 'hooks calls no tool of a server: write a script that does, or keep it there',
}

function importHook(entry: HookEntry, form: HookForm): ImportedRule | NotImported {
  const { native, hook, matcher } = entry
  const event = eventIn(form.events, native)
  if (event === 'unmapped') return { why: `hooks has no event for ${native}: keep it there` }
  const { type = 'command' } = hook
  if (type !== 'command')
    return {
      why:
        reasons[String(type)] ??
        `hooks starts commands, and this is of type ${JSON.stringify(type)}: keep it there`,
    }
  const command = form.commandOf({ ...entry, event })
  if ('why' in command) return command
  const conditions = conditionsFor({ native, event }, command.pattern, form.tellsFailures === true)
  if (conditions === null)
    return { why: `its matcher ${JSON.stringify(matcher)} is no regular expression: correct it there` }
  return ruleOf({ ...command, match: { ...conditions, ...command.match } }, native)
}

function ruleOf(
  { event, run, match = {}, reply, seconds, keys, differs }: HookCommand,
  native: string,
): ImportedRule | NotImported {
  if (!isCommand(run)) return { why: 'it names no command' }
  if (JSON.stringify(run).includes('{{'))
    return { why: '"{{" in it would be read as a placeholder: put the command in a script' }
  return {
    event,
    title: `${native}-${typeof run === 'string' ? run : run.join(' ')}`,
    rule: defined({
      match: Object.keys(match).length === 0 ? undefined : match,
      run,
      reply,
      timeout: `${Math.max(1, Math.ceil(seconds))}s`,
      ...keys,
    }),
    ...(differs !== undefined && { differs }),
  }
}

function isCommand(run: unknown): run is string | readonly string[] {
  if (typeof run === 'string') return run.trim() !== ''
  return Array.isArray(run) && run.length > 0 && run.every((word) => typeof word === 'string')
}

/** A number above zero, else the agent's default. */
export function secondsIn(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value > 0 ? value : otherwise
}

/** Variables that a hook sets. */
export function envIn(env: unknown): PlainObject | undefined {
  if (!isObject(env)) return undefined
  const texts = Object.entries(env).filter(([, value]) => typeof value === 'string')
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}
