// How near a rule that does not hold is to a call: one ranking for explain, run and test.
import { createSubject, unknownHistory } from '../../engine/subject.ts'
import type { CommandFact, Condition, Event, Rule, Settings } from '../../model/types.ts'
import type { CommandPattern } from '../../patterns/commands/command-pattern.ts'
import { type FieldPattern, valuesAt } from '../../patterns/field-patterns.ts'
import type { Host } from '../../run/call.ts'
import { makersFor } from '../../run/decide.ts'
import { createFactSource } from '../../shell/source.ts'
import { createFiles } from '../../store/disk/files.ts'
import { matchedKeys, type MatchContext, missedKey, partsOf, testCondition } from './matched.ts'
import type { KeyCondition } from '../../engine/select/condition.ts'

/** What conditions are tested on: a call by itself, without what happened before. */
export function contextOf(
  host: Host,
  event: Event,
  { settings }: { readonly settings: Settings | undefined },
): MatchContext {
  const files = createFiles()
  const parser = () => host.load('parser')
  const source = createFactSource({ files, env: host.env, parser, settings })
  const subject = createSubject(event, {
    facts: (each) => source.facts(each),
    look: (each) => source.look?.(each),
    real: (path) => files.real(path),
    did: () => unknownHistory,
  })
  return { subject, compiler: makersFor(host) }
}

/** A rule of one's own says more than any of a preset, whose names have a slash. */
const OWN = 1000
const HELD = 2

/** A rule's name and its match. */
interface NamedMatch {
  readonly name: string
  readonly match?: Condition | undefined
}

/** 0 for a rule of other tools and for one of a preset that has nothing in common with the call. */
export function nearness({ name, match }: NamedMatch, asking: MatchContext): number {
  if (missedKey(match, asking) === 'tool') return 0
  const held = matchedKeys(match, asking).filter(({ key }) => key !== 'tool').length
  const almost = keysOf(match).filter((key) => isAlmost(key, asking)).length
  const words = sharedWords(match, asking.subject.facts().commands)
  return (name.includes('/') ? 0 : OWN) + HELD * held + almost + words
}

interface ClosestRule {
  readonly rule: Rule
  /** The first part of its match that does not hold. */
  readonly why: string
}

export function closestRule(rules: readonly Rule[], asking: MatchContext): ClosestRule | undefined {
  const missed = rules.flatMap((rule) => {
    const why = whyMissed(rule, asking)
    return why === undefined ? [] : [{ rule, why, near: nearness(rule, asking) }]
  })
  const [closest] = missed.toSorted(
    (one, two) => two.near - one.near || Number(isGuard(two.rule)) - Number(isGuard(one.rule)),
  )
  return closest
}

function isGuard({ handler }: Rule): boolean {
  return handler.kind === 'inline' && ['deny', 'ask'].includes(handler.inline.says)
}

function whyMissed({ match, once }: Rule, asking: MatchContext): string | undefined {
  for (const condition of conditionsOf(match)) {
    const { is, why } = testCondition(condition, asking)
    if (is !== 'yes') return why ?? 'its match does not hold'
  }
  return once === undefined ? undefined : `once: ${once}, and it has spoken`
}

/** All of which have to hold. */
function conditionsOf(condition: Condition | undefined): readonly Condition[] {
  if (condition === undefined) return []
  if (condition.kind === 'all') return condition.of.flatMap(conditionsOf)
  return condition.kind === 'key' ? partsOf(condition) : [condition]
}

function keysOf(condition: Condition | undefined): readonly KeyCondition[] {
  return conditionsOf(condition).filter((part) => part.kind === 'key')
}

/** The field is there, with another value. */
function isAlmost(part: KeyCondition, asking: MatchContext): boolean {
  if (part.key !== 'input' || testCondition(part, asking).is === 'yes') return false
  const fields = part.pattern as readonly FieldPattern[] // what the compiler makes for `input`
  return fields.some(({ field }) => valuesAt(asking.subject.event.tool_input, field).length > 0)
}

/** The most words that a command pattern shares with a command of the call. */
function sharedWords(condition: Condition | undefined, commands: readonly CommandFact[]): number {
  switch (condition?.kind) {
    case undefined:
    case 'not':
      return 0
    case 'all':
    case 'any':
      return Math.max(0, ...condition.of.map((part) => sharedWords(part, commands)))
    case 'key': {
      if (condition.key !== 'command') return 0
      const { yes } = condition.pattern as CommandPattern // what the compiler makes for `command`
      const stages = yes.flatMap(({ stages: each }) => each)
      return Math.max(
        0,
        ...stages.flatMap(({ words }) => commands.map(({ argv, program }) => shared(words, program, argv))),
      )
    }
  }
}

function shared(
  [first, ...rest]: readonly { readonly text: string }[],
  program: string,
  argv: readonly string[],
): number {
  return first?.text === program ? 1 + rest.filter(({ text }) => argv.includes(text)).length : 0
}
