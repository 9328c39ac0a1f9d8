import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decision, Handler, InlineSpec, Verdict } from '../../src/model/types.ts'
import { naiveDecide, naiveOrder } from './naive.ts'
import type { NaiveCall, NaiveMatch, NaiveRule, NaiveVerdict } from './naive.ts'
import { toySource } from './naive-facts.ts'
import { createWorld, registryOf, verdictFor } from './world.ts'
import type { World, WrittenRule } from './world.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

const tools = fc.constantFrom('Bash', 'Read', 'mcp__shop__query', 'query')
const toolPattern = fc.array(fc.constantFrom('Bash', 'Read', 'query', 'mcp__*', '*a*', '!Bash', '!query'), {
  minLength: 1,
  maxLength: 3,
})
const commandPattern = fc.array(fc.constantFrom('ls', 'ls*', '*rm*', 'rm x', '*', '!*x', '!ls'), {
  minLength: 1,
  maxLength: 3,
})
const commands = fc.constantFrom(
  'ls',
  'ls x',
  'rm x',
  'rm y',
  '',
  'ls; rm x',
  'rm $X',
  'ls $X',
  'rm x y',
  'curl h',
)
const commandFact = fc.array(
  fc.constantFrom('ls', 'ls x', 'rm', 'rm x', 'rm * y', '*', 'curl', '!rm y', '!ls x'),
  {
    minLength: 1,
    maxLength: 3,
  },
)
const deleted = fc.array(fc.constantFrom('x', 'y', '**', '!x'), { minLength: 1, maxLength: 2 })

const match: fc.Arbitrary<NaiveMatch> = fc.letrec<{ match: NaiveMatch }>((tie) => ({
  match: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constant(undefined),
    fc.record({ tool: toolPattern }),
    fc.record({ input: fc.record({ command: commandPattern }) }),
    fc.constant({ unknowable: true as const }),
    fc.record({ command: commandFact }),
    fc.record({ deletes: deleted }),
    fc.record({ all: fc.array(tie('match'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('match'), { maxLength: 3 }) }),
    fc.record({ not: tie('match') }),
  ),
})).match

const rule = fc.record({
  match,
  says: fc.constantFrom<NaiveRule['says']>(
    'deny',
    'ask',
    'allow',
    'context',
    'notify',
    'stop',
    'set',
    'set',
    'continue',
    'script-allow',
    'script-ask',
  ),
  text: commands,
  priority: fc.constantFrom(-10, 0, 0, 0, 10),
  mode: fc.constantFrom<NaiveRule['mode']>('enforce', 'enforce', 'enforce', 'advise', 'watch'),
  always: fc.boolean().map((yes) => yes),
  once: fc.constantFrom(false, false, true),
  on_unresolved: fc.constantFrom<NaiveRule['on_unresolved']>('proceed', 'ask', 'deny'),
})

const rules = fc
  .array(rule, { maxLength: 8 })
  .map((list): NaiveRule[] =>
    list.map((each, at) => ({ ...each, name: `r${at}`, always: each.always && at % 4 === 3 })),
  )
const call = fc.record({ tool_name: tools, command: commands })

function inlineOf({ says, text }: NaiveRule): InlineSpec | undefined {
  if (says === 'set') return { says: 'set_input', patch: { command: text } }
  return says === 'script-allow' || says === 'script-ask' ? undefined : { says, text }
}

/** An empty list of conditions means the same written out: `all` holds, `any` does not. */
function written(each: NaiveMatch): unknown {
  if (each === undefined) return { all: [] }
  if ('all' in each) return { all: each.all.map(written) }
  if ('any' in each) return { any: each.any.map(written) }
  return 'not' in each ? { not: written(each.not) } : each
}

function toWritten(naive: NaiveRule): WrittenRule {
  const { name, priority, mode, always, on_unresolved, text } = naive
  const inline = inlineOf(naive)
  const handle: Handler = () => ({ decision: naive.says === 'script-allow' ? 'allow' : 'ask', reason: text })
  return {
    name,
    priority,
    mode,
    always,
    on_unresolved,
    ...(naive.match !== undefined && { match: written(naive.match) }),
    ...(naive.once && { once: 'session' as const }),
    ...(inline === undefined ? { handle } : { inline }),
  }
}

const inputOf = ({ tool_name, command }: NaiveCall) => ({ tool_name, tool_input: { command } })

function plain(verdict: Verdict): NaiveVerdict {
  const reasons = verdict.reason === undefined || verdict.decision === 'proceed' ? [] : [verdict.reason]
  const { flow, flow_reason } = verdict
  const input = verdict.updated_input as { command: string } | undefined
  const ran = verdict.trace.filter((entry) => entry.result === 'ran').map((entry) => entry.rule)
  return {
    decision: verdict.decision,
    reasons: reasons.map(unsureText),
    flow: flow === 'stop' ? 'stop' : 'default',
    ...(flow_reason !== undefined && { flow_reason }),
    ...(input !== undefined && { command: input.command }),
    context: [...verdict.additional_context],
    notes: [
      ...new Set(
        verdict.system_messages.map((text) => text.replace(/^rule (\w+) \(advise\).*/s, 'advice $1')),
      ),
    ],
    ran: [...new Set(ran)],
    skipped: verdict.trace.filter((entry) => entry.result === 'skipped').map((entry) => entry.rule),
  }
}

/** What cannot be known is said once, whichever rules ask about it. */
function unsureText(reason: string): string {
  const lines = reason
    .split('\n')
    .map((line) => (/cannot be known|could be|^[Ww]rite \$X out\.$|^\? \w+$/.test(line) ? '?' : line))
  return [...new Set(lines)].join('\n')
}

function naivePlain(naive: NaiveVerdict): NaiveVerdict {
  return { ...naive, reasons: naive.reasons.length === 0 ? [] : [unsureText(naive.reasons.join('\n'))] }
}

/** What a rule asked again adds to the trace is not the naive evaluator's business. */
function comparable(verdict: NaiveVerdict, expected: NaiveVerdict): NaiveVerdict {
  return { ...verdict, ran: verdict.ran.filter((name) => expected.ran.includes(name)) }
}

describe('the engine agrees with the naive evaluator', () => {
  test('on every list of rules and calls', { tags: 'long' }, async () => {
    await check(
      fc.asyncProperty(rules, fc.array(call, { minLength: 1, maxLength: 3 }), async (list, calls) => {
        const world = createWorld()
        const registry = registryOf(list.map(toWritten))
        const spent = new Set<string>()
        for (const each of calls) {
          const expected = naivePlain(naiveDecide(list, each, spent))
          const verdict = plain(await verdictFor(registry, inputOf(each), { world, facts: toySource }))
          expect(comparable(verdict, expected)).toEqual(expected)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  test('on rules in the naive order', () => {
    check(
      fc.property(rules, (list) => {
        expect(naiveOrder(naiveOrder(list))).toEqual(naiveOrder(list))
      }),
    )
  })
})

const softness: Readonly<Record<Decision, number>> = { allow: 0, proceed: 1, ask: 2, deny: 3 }
const decideOn = (list: readonly NaiveRule[], each: NaiveCall, world: World = createWorld()) =>
  verdictFor(list.map(toWritten), inputOf(each), { world, facts: toySource })
const base: Omit<NaiveRule, 'name' | 'says' | 'text'> = {
  priority: 0,
  mode: 'enforce',
  always: false,
  once: false,
  on_unresolved: 'ask',
}

describe('laws', () => {
  test('a guard before or after a change denies the final subject', async () => {
    const change: NaiveRule = { ...base, name: 'change', says: 'set', text: 'rm y' }
    const guard: NaiveRule = {
      ...base,
      name: 'guard',
      match: { input: { command: ['rm y'] } },
      says: 'deny',
      text: 'no rm',
    }
    await check(
      fc.asyncProperty(rules, call, fc.nat(8), async (list, each, at) => {
        const others = list.filter(
          (one) =>
            one.says !== 'set' && one.says !== 'stop' && one.says !== 'deny' && one.on_unresolved !== 'deny',
        )
        const mixed = [...others.slice(0, at), change, ...others.slice(at)]
        for (const all of [
          [guard, ...mixed],
          [...mixed, guard],
        ]) {
          const verdict = await decideOn(all, each)
          expect(verdict).toMatchObject({ decision: 'deny', reason: 'no rm' })
          expect(verdict).not.toHaveProperty('updated_input')
        }
      }),
    )
  })

  test('a stop before a deny still denies', async () => {
    const stop: NaiveRule = { ...base, name: 'stop', says: 'stop', text: 'enough', priority: 10 }
    await check(
      fc.asyncProperty(rules, call, async (list, each) => {
        expect((await decideOn([...list, stop], each)).decision).toBe('deny')
      }),
    )
  })

  test('a rule that changes nothing never softens', { tags: 'long' }, async () => {
    await check(
      fc.asyncProperty(rules, fc.tuple(rule, fc.nat(8)), call, async (list, [more, at], each) => {
        fc.pre(more.says !== 'set' && more.says !== 'allow' && more.says !== 'script-allow')
        const before = await decideOn(list, each)
        const added = { ...more, name: 'added', always: false }
        const after = await decideOn([...list.slice(0, at), added, ...list.slice(at)], each)
        expect(softness[after.decision]).toBeGreaterThanOrEqual(softness[before.decision])
      }),
      { numRuns: runs(500) },
    )
  })

  test('an allow never softens a guard', async () => {
    await check(
      fc.asyncProperty(rules, call, async (list, each) => {
        const before = await decideOn(list, each)
        const after = await decideOn(
          [{ ...base, name: 'added', says: 'allow', text: 'fine', priority: 10 }, ...list],
          each,
        )
        fc.pre(before.decision === 'ask' || before.decision === 'deny')
        expect(after.decision).toBe(before.decision)
      }),
    )
  })

  test('without changes the decision does not depend on the order', async () => {
    await check(
      fc.asyncProperty(rules, call, fc.func(fc.integer()), async (list, each, weight) => {
        const still = list
          .filter((one) => one.says !== 'set')
          .map((one) => ({ ...one, priority: 0, always: false }))
        const shuffled = still.toSorted((one, two) => weight(one.name) - weight(two.name))
        expect((await decideOn(shuffled, each)).decision).toBe((await decideOn(still, each)).decision)
      }),
    )
  })

  test('the same rule twice adds to no list', async () => {
    await check(
      fc.asyncProperty(rules, call, async (list, each) => {
        const kept = list.filter((one) => one.says === 'context' || one.says === 'notify')
        const twice = kept
          .flatMap((one) => [one, { ...one, name: `${one.name}b` }])
          .map((one) => ({ ...one, mode: 'enforce' as const, once: false }))
        const once = twice.filter((_, at) => at % 2 === 0)
        const [single, double] = [await decideOn(once, each), await decideOn(twice, each)]
        expect(double.additional_context).toEqual(single.additional_context)
        expect(double.system_messages).toEqual(single.system_messages)
      }),
    )
  })
})
