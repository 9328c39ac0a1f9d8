// When no rule matched: the closest rule, and what to try next.
import { events } from '../../model/events.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import type { Event, Rule } from '../../model/types.ts'
import { fit, pad, plural, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import type { OpenPlan } from '../../store/plan/cache.ts'
import type { MatchContext } from '../explain/matched.ts'
import { closestRule } from '../explain/nearest.ts'
import { placeText, type Page, USUAL_WIDTH } from './page.ts'

interface UnmatchedEvent {
  readonly event: Event
  readonly rules: readonly Rule[]
  readonly plan: Pick<OpenPlan, 'counts' | 'sizes'>
  readonly asking: MatchContext
  readonly payload: string | undefined
  readonly explain: boolean
}

export function drawUnmatched(of: UnmatchedEvent, page: Page): string[] {
  if (of.rules.length === 0) return noRules(of, page)
  const near = of.explain ? undefined : closestRule(of.rules, of.asking)
  if (near === undefined) return []
  const again =
    of.payload === undefined || of.payload === '-' ? '--explain' : `hooks explain ${visible(of.payload)}`
  return [
    ...drawNear(near.rule, near.why, page),
    `  ${page.paint('dim', 'why not:')} ${fit(again, page.width - 11)}`,
  ]
}

function drawNear(rule: Rule, why: string, page: Page): string[] {
  const name = visible(rule.name)
  const place = placeText(rule.at, page)
  const head = `  ${page.paint('dim', 'closest:')} ${name}   `
  const used = 2 + 'closest: '.length + widthOf(name) + 3
  if (page.width - used < 18)
    return [
      ...wrap(name, page.width - 11).map(
        (line, at) => `  ${at === 0 ? page.paint('dim', 'closest:') : '        '} ${line}`,
      ),
      ...[fit(why, page.width - 11), page.paint('dim', place)]
        .filter((line) => line !== '')
        .map((line) => ' '.repeat(11) + line),
    ]
  if (place === '') return [`${head}${fit(why, page.width - used)}`]
  const room = page.width - used - widthOf(place) - 2
  if (room >= 18) return [`${head}${pad(fit(why, room), room)}  ${page.paint('dim', place)}`]
  return [
    `${head}${fit(why, page.width - used)}`,
    `  ${' '.repeat('closest: '.length)}${page.paint('dim', place)}`,
  ]
}

function noRules({ event, plan }: UnmatchedEvent, page: Page): string[] {
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

export function drawRest(count: number, page: Page, hint = '(--explain)'): string[] {
  if (count <= 0) return []
  const long = `· ${plural(count, 'more rule')} for this event did not match`
  const width = Math.min(page.width, USUAL_WIDTH)
  const text = widthOf(long) + hint.length + 4 > width ? `· ${count} more did not match` : long
  return [`  ${page.paint('dim', pad(text, width - hint.length - 2) + hint)}`]
}
