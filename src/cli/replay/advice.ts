// What to write where a rule objects to the wrong calls, or does not object enough.
import type { Condition, Plan, Rule } from '../../model/types.ts'
import type { RuleTally } from './tally.ts'

export interface Advice {
  /** The change of hooks.yaml that lets the most frequent call pass. */
  readonly exempt: string
  /** The change that makes the rule stricter; absent when it denies already. */
  readonly tighten?: string
}

export function adviceFor(tally: RuleTally, plan: Plan): Advice {
  const rule = plan.events.PreToolUse?.find(({ name, layer }) => name === tally.rule && layer === tally.layer)
  if (rule === undefined) return { exempt: 'see hooks list for where the rule is written' }
  const setting = (change: string): string =>
    isExtended(rule) ? `overrides: { ${yamlText(rule.name)}: { ${change} } }` : change
  const tighten =
    tally.mode !== 'enforce'
      ? setting('mode: enforce')
      : tally.decision === 'ask' && !isExtended(rule)
        ? 'deny: instead of ask:'
        : undefined
  return {
    exempt: (isExtended(rule) ? undefined : exception(rule, tally)) ?? setting('mode: advise'),
    ...(tighten !== undefined && { tighten }),
  }
}

/** A rule of a preset has the preset's name before its own. */
function isExtended({ name }: Rule): boolean {
  return name.includes('/')
}

const pathKeys = ['path', 'by_hand', 'writes', 'edits', 'creates', 'deletes', 'reads'] as const
const verbs = /^(?:read|write|edit|create|delete|touch|change|make)\w*: /

/** One more pattern that excludes the call; undefined where none can be written so simply. */
function exception(rule: Rule, { calls: [most] }: RuleTally): string | undefined {
  if (most === undefined) return undefined
  const key = verbs.test(most.call)
    ? pathKeys.find((each) => asks(rule.match, each))
    : asks(rule.match, 'command')
      ? 'command'
      : undefined
  const text = most.call.replace(verbs, '')
  const isLiteral = key === 'command' ? /^[\w\s./:@=,+-]+$/ : /^[\w./@+-]+$/
  if (key === undefined || !isLiteral.test(text) || isPattern(rule.match, text)) return undefined
  return `add to its ${key}: ${yamlText(`!${text}`)}`
}

/** Whether a condition asks by this key, other than in a `not`. */
function asks(condition: Condition | undefined, key: string): boolean {
  if (condition === undefined || condition.kind === 'not') return false
  return condition.kind === 'key' ? condition.key === key : condition.of.some((each) => asks(each, key))
}

/** Without its own pattern a rule would never apply. */
function isPattern(condition: Condition | undefined, text: string): boolean {
  return JSON.stringify(condition ?? '').includes(JSON.stringify(text))
}

function yamlText(text: string): string {
  return /^[\w/-]+$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`
}
