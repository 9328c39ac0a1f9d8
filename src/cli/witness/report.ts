// One witness a rule, as a line and as data.
import { isWritten } from '../../model/rule-defaults.ts'
import { isObject, toText } from '../../model/plain-object.ts'
import type { Plan, Rule } from '../../model/types.ts'
import { fit, plural, visible } from '../../patterns/text/terminal-text.ts'
import { makersFor } from '../../run/decide.ts'
import type { Host } from '../../run/call.ts'
import { dirs } from '../../store/disk/dirs.ts'
import { createPage, placeText, signFor } from '../page/page.ts'
import { drawRows, type Row } from '../page/columns.ts'
import type { Values } from './sketch.ts'
import { type FoundWitness, type Witness, witnessOf } from './witness.ts'

interface RuleWitness {
  readonly rule: Rule
  readonly found: FoundWitness
}

export function witnessesIn(plan: Plan, host: Host): readonly RuleWitness[] {
  const rules = Object.values(plan.events).flat()
  return witnessesOf(
    rules.filter((rule) => isWritten(rule) && rule.handler.kind !== 'remember'),
    plan,
    host,
  )
}

export function witnessesOf(
  rules: readonly Rule[],
  { root, settings }: Plan,
  host: Host,
): readonly RuleWitness[] {
  const makers = makersFor(host)
  const stage = { root, settings, makers, home: dirs(host.env).home, parser: () => host.load('parser') }
  return rules.map((rule) => ({ rule, found: witnessOf(rule, stage) }))
}

const missing = { dead: 'dead: nothing can meet its match', none: 'no witness found' } as const

export function drawWitnesses(all: readonly RuleWitness[], plan: Plan, host: Host): string {
  const page = createPage(host, { root: plan.root, home: dirs(host.env).home })
  const row = ({ rule, found }: RuleWitness): Row => {
    const sign = rule.handler.kind === 'inline' ? signFor(rule.handler.inline.says) : undefined
    const isFound = typeof found !== 'string'
    return {
      ...(isFound ? (sign ?? { glyph: '~', colour: 'bold' }) : { glyph: '!', colour: 'yellow' }),
      name: rule.name,
      word: '',
      text: isFound ? sayWitness(found) : missing[found],
      whole: true,
      place: placeText(rule.at, page),
    }
  }
  const blocks = [...new Set(all.map(({ rule }) => rule.event))].map((event) => {
    const own = all.filter(({ rule }) => rule.event === event)
    const head = `${page.paint('bold', event)}  ${page.paint('dim', plural(own.length, 'rule'))}`
    return [head, ...drawRows(own.map(row), page.width, page.paint)].join('\n')
  })
  const met = all.filter(({ found }) => typeof found !== 'string').length
  const sum = `${met} of ${plural(all.length, 'rule')} ${met === 1 ? 'has' : 'have'} a witness`
  return `${[...blocks, sum].join('\n\n')}\n`
}

/** `after`: the calls before it, as examples have them. */
export function witnessData({ rule: { name: rule, at, event }, found }: RuleWitness): unknown {
  if (typeof found === 'string') return { rule, at, event, witness: null, why: missing[found] }
  const { before, given } = found.sketch
  const words = wordsFor(given)
  return {
    rule,
    at,
    event,
    witness: found.payload,
    ...(before !== undefined && { after: before }),
    ...(words.length > 0 && { given: words }),
  }
}

const MAX_VALUE = 60
const clip = (text: string): string => fit(visible(text), MAX_VALUE)

/** `git push --force, on branch main`. */
export function sayWitness({ payload, sketch: { before = [], given } }: Witness): string {
  const { event, tool_name, tool_input, prompt, branch: _, ...fields } = payload
  const call = tool_name === undefined ? (prompt ?? event) : sayCall(tool_name, tool_input)
  const rest = Object.entries(fields).map(([name, value]) => `${name} ${clip(toText(value))}`)
  const past = before.map((each) => `after ${sayCall(each.tool_name, each.tool_input)}`)
  return [clipped(call, tool_name), ...rest, ...wordsFor(given), ...past].join(', ')
}

const clipped = (call: unknown, tool: unknown): string =>
  tool === undefined ? clip(toText(call)) : toText(call)

/** A command line; else the tool, and what its input holds. */
function sayCall(tool: unknown, input: unknown): string {
  if (!isObject(input) || Object.keys(input).length === 0) return String(tool)
  const { command, file_path: file, ...rest } = input
  if (typeof command === 'string' && tool === 'Bash' && file === undefined && Object.keys(rest).length === 0)
    return visible(command)
  const parts: Values = typeof file === 'string' ? rest : input
  const said = Object.entries(parts).map(([name, value]) => `${name} ${JSON.stringify(clip(toText(value)))}`)
  return [`${String(tool)}${typeof file === 'string' ? ` ${visible(file)}` : ''}`, ...said].join(' ')
}

/** `on branch main`, `git not pushed`. */
function wordsFor(given: Values = {}): readonly string[] {
  return Object.entries(given).map(([key, value]) => {
    if (typeof value === 'boolean') return `git ${value ? '' : 'not '}${key}`
    return `${key === 'branch' ? 'on' : 'git'} ${key} ${String(value)}`
  })
}
