import { events, type OutcomePart } from '../../model/events.ts'
import type { Builtin, EventName } from '../../model/types.ts'
import { type CompileContext, reportProblem } from '../compile/compile-context.ts'
import { builtinOf } from '../compile/builtin-spec.ts'
import { isKeys } from '../read/config-file.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'
import { handlerParts, isExitMeaning, partOfExit } from '../compile/handlers.ts'
import { quoted } from './diagnostics/diagnostic.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** The events at which the rule's handler can say what it says. What can nowhere be said is reported. */
export function eventsForHandler(draft: RuleDraft, context: CompileContext): readonly EventName[] {
  const key = handlerKeyOf(draft)
  if (key === 'use') return builtinEvents(draft, context)
  if (key === 'recipe') return recipeEvents(draft, context)
  checkExit(draft, context)
  checkOnError(draft, context)
  const part = key === undefined || key === 'notify' ? undefined : handlerParts[key]
  return part === undefined || key === undefined ? draft.when.events : carriers(part, key, { draft, context })
}

export function canCarry(event: EventName, part: OutcomePart): boolean {
  return events[event].may.includes(part)
}

interface Asked {
  readonly draft: RuleDraft
  readonly context: CompileContext
}

function carriers(part: OutcomePart, key: string, { draft, context }: Asked): readonly EventName[] {
  const able = draft.when.events.filter((event) => canCarry(event, part))
  const unable = draft.when.events.filter((event) => !canCarry(event, part))
  if (unable.length === 0 || (able.length > 0 && draft.when.by === 'wrap')) return able
  reportProblem(context, draft, {
    code: 'contract',
    key,
    message: `${quoted([key])} is nothing that ${eventList(unable)} can answer with`,
    hint: able.length > 0 ? `write on: [${able.join(', ')}]` : hintFor(draft.when.events, key),
  })
  return able
}

function eventList(names: readonly EventName[]): string {
  return names.length > 3
    ? `${quoted(names.slice(0, 3)).replace(' and ', ', ')} and ${names.length - 3} more`
    : quoted(names)
}

/** What the event can say instead, or where this could be said. */
function hintFor(at: readonly EventName[], key: string): string {
  const handlers = Object.entries(handlerParts)
  const can = handlers
    .filter(([, part]) => part !== undefined && at.some((event) => canCarry(event, part)))
    .map(([name]) => name)
  const part = handlers.find(([name]) => name === key)?.[1]
  const places = Object.keys(events).filter((event) =>
    events[event as EventName].may.some((each) => each === part),
  ) // keys of the table
  const instead = `here a rule may say ${can.length === 0 ? 'notify only' : [...can, 'notify'].join(', ')}`
  return places.length === 0 ? instead : `move the rule to ${places.slice(0, 4).join(', ')}; ${instead}`
}

function builtinEvents(draft: RuleDraft, context: CompileContext): readonly EventName[] {
  const builtin = builtinOf(draft, context)
  checkOnError(draft, context)
  if (builtin === undefined) return draft.when.events
  if (builtin.events === 'any') return completed(draft.when.events, builtin)
  const able = draft.when.events.filter((event) => builtin.events.includes(event))
  const unable = draft.when.events.filter((event) => !builtin.events.includes(event))
  if (unable.length === 0 || (able.length > 0 && draft.when.by !== 'picked')) return completed(able, builtin)
  reportProblem(context, draft, {
    code: 'builtin-event',
    key: 'use',
    on: 'value',
    message: `built-in "${builtin.name}" has nothing to say at ${eventList(unable)}`,
    hint: `move the rule to ${builtin.events.join(', ')}`,
  })
  return able
}

/** With the events that the built-in needs besides. */
function completed(able: readonly EventName[], { completes = [] }: Builtin<never>): readonly EventName[] {
  return able.length === 0 ? [] : [...new Set([...able, ...completes])]
}

/** A recipe that makes messages needs an event that takes them; before the host's own compaction it is advice. */
function recipeEvents(draft: RuleDraft, context: CompileContext): readonly EventName[] {
  checkOnError(draft, context)
  const { recipe: name } = draft.keys
  const found = typeof name === 'string' ? context.recipes.find(name, draft.file.layer)?.read : undefined
  const output = found !== undefined && 'recipe' in found ? found.recipe.output : 'text'
  const takes = (event: EventName) =>
    output === 'messages'
      ? event === 'PreCompact' || canCarry(event, 'messages')
      : output !== 'context' || canCarry(event, 'context')
  const able = draft.when.events.filter(takes)
  const unable = draft.when.events.filter((event) => !takes(event))
  if (unable.length === 0 || (able.length > 0 && draft.when.by === 'wrap')) return able
  reportProblem(context, draft, {
    code: 'contract',
    key: 'recipe',
    on: 'value',
    message: `recipe "${String(name)}" makes ${output}, which is nothing that ${eventList(unable)} can answer with`,
    hint: able.length > 0 ? `write on: [${able.join(', ')}]` : `move the rule to ${eventsThat(takes)}`,
  })
  return able
}

function eventsThat(takes: (event: EventName) => boolean): string {
  const names = Object.keys(events) as EventName[] // keys of the table
  return names.filter(takes).slice(0, 6).join(', ')
}

/** Mapped exit codes that none of the rule's events can carry. */
function checkExit(draft: RuleDraft, context: CompileContext): void {
  const { exit } = draft.keys
  if (!isKeys(exit)) return
  for (const [code, meaning] of Object.entries(exit)) {
    const part = isExitMeaning(meaning) ? partOfExit(meaning) : undefined
    if (
      part === undefined ||
      draft.when.events.length === 0 ||
      draft.when.events.some((event) => canCarry(event, part))
    )
      continue
    reportProblem(context, draft, {
      code: 'contract',
      key: 'exit',
      below: [code],
      on: 'value',
      message: `"${String(meaning)}" is nothing that ${eventList(draft.when.events)} can answer with`,
      hint: hintFor(draft.when.events, String(meaning)),
    })
  }
}

function checkOnError(draft: RuleDraft, context: CompileContext): void {
  const { on_error } = draft.keys
  if (on_error !== 'ask' && on_error !== 'deny' && on_error !== 'stop') return
  const { events: names } = draft.when
  if (names.length === 0 || names.some((event) => canCarry(event, on_error))) return
  const fits = (['deny', 'ask', 'stop'] as const).filter((part) =>
    names.some((event) => canCarry(event, part)),
  )
  reportProblem(context, draft, {
    code: 'contract',
    key: 'on_error',
    on: 'value',
    message: `a failure cannot be answered with "${on_error}" at ${eventList(names)}`,
    hint: `write on_error: ${[...fits, 'proceed'].join(' or ')}`,
  })
}
