import { events, isEventName } from '../../model/events.ts'
import type { EventName, Half, Layer, Place } from '../../model/types.ts'
import { expandPolicy, type BuiltinExpansion, expandProtect } from './expand-builtins.ts'
import {
  type ConfigFile,
  isKeys,
  type Keys,
  type Path,
  type ConfigLocation,
  stringsOf,
} from '../read/config-file.ts'
import { valueAt } from '../read/rules-of.ts'
import { isHandlerKey, isSharedKey, type HandlerKey } from '../../model/handler-keys.ts'

/** A rule as written, with shorthands expanded; not checked yet. */
export interface RuleDraft {
  readonly file: ConfigFile
  /** As the plan names it: `recommended/curl-sh/1`; undefined when it has none. */
  readonly name: string | undefined
  /** Without the number of its step. */
  readonly target: string | undefined
  readonly keys: Keys
  readonly path: Path
  /** Which of the rule's steps it is. */
  readonly step?: number
  /** Where a key stands that is not below `path`: in a step, in an override. */
  readonly elsewhere: Readonly<Record<string, ConfigLocation>>
  readonly when: DraftEvents
  /** Handlers that stand beside `steps`. */
  readonly beside: readonly string[]
  /** The hook program that was found in a directory, absolute. */
  readonly program?: string
}

/** A hook program: what it called itself and when it wants to be asked. */
export interface TrustedHook {
  readonly name: string
  readonly events: readonly EventName[]
}

/** What an entry of `discover` finds. */
export interface FoundPrograms {
  readonly layer: Layer
  /** As it is written. */
  readonly dir: string
  /** What is written about it. */
  readonly keys: unknown
  readonly at: Place
  /** Absolute. */
  readonly files: readonly string[]
}

/** What `discover` may start. */
export interface ProgramTrust {
  /** `now`: as it was accepted; a hook: what it said before it changed; undefined: never accepted. */
  judge(program: string): 'now' | TrustedHook | undefined
}

/** The events of a rule, and how they were named. */
interface DraftEvents {
  readonly events: readonly EventName[]
  /** `picked`: each must fit. `every`: those that fit. `wrap`: before and after, those that fit. */
  readonly by: 'picked' | 'every' | 'wrap'
}

/** The handler key of a rule: its one handler, or `notify` when it stands alone; undefined when there is none. */
export function handlerKeyOf(draft: RuleDraft): HandlerKey | 'notify' | undefined {
  const [first] = Object.keys(draft.keys).filter(isHandlerKey)
  return first ?? (Object.hasOwn(draft.keys, 'notify') ? 'notify' : undefined)
}

const wraps: Readonly<Record<string, readonly EventName[]>> = {
  ToolUse: ['PreToolUse', 'PostToolUse'],
  ModelCall: ['PreModelCall', 'PostModelCall'],
}

const everywhere: readonly EventName[] = Object.keys(events).filter(isEventName)

/** The rules of one file in the order they are written. */
export function draftsOf(file: ConfigFile): readonly RuleDraft[] {
  const drafts = draftsByFile.get(file) ?? draftsWith(file, { discover: () => [], protectedPaths: [] })
  draftsByFile.set(file, drafts)
  return drafts
}

const draftsByFile = new WeakMap<ConfigFile, readonly RuleDraft[]>()

interface DraftSources {
  /** What the file's `discover` stands for. */
  readonly discover: () => readonly RuleDraft[]
  /** The files of agents that `use: protect` includes. */
  readonly protectedPaths: readonly string[]
}

/** The same, with the rules that are found elsewhere. */
export function draftsWith(
  file: ConfigFile,
  { discover, protectedPaths }: DraftSources,
): readonly RuleDraft[] {
  const written = (top: string): readonly RuleDraft[] => {
    if (top === 'rules') return draftList(file, [top], eventsOfRule)
    if (top !== 'hooks' && top !== 'wrap') return []
    const lists = file.keys[top]
    return Object.keys(isKeys(lists) ? lists : {}).flatMap((name) => {
      const when = top === 'wrap' ? wrapped(name) : eventNamed(name)
      return when === undefined ? [] : draftList(file, [top, name], () => when)
    })
  }
  return Object.keys(file.keys).flatMap((top) =>
    top === 'discover' ? discover() : written(top).flatMap((draft) => expandBuiltin(draft, protectedPaths)),
  )
}

/** The built-in that the rule uses, or was expanded from. */
export function builtinOf({ path, file, keys }: RuleDraft): unknown {
  const written = valueAt(file.keys, path)
  return (isKeys(written) ? written.use : undefined) ?? keys.use
}

/** Which half of a wrap the rule is at an event. */
export function halfOf(draft: RuleDraft, event: EventName): Half | undefined {
  if (draft.when.by !== 'wrap') return undefined
  return draft.when.events[0] === event ? 'before' : 'after'
}

/** Where a rule's key stands, or the rule itself. */
export function keyLocation(draft: RuleDraft, key?: string, on: 'key' | 'value' = 'key'): ConfigLocation {
  if (key === undefined) {
    return {
      file: draft.file,
      path: draft.step === undefined ? draft.path : [...draft.path, 'steps', draft.step],
      on: 'value',
    }
  }
  const spot = draft.elsewhere[key] ?? { file: draft.file, path: [...draft.path, key] }
  return { ...spot, on }
}

function wrapped(name: string): DraftEvents | undefined {
  const pair = Object.hasOwn(wraps, name) ? wraps[name] : undefined
  return pair === undefined ? undefined : { events: pair, by: 'wrap' }
}

function eventNamed(name: string): DraftEvents | undefined {
  return isEventName(name) ? { events: [name], by: 'picked' } : undefined
}

function eventsOfRule(rule: Keys): DraftEvents {
  if (rule.on === '*') return { events: everywhere, by: 'every' }
  return { events: [...new Set(stringsOf(rule.on).filter(isEventName))], by: 'picked' }
}

function draftList(file: ConfigFile, path: Path, when: (rule: Keys) => DraftEvents): readonly RuleDraft[] {
  const rules = valueAt(file.keys, path)
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: unknown, index) =>
    isKeys(rule) ? withSteps(createDraft(file, rule, [...path, index]), when(rule)) : [],
  )
}

export function createDraft(file: ConfigFile, keys: Keys, path: Path): Omit<RuleDraft, 'when'> {
  const name = typeof keys.name === 'string' && keys.name !== '' ? file.prefix + keys.name : undefined
  return { file, name, target: name, keys, path, elsewhere: {}, beside: [] }
}

/** A rule with `steps` becomes one rule per step that shares everything else. */
function withSteps(draft: Omit<RuleDraft, 'when'>, when: DraftEvents): readonly RuleDraft[] {
  const { steps } = draft.keys
  if (!Array.isArray(steps)) return [{ ...draft, when }]
  const shared = Object.fromEntries(Object.entries(draft.keys).filter(([key]) => isSharedKey(key)))
  const { notify: _first, ...rest } = shared
  return steps.flatMap((step: unknown, index) => {
    if (!isKeys(step)) return []
    const path = [...draft.path, 'steps', index]
    const keys = { ...(index === 0 ? shared : rest), ...step }
    const elsewhere = Object.fromEntries(
      Object.keys(step).map((key) => [key, { file: draft.file, path: [...path, key] }]),
    )
    const name = draft.name === undefined ? undefined : `${draft.name}/${index + 1}`
    const beside = index === 0 ? Object.keys(draft.keys).filter(isHandlerKey) : []
    return [{ ...draft, name, keys, elsewhere, step: index, when, beside }]
  })
}

/** Expands a built-in of the compiler to its rules: the engine never sees it. Any other rule stays as it is. */
function expandBuiltin(draft: RuleDraft, protectedPaths: readonly string[]): readonly RuleDraft[] {
  const options = isKeys(draft.keys.with) ? draft.keys.with : {}
  switch (draft.keys.use) {
    case 'command-policy':
      return expandPolicy(options).map((each) => replaceBuiltin(each, draft))
    case 'protect':
      return expandProtect(options, protectedPaths).map((each) => replaceBuiltin(each, draft))
    default:
      return [draft]
  }
}

/** Mode, priority and the like are those of the written rule; its match is required as well. */
function replaceBuiltin({ name, keys, event, option }: BuiltinExpansion, draft: RuleDraft): RuleDraft {
  const { use: _use, with: _with, name: _name, examples: _examples, match, ...shared } = draft.keys
  const both: Keys =
    match === undefined || match === null || match === '*' ? {} : { match: { all: [match, keys.match] } }
  const at = option === undefined ? ['use'] : ['with', option]
  const place = { file: draft.file, path: [...draft.path, ...at] }
  return {
    ...draft,
    name: draft.name === undefined ? undefined : `${draft.name}/${name}`,
    keys: { ...keys, ...shared, ...both },
    elsewhere: {
      ...draft.elsewhere,
      ...Object.fromEntries(Object.keys(keys).map((key) => [key, place])),
      'match/all/0': keyLocation(draft, 'match'),
    },
    ...(event !== undefined && { when: { events: [event], by: 'picked' } }),
  }
}
