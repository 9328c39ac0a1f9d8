// The page of `hooks run`: one event, the rules that spoke, the verdict.
import { events } from '../../model/events.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { Answer, Dialect, Event, Rule } from '../../model/types.ts'
import { duration, fit, plural, visible } from '../../patterns/text/terminal-text.ts'
import { isDisabled, type Host } from '../../run/call.ts'
import { isWithoutRules } from '../../run/notices.ts'
import type { Evaluated } from '../../run/run.ts'
import type { RunArguments } from '../../run/run-arguments.ts'
import { rulesAt } from '../../run/rules-in-force.ts'
import type { OpenPlan } from '../../store/plan/cache.ts'
import { drawRows } from '../page/columns.ts'
import { createPage, drawNote, type Page, placeText } from '../page/page.ts'
import { toldAgent } from './agent-answers.ts'
import { describeCall, drawAnswer, header, hideFromPage } from './draw-call.ts'
import { counted, drawRules } from './draw-rules.ts'
import { drawVerdict } from './draw-verdict.ts'
import type { MatchContext } from './matched.ts'
import { closestRule, contextOf } from './nearest.ts'
import { isObserver, type JudgedCall, judgedRules } from './view.ts'

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
  const drawn = [
    ...header(event, page),
    ...describeCall(event, page),
    '',
    ...drawSpoken(shown, { host, page }),
    ...drawOutcome(shown, { host, options, page }),
    ...drawPlan(shown, page),
    ...(answer === undefined || as === undefined
      ? unsupportedOutcomes(shown, page)
      : ['', ...drawAnswer({ answer, event, as }, page)]),
    ...drawCompiled(shown, page),
  ]
  return `${drawn.join('\n')}\n`
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
export function drawPlan({ plan, verdict }: Pick<Evaluated, 'plan' | 'verdict'>, page: Page): string[] {
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

export function drawUnmatched(call: UnmatchedCall, next: NextQuestion, page: Page): string[] {
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
