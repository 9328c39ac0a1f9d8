// The page of `hooks explain`: what a call would do, what each rule decides, which rule wins, and which would without it.
import { wrap } from '../../patterns/text/terminal-text.ts'
import { type Page, signFor } from '../page/page.ts'
import type { AgentAnswer } from './agent-answers.ts'
import { drawRules } from './draw-rules.ts'
import { drawReasons } from './draw-verdict.ts'
import { drawFacts } from './shown-facts.ts'
import type { CallView, JudgedCall, JudgedRule } from './view.ts'

interface ExplainLook {
  readonly all: boolean
  readonly page: Page
}

interface Explained {
  readonly judged: JudgedCall
  readonly rules: readonly JudgedRule[]
}

export function drawExplanation(
  view: CallView,
  { judged, rules }: Explained,
  { all, page }: ExplainLook,
): string[] {
  const { facts, agents } = view
  return [
    ...(facts === undefined ? [] : [...drawFacts(facts, page), '']),
    ...(rules.length === 0
      ? []
      : [...drawRules(rules, judged, { page, all, full: true, hint: '(--all)' }), '']),
    ...drawDecision(view, { all, page }),
    ...drawReasons(judged.verdict, page),
    ...drawAgents(agents, page),
  ]
}

function drawDecision(view: CallView, { all, page }: ExplainLook): string[] {
  const { decision, by, unknown, removals } = view
  const { glyph, colour } = signFor(decision) ?? { glyph: '✓', colour: 'green' }
  const who = by.length > 0 ? ` by ${listOf(by, all)}` : unknown.length > 0 ? '' : whyNoneDecided(view)
  const sentence = `${decision.toUpperCase()}${who}${unless(decision, unknown)}.`
  const steps = removals
    .slice(0, all ? removals.length : 1)
    .map((removal, at) => removed(removal, { isOnly: at === 0 && by.length < 2, all }))
  const [first = '', ...rest] = wrap([sentence, ...steps].join(' '), page.width - 2)
  const word = decision.toUpperCase()
  return [
    `${page.paint(colour, `${glyph} ${word}`)}${first.slice(word.length)}`,
    ...rest.map((line) => `  ${line}`),
  ]
}

function whyNoneDecided({ rules, spent }: CallView): string {
  if (spent === true) return ': the budget of work was spent'
  const matched = rules.filter(({ is, says }) => is === 'yes' && says !== undefined)
  if (rules.length === 0) return ': no rule is for this event'
  return matched.length === 0 ? ': no rule matched' : ': no rule objects'
}

/** Unknown script answers matter unless the decision is deny. */
function unless(decision: string, unknown: CallView['unknown']): string {
  if (unknown.length === 0 || decision === 'deny') return ''
  const names = unknown.map(({ rule, asks }) => `${rule} (${asks})`).join(' or ')
  return decision === 'ask' ? `, unless ${names} denies it` : `, unless ${names} objects`
}

function removed(
  { without, decision, by }: CallView['removals'][number],
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
