import path from 'node:path'
import type { Host } from '../run/host.ts'
import { dirs as findDirs } from '../store/plan/dirs.ts'
import { isEventName } from '../model/events.ts'
import { describeCondition } from './print/condition.ts'
import { isObserver } from './print/entries.ts'
import { pageWidth, placeText, shortPath, type Page } from './print/page.ts'
import { choosePaint, type Colour } from './print/paint.ts'
import { drawRows, type Row } from './print/rows.ts'
import { plural } from '../patterns/text/terminal-text.ts'
import type { Plan, Rule, RunSpec } from '../model/types.ts'
import { compileLayers, findHere, howToStart, isThere } from './shared/compile-here.ts'
import { listStack } from './list-stack.ts'
import { unknownEvent } from './shared/unknown-event.ts'

/** How much of a line one pattern may take. */
const PATTERN_SHARE = 0.4

export interface ListOptions {
  readonly json: boolean
  /** Only this event's rules. */
  readonly event?: string
  /** The layers of an agent's stack instead. */
  readonly stack?: string
}

/** `hooks list`: the rules in force, in the order they are asked. */
export function list(host: Host, { json, event, stack }: ListOptions): number {
  if (stack !== undefined)
    return stack === 'default'
      ? listStack(host, { json })
      : refuse(host, `there is no stack "${stack}"; there is default`)
  if (event !== undefined && !isEventName(event)) return refuse(host, unknownEvent(event))
  const here = findHere(host)
  const { plan, diagnostics } = compileLayers(host, here)
  if (plan === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    return refuse(host, `the rules cannot be listed: ${plural(errors, 'error')}; see hooks validate`)
  }
  const events = Object.fromEntries(
    Object.entries(plan.events).filter(([name]) => event === undefined || name === event),
  )
  const shown: Plan = { ...plan, events }
  if (json) host.out(`${JSON.stringify(shown, null, 2)}\n`)
  else
    host.out(
      here.layers.some(isThere)
        ? drawPlan(shown, host)
        : `no rules: there is no hooks.yaml in ${here.root}\n${howToStart()}\n`,
    )
  return 0
}

function refuse(host: Host, message: string): number {
  host.err(`hooks: ${message}\n`)
  return 1
}

function drawPlan(plan: Plan, host: Host): string {
  const paint = choosePaint(host)
  const width = pageWidth(host.columns)
  const from = { cwd: host.cwd, root: plan.root, home: findDirs(host.env).home }
  const blocks = Object.entries(plan.events).map(([event, rules]) => {
    const rows = rules.map((rule, index) => rowOf(rule, index, { ...from, width }))
    return [
      `${paint('bold', event)}  ${paint('dim', plural(rules.length, 'rule'))}`,
      ...drawRows(rows, width, paint),
    ].join('\n')
  })
  return blocks.length === 0 ? 'no rules\n' : `${blocks.join('\n\n')}\n`
}

function rowOf(rule: Rule, index: number, from: Omit<Page, 'paint'>): Row {
  const { word, colour, detail } = handlerOf(rule, from)
  const text = [
    ...(detail === undefined ? [] : [detail]),
    ...(isObserver(rule) && rule.match === undefined ? [] : [described(rule, from.width)]),
    ...extrasOf(rule),
  ].join(' · ')
  return {
    glyph: String(index + 1),
    colour,
    name: rule.name,
    word,
    text,
    whole: true,
    place: placeText(rule.at, from),
  }
}

function handlerOf(
  rule: Rule,
  from: Pick<Page, 'cwd' | 'home'>,
): { word: string; colour: Colour; detail?: string } {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline': {
      const { says } = handler.inline
      const colour =
        says === 'deny' || says === 'stop'
          ? 'red'
          : says === 'ask'
            ? 'yellow'
            : says === 'allow'
              ? 'green'
              : 'bold'
      return { word: says.replace('_', ' '), colour }
    }
    case 'use':
      return isObserver(rule)
        ? { word: 'observes', colour: 'dim', detail: handler.name }
        : { word: 'use', colour: 'bold', detail: handler.name }
    case 'run':
      return { word: 'run', colour: 'bold', detail: commandOf(handler, from) }
    case 'recipe':
      return { word: 'recipe', colour: 'bold', detail: handler.name }
    case 'remember':
      return {
        word: 'observes',
        colour: 'dim',
        detail: 'implicit: keeps what happens for rules that ask about the session',
      }
  }
}

/** A long pattern is known by its two ends. */
function described({ match }: Rule, width: number): string {
  return describeCondition(match, Math.floor(width * PATTERN_SHARE))
}

/** The command line, its program as it is seen from here. */
function commandOf({ argv }: RunSpec, from: Pick<Page, 'cwd' | 'home'>): string {
  if (typeof argv === 'string') return argv
  const [program = '', ...rest] = argv
  return [path.isAbsolute(program) ? shortPath(program, from) : program, ...rest].join(' ')
}

/** What is not as usual. */
function extrasOf(rule: Rule): readonly string[] {
  return [
    ...(rule.priority === 0 ? [] : [`priority ${rule.priority}`]),
    ...(rule.mode === 'enforce' ? [] : [rule.mode]),
    ...(rule.once === undefined ? [] : [`once a ${rule.once}`]),
    ...(rule.always && !isObserver(rule) ? ['always'] : []),
    ...(rule.background === true ? ['in the background'] : []),
    ...(rule.half === undefined ? [] : [`${rule.half} half`]),
    ...(rule.layer === 'project' ? [] : [rule.layer]),
    ...(rule.quarantined === undefined ? [] : [`set aside: ${rule.quarantined}`]),
  ]
}
