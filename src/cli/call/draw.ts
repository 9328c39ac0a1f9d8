// The page of `hooks explain`: what a call would do, what each rule decides, which rule wins, and which would without it.
import { clip, fitStart, pad, plural, wrap } from '../../patterns/text/terminal-text.ts'
import type { MatchedKey } from './matched.ts'
import type { AgentAnswer } from './agent-answers.ts'
import type { Explanation, RuleView } from './view.ts'
import { drawField } from './draw-call.ts'
import { drawFacts } from './shown-facts.ts'
import { placeText, shortPath, type Page, type Sign, signFor, USUAL_WIDTH } from '../page/page.ts'
import { drawRows, type Row } from '../page/columns.ts'

const MAX_REASON = 6

export function drawExplanation(
  explanation: Explanation,
  { all, page }: { all: boolean; page: Page },
): string[] {
  const { facts, rules } = explanation
  const drawn = facts === undefined ? [] : [...drawFacts(facts, page), '']
  const rows = rules.length === 0 ? [] : [...drawRules(explanation, { all, page }), '']
  return [
    ...drawn,
    ...rows,
    ...drawDecision(explanation, { all, page }),
    ...drawAgents(explanation.agents, page),
  ]
}

const MAX_SILENT = 3
const MAX_ALIKE = 3

function drawRules({ rules, by }: Explanation, { all, page }: { all: boolean; page: Page }): string[] {
  const decides = ({ rule, is }: RuleView): boolean => is !== 'no' && by.includes(rule)
  const ordered = rules.toSorted(
    (one, two) => Number(decides(two)) - Number(decides(one)) || rankOf(one) - rankOf(two),
  )
  const shown = all ? ordered : worthShowing(ordered)
  return [
    ...drawRows(
      shown.map((rule) => rowOf(rule, page)),
      page.width,
      page.paint,
    ),
    ...countsOf(ordered, shown).map((text) => counted(text, page)),
  ]
}

const isForOthers = ({ other_tool: other }: RuleView): boolean => other === true
/** Nothing follows from it that it cannot tell. */
const isUnsure = ({ is, says }: RuleView): boolean => is === 'maybe' && says === 'maybe'
const isMissed = (rule: RuleView): boolean => rule.is === 'no' && !isForOthers(rule)
/** It speaks because it cannot tell. */
const isDoubt = (rule: RuleView): boolean => rule.is === 'maybe' && !isUnsure(rule)

const ranks = [({ is }: RuleView) => is === 'yes', isDoubt, isUnsure, isMissed, isForOthers] as const

/** Order: matched, uncertain but speaking, silent. */
function rankOf(rule: RuleView): number {
  return ranks.findIndex((is) => is(rule))
}

/** Rules that matched, a few of those with equal reasons, and the nearest silent rules. */
function worthShowing(rules: readonly RuleView[]): readonly RuleView[] {
  const still = rules
    .filter((rule) => nearness(rule) > 0 && (isUnsure(rule) || isMissed(rule)))
    .toSorted((one, two) => nearness(two) - nearness(one))
  // Counting one rule would take as much space as showing it.
  const near = still.length === MAX_SILENT + 1 ? still : still.slice(0, MAX_SILENT)
  return rules.filter(
    (rule) =>
      rule.is === 'yes' || near.includes(rule) || (isDoubt(rule) && alikeBefore(rule, rules) < MAX_ALIKE),
  )
}

const isAlike = (one: RuleView, two: RuleView): boolean => one.says === two.says && one.why === two.why

function alikeBefore(rule: RuleView, rules: readonly RuleView[]): number {
  return rules.slice(0, rules.indexOf(rule)).filter((each) => isDoubt(each) && isAlike(each, rule)).length
}

const nearness = ({ near = 0 }: RuleView): number => near

function countsOf(rules: readonly RuleView[], shown: readonly RuleView[]): readonly string[] {
  const left = rules.filter((rule) => !shown.includes(rule))
  const count = (is: (rule: RuleView) => boolean, what: string): string[] => {
    const some = left.filter(is).length
    return some === 0 ? [] : [`${plural(some, shown.some(is) ? 'more rule' : 'rule')} ${what}`]
  }
  const doubts = left.filter(isDoubt)
  const kinds = doubts.filter((rule, at) => doubts.findIndex((each) => isAlike(each, rule)) === at)
  return [
    ...kinds.map((kind) => {
      const some = doubts.filter((each) => isAlike(each, kind)).length
      return `${kind.says ?? ''}: ${plural(some, 'more rule')}, for the same reason`
    }),
    ...count(isUnsure, 'that cannot tell: nothing follows'),
    ...count(isMissed, 'did not match'),
    ...count(isForOthers, 'for other tools'),
  ]
}

function counted(text: string, { width, paint }: Page): string {
  const hint = '(--all)'
  const room = Math.min(width, USUAL_WIDTH) - hint.length - 2
  return `  ${paint('dim', `${pad(fitStart(`· ${text}`, room - 2), room)}${hint}`)}`
}

function rowOf(rule: RuleView, page: Page): Row {
  const { rule: name, is, says, asks, uses, not_reached: notReached, layer } = rule
  const { glyph, colour } = signOf(rule)
  const about = [
    ...(asks === undefined ? [] : [asks]),
    ...(uses === undefined ? [] : [uses]),
    textOf(rule, page),
    ...(layer === 'project' || is === 'no' ? [] : [`${layer} layer`]),
    ...(notReached === true ? ['not reached'] : []),
  ].filter((text) => text !== '')
  const text = is === 'no' ? (rule.why ?? 'its match does not hold') : about.join(' · ')
  return {
    glyph,
    colour,
    name,
    word: says ?? '',
    text,
    place: placeText(rule.at, page),
    ...(is === 'no' ? { end: true } : { whole: true }),
  }
}

function signOf(rule: RuleView): Sign {
  const { is, says = '' } = rule
  if (is === 'no') return { glyph: '·', colour: 'dim' }
  if (says === 'fails') return { glyph: '!', colour: 'yellow' }
  const sign = signFor(rule.asks === undefined ? says : 'ask')
  if (sign !== undefined) return sign
  if (says.startsWith('would ') || ['watch', 'advise', 'observes', 'remember'].includes(says))
    return { glyph: '~', colour: 'dim' }
  return is === 'maybe' ? { glyph: '·', colour: 'dim' } : { glyph: '✓', colour: 'green' }
}

/** The matched keys; the tool only when it is the only key. */
function textOf({ met, why = '', is, uses }: RuleView, page: Page): string {
  if (is === 'maybe') return why
  const telling = met.length > 1 ? met.filter(({ key }) => key !== 'tool') : met
  const said = telling.map((key) => metText(key, page)).join(', ')
  return said !== '' ? said : why !== '' ? why : uses === undefined ? 'matches everything' : ''
}

function metText({ key, pattern, met }: MatchedKey, page: Page): string {
  const what = met?.startsWith('/') === true ? shortPath(met, page) : met
  return `${key}: ${pattern}${what === undefined || what === pattern ? '' : ` ← ${what}`}`
}

function drawDecision(explanation: Explanation, { all, page }: { all: boolean; page: Page }): string[] {
  const { decision, by, reason = '', user_reason: user, unknown, removals } = explanation
  const { glyph, colour } = signFor(decision) ?? { glyph: '✓', colour: 'green' }
  const who = by.length > 0 ? ` by ${listOf(by, all)}` : unknown.length > 0 ? '' : whyNoneDecided(explanation)
  const sentence = `${decision.toUpperCase()}${who}${unless(decision, unknown)}.`
  const steps = removals
    .slice(0, all ? removals.length : 1)
    .map((removal, at) => removed(removal, { isOnly: at === 0 && by.length < 2, all }))
  const [first = '', ...rest] = wrap([sentence, ...steps].join(' '), page.width - 2)
  const word = decision.toUpperCase()
  return [
    `${page.paint(colour, `${glyph} ${word}`)}${first.slice(word.length)}`,
    ...rest.map((line) => `  ${line}`),
    ...(user === undefined
      ? clip(wrap(reason, page.width - 2), MAX_REASON).flatMap((line) =>
          line === '' ? [] : [page.paint('dim', `  ${line}`)],
        )
      : [...drawField('user', user, page), ...drawField('model', reason, page)]),
  ]
}

function whyNoneDecided({ rules, spent }: Explanation): string {
  if (spent === true) return ': the budget of work was spent'
  const matched = rules.filter(({ is, says }) => is === 'yes' && says !== undefined)
  if (rules.length === 0) return ': no rule is for this event'
  return matched.length === 0 ? ': no rule matched' : ': no rule objects'
}

/** Unknown script answers matter unless the decision is deny. */
function unless(decision: string, unknown: Explanation['unknown']): string {
  if (unknown.length === 0 || decision === 'deny') return ''
  const names = unknown.map(({ rule, asks }) => `${rule} (${asks})`).join(' or ')
  return decision === 'ask' ? `, unless ${names} denies it` : `, unless ${names} objects`
}

function removed(
  { without, decision, by }: Explanation['removals'][number],
  { isOnly, all }: { isOnly: boolean; all: boolean },
): string {
  const who = by.length === 0 ? '' : ` by ${listOf(by, all)}`
  return `Removing ${isOnly ? 'it' : `${without}, too`}: ${decision.toUpperCase()}${who}.`
}

const MAX_NAMES = 2

/** `one, two and 3 more`. */
function listOf(names: readonly string[], all: boolean): string {
  const more = names.length - MAX_NAMES
  return all || more <= 1 ? names.join(', ') : `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more`
}

function drawAgents(agents: readonly AgentAnswer[], page: Page): string[] {
  const told = agents.map(({ agent, told: word, notes, installed }) => {
    const beside = [...notes, ...(installed ? [] : ['not installed'])]
    const text = word ?? 'does not call us here'
    return `${agent}: ${text}${beside.length === 0 ? '' : ` (${beside.join('; ')})`}`
  })
  return wrap(told.join(' · '), page.width)
}
