// The semantics once more, from the words alone: every rule is looked at, nothing is remembered, nothing is compiled.
import type { Decision } from '../../src/model/types.ts'
import { doesMore, everyFact, type FactMatch, someFact, type Truth } from './naive-facts.ts'

export type NaiveMatch =
  | undefined
  | { readonly tool: readonly string[] }
  | { readonly input: { readonly command: readonly string[] } }
  | { readonly unknowable: true }
  | FactMatch
  | { readonly all: readonly NaiveMatch[] }
  | { readonly any: readonly NaiveMatch[] }
  | { readonly not: NaiveMatch }

export interface NaiveRule {
  readonly name: string
  readonly match?: NaiveMatch
  readonly says:
    | 'deny'
    | 'ask'
    | 'allow'
    | 'context'
    | 'notify'
    | 'stop'
    | 'set'
    | 'continue'
    | 'script-allow'
    | 'script-ask'
  readonly text: string
  readonly priority: number
  readonly mode: 'enforce' | 'advise' | 'watch'
  readonly always: boolean
  readonly once: boolean
  readonly on_unresolved: 'proceed' | 'ask' | 'deny'
}

export interface NaiveCall {
  readonly tool_name: string
  readonly command: string
}

export interface NaiveVerdict {
  decision: Decision
  reasons: string[]
  flow: 'default' | 'stop'
  flow_reason?: string
  command?: string
  context: string[]
  notes: string[]
  ran: string[]
  skipped: string[]
}

function globHolds(glob: string, text: string): boolean {
  if (glob === '') return text === ''
  if (glob[0] === '*')
    return globHolds(glob.slice(1), text) || (text !== '' && globHolds(glob, text.slice(1)))
  return text !== '' && glob[0] === text[0] && globHolds(glob.slice(1), text.slice(1))
}

function listHolds(list: readonly string[], text: string, isName: boolean): boolean {
  const holds = (glob: string): boolean =>
    globHolds(glob, text) ||
    (isName &&
      !glob.includes('*') &&
      text.startsWith('mcp__') &&
      text.split('__').slice(2).join('__') === glob)
  const wanted = list.filter((each) => !each.startsWith('!'))
  const refused = list.filter((each) => each.startsWith('!')).map((each) => each.slice(1))
  return (wanted.length === 0 || wanted.some(holds)) && !refused.some(holds)
}

function truth(match: NaiveMatch, call: NaiveCall): Truth {
  if (match === undefined) return 2
  if ('tool' in match) return listHolds(match.tool, call.tool_name, true) ? 2 : 0
  if ('input' in match) return listHolds(match.input.command, call.command, false) ? 2 : 0
  if ('unknowable' in match) return 1
  if ('command' in match || 'deletes' in match) return someFact(match, call.command)
  if ('all' in match)
    return match.all.reduce<Truth>((least, each) => Math.min(least, truth(each, call)) as Truth, 2)
  if ('any' in match)
    return match.any.reduce<Truth>((most, each) => Math.max(most, truth(each, call)) as Truth, 0)
  return (2 - truth(match.not, call)) as Truth
}

/** An allow holds when every fact of each kind it asks about does, and the call does nothing else. */
function allowTruth(match: NaiveMatch, call: NaiveCall): Truth {
  const is = everyTruth(match, call)
  const named = namedBy(match, call)
  return is === 2 && named !== undefined && doesMore(named, call.command) ? 0 : is
}

function everyTruth(match: NaiveMatch, call: NaiveCall): Truth {
  if (match === undefined) return 2
  if ('command' in match || 'deletes' in match) return everyFact(match, call.command)
  if ('all' in match)
    return match.all.reduce<Truth>((least, each) => Math.min(least, everyTruth(each, call)) as Truth, 2)
  if ('any' in match)
    return match.any.reduce<Truth>((most, each) => Math.max(most, everyTruth(each, call)) as Truth, 0)
  return truth(match, call)
}

/** The kinds of facts that the parts name which hold; undefined when no part asks about facts. */
function namedBy(match: NaiveMatch, call: NaiveCall): ReadonlySet<string> | undefined {
  if (match === undefined || 'not' in match) return undefined
  if ('command' in match) return new Set(['commands'])
  if ('deletes' in match) return new Set(['deletes'])
  const parts = 'all' in match ? match.all : 'any' in match ? match.any : []
  if (parts.every((part) => namedBy(part, call) === undefined)) return undefined
  const holding = 'any' in match ? parts.filter((part) => everyTruth(part, call) === 2) : parts
  return new Set(holding.flatMap((part) => [...(namedBy(part, call) ?? [])]))
}

export function naiveOrder(rules: readonly NaiveRule[]): NaiveRule[] {
  const bands = [...new Set(rules.map((rule) => rule.priority))].toSorted((one, two) => two - one)
  const sorted = bands.flatMap((band) => rules.filter((rule) => rule.priority === band))
  return [...sorted.filter((rule) => !rule.always), ...sorted.filter((rule) => rule.always)]
}

/** What a rule decides about a call, or nothing; `unsure` when only its `on_unresolved` speaks. */
function opinion(rule: NaiveRule, call: NaiveCall): { decision?: Decision; unsure?: true } | undefined {
  const is = rule.says === 'allow' ? allowTruth(rule.match, call) : truth(rule.match, call)
  const isGuard = rule.says === 'deny' || rule.says === 'ask'
  if (is === 0 || (is === 1 && !isGuard)) return undefined
  if (is === 1)
    return rule.on_unresolved === 'proceed'
      ? { unsure: true }
      : { unsure: true, decision: rule.on_unresolved }
  if (rule.says === 'stop') return { decision: 'deny' }
  if (rule.says === 'script-allow') return { decision: 'allow' }
  if (rule.says === 'script-ask') return { decision: 'ask' }
  return isGuard || rule.says === 'allow' ? { decision: rule.says } : {}
}

export function naiveDecide(rules: readonly NaiveRule[], given: NaiveCall, spent: Set<string>): NaiveVerdict {
  const order = naiveOrder(rules)
  let call = given
  let denied: string | undefined
  let asks: string[] = []
  let allows: string[] = []
  let changer = -1
  let reopened = true
  const claimed = new Set<string>()
  const verdict: NaiveVerdict = {
    decision: 'proceed',
    reasons: [],
    flow: 'default',
    context: [],
    notes: [],
    ran: [],
    skipped: [],
  }

  const due = (rule: NaiveRule): boolean => {
    if (!rule.once || claimed.has(rule.name)) return true
    if (spent.has(rule.name)) return false
    spent.add(rule.name)
    claimed.add(rule.name)
    return true
  }
  const decides = (rule: NaiveRule, decision: Decision | undefined, text: string): void => {
    if (decision === 'deny') denied ??= text
    if (decision === 'ask') asks = [...new Set([...asks, text])]
    if (decision === 'allow') allows.push(text)
  }
  const reopen = (): void => {
    if (reopened || denied !== undefined) return
    reopened = true
    for (const rule of order.slice(0, changer)) {
      if (denied !== undefined || rule.mode !== 'enforce' || rule.says.startsWith('script')) continue
      const said = opinion(rule, call)
      if (said === undefined || !due(rule)) continue
      decides(rule, said.decision, said.unsure ? `? ${rule.name}` : rule.text)
    }
  }

  order.forEach((rule, place) => {
    if (rule.always) reopen()
    const said = opinion(rule, call)
    if (said === undefined) return
    if (denied !== undefined && !rule.always) {
      if (!said.unsure) verdict.skipped.push(rule.name)
      return
    }
    if (!due(rule)) return
    if (said.unsure && said.decision === undefined) return
    verdict.ran.push(rule.name)
    if (denied !== undefined || rule.mode === 'watch') return
    const text = said.unsure ? `? ${rule.name}` : rule.text
    if (rule.says === 'context') verdict.context.push(rule.text)
    if (rule.says === 'notify') verdict.notes.push(rule.text)
    if (rule.mode === 'advise') {
      if (said.decision !== undefined || rule.says === 'set') verdict.notes.push(`advice ${rule.name}`)
      return
    }
    if (rule.says === 'set') {
      call = { ...call, command: rule.text }
      allows = []
      changer = place
      reopened = false
    }
    if (rule.says === 'stop' && !said.unsure) {
      verdict.flow = 'stop'
      verdict.flow_reason ??= rule.text
    }
    decides(rule, said.decision, text)
  })
  reopen()

  verdict.context = [...new Set(verdict.context)]
  verdict.notes = [...new Set(verdict.notes)]
  if (denied !== undefined) return { ...verdict, decision: 'deny', reasons: [denied] }
  if (changer >= 0) verdict.command = call.command
  if (asks.length > 0) return { ...verdict, decision: 'ask', reasons: asks }
  return allows[0] === undefined ? verdict : { ...verdict, decision: 'allow', reasons: [allows[0]] }
}
