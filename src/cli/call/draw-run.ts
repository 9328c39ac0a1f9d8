// Draws a replay of `hooks run`.
import { dialects } from '../../catalog.ts'
import { capabilitiesFor } from '../../engine/dispatch-state.ts'
import { downgradeVerdict } from '../../engine/fit.ts'
import type { Answer, Dialect, Rule } from '../../model/types.ts'
import { duration, fit, wrap } from '../../patterns/text/terminal-text.ts'
import type { Evaluated } from '../../run/run.ts'
import { isDisabled, type Host } from '../../run/call.ts'
import { isWithoutRules } from '../../run/notices.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { rulesAt } from '../../run/rules-in-force.ts'
import type { RunArguments } from '../../run/run-arguments.ts'
import { drawAnswer, describeCall, header, hideFromPage } from './draw-call.ts'
import { drawRest, drawUnmatched, explainRows, hasObserved, rowOf } from './draw-rules.ts'
import { createPage, type Page } from '../page/page.ts'
import { drawRows } from '../page/columns.ts'
import { drawVerdict } from './draw-verdict.ts'
import { byNearness, contextOf } from './nearest.ts'
import { decidersOf, namesOf } from './verdicts.ts'
import type { ExplainedRule } from '../../engine/dispatch.ts'

export interface ShowContext {
  readonly host: Host
  readonly options: RunArguments
  /** How the agent of `--as` is answered. */
  readonly answer?: Answer
  readonly as?: Dialect
}

/** One event, the rules that spoke, the verdict: all that a terminal shows. */
export function showRun(given: Evaluated, { host, options, answer, as }: ShowContext): string {
  const evaluated = {
    ...given,
    verdict: hideFromPage(given.verdict),
    ...(given.explained !== undefined && { explained: hideFromPage(given.explained) }),
  }
  const { event } = evaluated
  const disabled = isDisabled(host.env)
  const rules = rulesAt(event.event, host.env, evaluated.plan).filter(isWritten)
  const page = createPage(host, { root: event.root, home: evaluated.dirs.home })
  const notes = [
    ...(evaluated.aborted ? ['interrupted'] : []),
    ...(options.dryRun ? ['dry run: nothing was started or written'] : []),
  ]
  const drawn = [
    ...header(event, page),
    ...describeCall(event, page),
    '',
    ...drawRules(evaluated, { rules, dry: options.dryRun, near: nearestRules(host, evaluated, rules) }, page),
    ...drawOutcome(evaluated, { host, rules, disabled, options, notes }, page),
    ...drawPlan(evaluated, page),
    ...(answer === undefined || as === undefined
      ? unsupportedOutcomes(evaluated, page)
      : ['', ...drawAnswer({ answer, event, as }, page)]),
    ...drawCompiled(evaluated, page),
  ]
  return `${drawn.join('\n')}\n`
}

/** Compile time, shown apart from the rules' time. */
function drawCompiled({ compiled_ms: ms, plan }: Evaluated, page: Page): string[] {
  return ms > 0 && rulesIn(plan.counts) > 0 && plan.broken === undefined
    ? [`  ${page.paint('dim', `compiled the rules in ${duration(ms)}`)}`]
    : []
}

function drawRules(
  { event, verdict, explained, considered }: Evaluated,
  { near, ...asked }: { rules: readonly Rule[]; dry: boolean; near: readonly ExplainedRule[] },
  page: Page,
): string[] {
  const of = { event, verdict, page, ...asked }
  const deciders = namesOf(decidersOf(verdict))
  const spoke = new Set(verdict.trace.map(({ rule }) => rule))
  const rank = ({ rule }: { readonly rule: string }): number =>
    deciders.includes(rule) ? 0 : spoke.has(rule) ? 1 : 2
  const decidersFirst = <R extends { readonly rule: string }>(all: readonly R[]): readonly R[] =>
    all.toSorted((one, two) => rank(one) - rank(two))
  const shown = explained?.filter((each) => spoke.has(each.rule) || each.is === 'yes' || near.includes(each))
  const rows =
    shown === undefined
      ? decidersFirst(verdict.trace).map((entry) => rowOf(entry, of))
      : explainRows(decidersFirst(shown), of)
  const rest =
    shown === undefined || explained === undefined
      ? drawRest(considered - spoke.size, page)
      : drawRest(explained.length - shown.length, page, '(hooks explain --all)')
  if (rows.length === 0 && (explained === undefined || rest.length === 0)) return []
  return [...drawRows(rows, page.width, page.paint), ...rest, '']
}

/** Of the rules that did not match, those that came nearest. */
function nearestRules(
  host: Host,
  { event, plan, explained = [] }: Evaluated,
  rules: readonly Rule[],
): readonly ExplainedRule[] {
  const silent = explained.filter(({ is }) => is !== 'yes')
  if (silent.length <= MAX_SILENT) return silent
  const named = silent.map((each) => ({
    each,
    name: each.rule,
    match: rules.find(({ name, at }) => name === each.rule && at.file === each.at.file)?.match,
  }))
  return byNearness(named, contextOf(host, event, plan))
    .slice(0, MAX_SILENT)
    .flatMap(({ rule, near }) => (near > 0 ? [rule.each] : []))
}

const MAX_SILENT = 3

interface OutcomeContext {
  readonly host: Host
  readonly rules: readonly Rule[]
  readonly disabled: boolean
  readonly options: RunArguments
  readonly notes: readonly string[]
}

function drawOutcome(
  evaluated: Evaluated,
  { host, rules, disabled, options, notes }: OutcomeContext,
  page: Page,
): string[] {
  const { verdict, event, ms, plan, considered } = evaluated
  const isSilent = verdict.decision === 'proceed' && verdict.flow === 'default'
  if (!isSilent || verdict.trace.some((entry) => !hasObserved(entry, rules)))
    return drawVerdict(verdict, { event, parts: [ms, ...notes] }, page)
  const broken = plan.broken !== undefined && rules.length === 0
  const why = disabled
    ? `HOOKS_DISABLE=1: ${rules.length === 0 ? 'no rule was checked' : 'only rules of the user and the machine were checked'}`
    : broken
      ? 'no rule could be checked'
      : 'no rule matched'
  const count = considered === 0 ? [] : [`${considered} considered`]
  return [
    ...drawVerdict(verdict, { event, parts: [why, ...count, ...notes] }, page),
    ...(disabled || broken
      ? []
      : drawUnmatched(
          {
            event,
            rules,
            plan,
            asking: contextOf(host, event, plan),
            payload: options.payload,
            explain: options.explain,
          },
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
    ...wrap(`hooks.yaml has an error, ${force}: ${broken.message}`, page.width - 2).map((line, index) => {
      return index === 0 ? `${page.paint('yellow', '!')} ${line}` : `  ${line}`
    }),
    `  ${page.paint('dim', 'see all: hooks validate')}`,
  ]
}

/** Outcomes that the payload's agent does not support. */
function unsupportedOutcomes({ event, verdict }: Evaluated, page: Page): string[] {
  const dialect = dialects.find(({ name }) => name === event.agent)
  if (dialect === undefined || event.event === 'unmapped') return []
  const capabilities = capabilitiesFor(dialect, event)
  const carries = capabilities.events[event.event] ?? {}
  const told = downgradeVerdict(verdict, carries, dialect.name).warnings.slice(verdict.warnings.length)
  return told.map(
    ({ message }) =>
      `  ${fit(message, page.width - 4 - dialect.name.length - 7)}  ${page.paint('dim', `(--as ${dialect.name})`)}`,
  )
}
