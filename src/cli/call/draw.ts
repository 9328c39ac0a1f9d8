// The pages of a judged call: what `hooks run` reports, and what `hooks explain` tells of it.
import { events } from '../../model/events.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { Answer, Dialect, Event, Rule } from '../../model/types.ts'
import { duration, fit, plural, visible, wrap } from '../../patterns/text/terminal-text.ts'
import { isDisabled, type Host, type Opened } from '../../run/call.ts'
import { isWithoutRules } from '../../run/notices.ts'
import { agentNamed } from '../../run/payload.ts'
import type { Evaluated } from '../../run/run.ts'
import type { RunArguments } from '../../run/run-arguments.ts'
import { rulesAt } from '../../run/rules-in-force.ts'
import type { OpenPlan } from '../../store/plan/cache.ts'
import { drawRows } from '../page/columns.ts'
import { createPage, drawNote, type Page, placeText, signFor } from '../page/page.ts'
import { type AgentAnswer, toldAgent } from './agent-answers.ts'
import { describeCall, drawAnswer, header, hideFromPage } from './draw-call.ts'
import { counted, drawRules } from './draw-rules.ts'
import { drawReasons, drawVerdict } from './draw-verdict.ts'
import type { MatchContext } from './matched.ts'
import { closestRule, contextOf } from './nearest.ts'
import { drawFacts } from './shown-facts.ts'
import { type CallView, isObserver, type JudgedCall, type JudgedRule, judgedRules } from './view.ts'

interface ShowContext {
  readonly host: Host
  readonly options: RunArguments
  /** How the agent of `--as` is answered. */
  readonly answer?: Answer
  readonly as?: Dialect
}

type Shown = Evaluated & JudgedCall

export function showRun(given: Evaluated, { host, options, answer, as }: ShowContext): string {
  const { event, explained } = given
  const shown: Shown = {
    ...given,
    verdict: hideFromPage(given.verdict),
    ...(explained !== undefined && { explained: hideFromPage(explained) }),
    rules: rulesAt(event.event, host.env, given.plan),
    dry: options.dryRun,
  }
  const page = createPage(host, { root: event.root, home: given.dirs.home })
  return shownLines([
    ...headOf(event, page),
    ...drawSpoken(shown, { host, page }),
    ...drawOutcome(shown, { host, options, page }),
    ...drawPlan(shown, page),
    ...(answer === undefined || as === undefined
      ? unsupportedOutcomes(shown, page)
      : ['', ...drawAnswer({ answer, event, as }, page)]),
    ...drawCompiled(shown, page),
  ])
}

/** Compile time, shown apart from the rules' time. */
function drawCompiled({ compiled_ms: ms, plan }: Evaluated, page: Page): string[] {
  return ms > 0 && rulesIn(plan.counts) > 0 && plan.broken === undefined
    ? [`  ${page.paint('dim', `compiled the rules in ${duration(ms)}`)}`]
    : []
}

function drawSpoken(shown: Shown, { host, page }: { host: Host; page: Page }): string[] {
  const { event, plan, explained, considered, verdict } = shown
  const asking = explained === undefined ? undefined : contextOf(host, event, plan)
  const drawn = drawRules(judgedRules(shown, asking), shown, { page, hint: '(hooks explain --all)' })
  if (drawn.length === 0) return []
  const rest = considered - new Set(verdict.trace.map(({ rule }) => rule)).size
  const more = explained !== undefined || rest <= 0 ? [] : [`${plural(rest, 'more rule')} did not match`]
  return [...drawn, ...more.map((text) => counted(text, '(--explain)', page)), '']
}

interface OutcomeContext {
  readonly host: Host
  readonly options: RunArguments
  readonly page: Page
}

function drawOutcome(shown: Shown, { host, options, page }: OutcomeContext): string[] {
  const { verdict, event, ms, plan, considered, aborted } = shown
  const rules = shown.rules.filter(isWritten)
  const notes = [
    ...(aborted ? ['interrupted'] : []),
    ...(options.dryRun ? ['dry run: nothing was started or written'] : []),
  ]
  const observers = new Set(rules.filter(isObserver).map(({ name }) => name))
  const isObserved = verdict.trace.every(({ rule, result }) => result === 'ran' && observers.has(rule))
  if (verdict.decision !== 'proceed' || verdict.flow !== 'default' || !isObserved)
    return drawVerdict(verdict, { event, parts: [ms, ...notes] }, page)
  const disabled = isDisabled(host.env)
  const broken = plan.broken !== undefined && rules.length === 0
  const why = disabled
    ? `HOOKS_DISABLE=1: ${rules.length === 0 ? 'no rule was checked' : 'only rules of the user and the machine were checked'}`
    : broken
      ? 'no rule could be checked'
      : 'no rule matched'
  const count = considered === 0 ? [] : [`${considered} considered`]
  const { payload, explain } = options
  return [
    ...drawVerdict(verdict, { event, parts: [why, ...count, ...notes] }, page),
    ...(disabled || broken
      ? []
      : drawUnmatched(
          { event, rules, plan },
          { asking: contextOf(host, event, plan), payload, explain },
          page,
        )),
  ]
}

/** Reports a broken file unless a message of the verdict already does. */
function drawPlan({ plan, verdict }: Pick<Evaluated, 'plan' | 'verdict'>, page: Page): string[] {
  const { broken } = plan
  if (broken === undefined || verdict.warnings.some(({ code }) => code === 'config')) return []
  const force = isWithoutRules(plan)
    ? 'no rules are in force'
    : plan.partial === true
      ? 'only the rules of other files are in force'
      : 'the last good version is in force'
  return [
    ...drawNote(page.paint('yellow', '!'), `hooks.yaml has an error, ${force}: ${broken.message}`, page),
    `  ${page.paint('dim', 'see all: hooks validate')}`,
  ]
}

/** Outcomes that the payload's agent does not support. */
function unsupportedOutcomes(shown: Shown, page: Page): string[] {
  const { agent = '' } = shown.event
  const hint = `(--as ${agent})`
  return toldAgent({ agent, installed: true }, shown).notes.map(
    (note) => `  ${fit(`${agent} ${note}`, page.width - 4 - hint.length)}  ${page.paint('dim', hint)}`,
  )
}

interface UnmatchedCall {
  readonly event: Event
  /** Those of the event. */
  readonly rules: readonly Rule[]
  readonly plan: Pick<OpenPlan, 'counts' | 'sizes'>
}

interface NextQuestion {
  readonly asking: MatchContext
  readonly payload: string | undefined
  readonly explain: boolean
}

function drawUnmatched(call: UnmatchedCall, next: NextQuestion, page: Page): string[] {
  const { asking, payload = '-', explain } = next
  if (call.rules.length === 0) return noRules(call, page)
  const near = explain ? undefined : closestRule(call.rules, asking)
  if (near === undefined) return []
  const { rule, why: text } = near
  const place = placeText(rule.at, page)
  const closest = { glyph: '·', colour: 'dim', name: rule.name, word: 'closest', text, place } as const
  const again = payload === '-' ? '--explain' : `hooks explain ${visible(payload)}`
  return [
    ...drawRows([closest], page.width, page.paint),
    `  ${page.paint('dim', 'why not:')} ${fit(again, page.width - 11)}`,
  ]
}

function noRules({ event, plan }: UnmatchedCall, page: Page): string[] {
  const dim = (text: string): string => `  ${page.paint('dim', text)}`
  if (event.event === 'unmapped') return [dim('this event is recorded, rules cannot be written for it')]
  if (rulesIn(plan.counts) === 0) {
    return [
      dim('there is no rule yet; write three lines into hooks.yaml:'),
      '    hooks:',
      `      ${event.event}:`,
      `        - { name: first, notify: 'hooks saw ${event.event}' }`,
    ]
  }
  const others = Object.keys(events).flatMap((name) =>
    plan.sizes[name] ? [`${name} (${plan.sizes[name]})`] : [],
  )
  return [dim(fit(`no rule is for ${event.event}, only for ${others.join(', ')}`, page.width - 2))]
}

interface ExplainedCall {
  readonly opened: Opened
  readonly judged: JudgedCall
  readonly rules: readonly JudgedRule[]
  readonly asking: MatchContext
}

/** With `all`, every rule and every agent's answer. */
export function showExplanation(view: CallView, call: ExplainedCall, all: boolean): string {
  const { opened, judged, rules, asking } = call
  const { host, plan, dirs, event } = opened
  const { facts, agents } = view
  const page = createPage(host, { root: event.root, home: dirs.home })
  const written = judged.rules.filter(isWritten)
  const note = (text: string) => drawNote(page.paint('yellow', '!'), text, page)
  const disabled = 'HOOKS_DISABLE=1 is set here: the rules of this project are not checked'
  return shownLines([
    ...headOf(event, page),
    ...(facts === undefined ? [] : [...drawFacts(facts, page), '']),
    ...(rules.length === 0
      ? []
      : [...drawRules(rules, judged, { page, all, full: true, hint: '(--all)' }), '']),
    ...drawDecision(view, all, page),
    ...drawReasons(judged.verdict, page),
    ...drawAgents(agents, page),
    ...(written.length > 0
      ? []
      : drawUnmatched({ event, rules: written, plan }, { asking, payload: undefined, explain: true }, page)),
    ...drawPlan({ plan, verdict: judged.verdict }, page),
    ...(isDisabled(host.env) ? note(disabled) : []),
    ...(plan.settings?.left_out ?? []).flatMap((text) => note(text)),
    ...(all ? agents.flatMap(({ agent }) => drawAgentAnswer(agent, judged, page)) : []),
  ])
}

function drawAgentAnswer(agent: string, { verdict, event }: JudgedCall, page: Page): readonly string[] {
  const as = agentNamed(agent)
  if (typeof as === 'string') return []
  return ['', ...drawAnswer({ answer: as.encode(verdict, event), event, as }, page)]
}

function headOf(event: Event, page: Page): readonly string[] {
  return [...header(event, page), ...describeCall(event, page), '']
}

const shownLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`

function drawDecision(view: CallView, all: boolean, page: Page): string[] {
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
