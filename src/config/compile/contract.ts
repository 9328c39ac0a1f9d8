import { events } from '../../model/events.ts'
import type { EventName, OutcomePart } from '../../model/types.ts'
import { builtinOf } from './handler-spec.ts'
import type { RuleContext } from './layer-context.ts'
import { handlerParts, partOfExit } from '../../model/handler-keys.ts'
import { isKeys } from '../read/config-file.ts'
import { quoted } from '../diagnostics/diagnostics.ts'
import { handlerKeyOf } from '../expand/expand.ts'

const everyEvent = Object.keys(events) as EventName[] // keys of the table

/** The events at which the rule's handler can answer; the others are reported. */
export function eventsForHandler(rule: RuleContext): readonly EventName[] {
  const key = handlerKeyOf(rule.draft)
  checkOnError(rule)
  if (key === 'use') return builtinEvents(rule)
  if (key === 'recipe') return recipeEvents(rule)
  checkExit(rule)
  const { events: named, by } = rule.draft.when
  const part = key === undefined || key === 'notify' ? undefined : handlerParts[key]
  if (part === undefined || key === undefined) return named
  const [able, unable] = partition(named, (event) => canCarry(event, part))
  if (unable.length > 0 && (able.length === 0 || by !== 'wrap'))
    rule.report('contract', key, {
      on: 'key',
      message: `${eventList(unable)} cannot answer with ${quoted([key])}`,
      hint: able.length > 0 ? `write on: [${able.join(', ')}]` : alternatives(named, key),
    })
  return able
}

export function canCarry(event: EventName, part: OutcomePart): boolean {
  return events[event].may.includes(part)
}

function partition(
  names: readonly EventName[],
  isAble: (event: EventName) => boolean,
): readonly [able: readonly EventName[], unable: readonly EventName[]] {
  return [names.filter(isAble), names.filter((event) => !isAble(event))]
}

function eventList(names: readonly EventName[]): string {
  return names.length > 3
    ? `${quoted(names.slice(0, 3)).replace(' and ', ', ')} and ${names.length - 3} more`
    : quoted(names)
}

/** What the event can answer instead, or which events can answer this. */
function alternatives(at: readonly EventName[], key: string): string {
  const handlers = Object.entries(handlerParts)
  const can = handlers
    .filter(([, part]) => part !== undefined && at.some((event) => canCarry(event, part)))
    .map(([name]) => name)
  const part = handlers.find(([name]) => name === key)?.[1]
  const places = everyEvent.filter((event) => part !== undefined && canCarry(event, part))
  const instead = `here a rule may say ${can.length === 0 ? 'notify only' : [...can, 'notify'].join(', ')}`
  return places.length === 0 ? instead : `move the rule to ${places.slice(0, 4).join(', ')}; ${instead}`
}

function builtinEvents(rule: RuleContext): readonly EventName[] {
  const builtin = builtinOf(rule)
  const { events: named, by } = rule.draft.when
  if (builtin === undefined) return named
  const supported = builtin.events
  const [able, unable] = partition(named, (event) => supported === 'any' || supported.includes(event))
  if (supported !== 'any' && unable.length > 0 && (able.length === 0 || by === 'picked')) {
    rule.report('builtin-event', 'use', {
      message: `built-in "${builtin.name}" has nothing to say at ${eventList(unable)}`,
      hint: `move the rule to ${supported.join(', ')}`,
    })
    return able
  }
  return able.length === 0 ? [] : [...new Set([...able, ...(builtin.completes ?? [])])]
}

/** A recipe that makes messages needs an event that takes them; before the host's own compaction it is advice. */
function recipeEvents({ draft, recipes, report }: RuleContext): readonly EventName[] {
  const { recipe: name } = draft.keys
  const found = typeof name === 'string' ? recipes.find(name, draft.file.layer)?.read : undefined
  const output = found !== undefined && 'recipe' in found ? found.recipe.output : 'text'
  const takes = (event: EventName) =>
    (output !== 'messages' && output !== 'context') ||
    (output === 'messages' && event === 'PreCompact') ||
    canCarry(event, output)
  const [able, unable] = partition(draft.when.events, takes)
  if (unable.length > 0 && (able.length === 0 || draft.when.by !== 'wrap')) {
    const places = everyEvent.filter(takes).slice(0, 6).join(', ')
    report('contract', 'recipe', {
      message: `recipe "${String(name)}" makes ${output}, which ${eventList(unable)} cannot answer with`,
      hint: able.length > 0 ? `write on: [${able.join(', ')}]` : `move the rule to ${places}`,
    })
  }
  return able
}

/** Mapped exit codes that none of the rule's events can carry. */
function checkExit({ draft, report }: RuleContext): void {
  const { exit } = draft.keys
  const { events: named } = draft.when
  if (!isKeys(exit) || named.length === 0) return
  for (const [code, meaning] of Object.entries(exit)) {
    const part = partOfExit(meaning)
    if (part === undefined || named.some((event) => canCarry(event, part))) continue
    report('contract', ['exit', code], {
      message: `${eventList(named)} cannot answer with "${String(meaning)}"`,
      hint: alternatives(named, String(meaning)),
    })
  }
}

function checkOnError({ draft, report }: RuleContext): void {
  const { on_error } = draft.keys
  const { events: named } = draft.when
  if (on_error !== 'ask' && on_error !== 'deny' && on_error !== 'stop') return
  if (named.length === 0 || named.some((event) => canCarry(event, on_error))) return
  // It withholds the output.
  if (on_error === 'deny' && named.some((event) => canCarry(event, 'updated_output'))) return
  const fits = (['deny', 'ask', 'stop'] as const).filter((part) =>
    named.some((event) => canCarry(event, part)),
  )
  report('contract', 'on_error', {
    message: `a failure cannot be answered with "${on_error}" at ${eventList(named)}`,
    hint: `write on_error: ${[...fits, 'proceed'].join(' or ')}`,
  })
}
