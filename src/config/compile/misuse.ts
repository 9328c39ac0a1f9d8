import { placeholders } from '../../patterns/text/interpolate.ts'
import type { Condition } from '../../model/types.ts'
import { flattenConditions } from './match.ts'
import type { RuleContext } from './layer-context.ts'
import { builtinOf } from './handler-spec.ts'
import { eventFields } from './patterns/event-fields.ts'
import { isKeys, type Keys, listOf, type Path } from '../read/config-file.ts'
import { nearest } from '../diagnostics/diagnostics.ts'
import { handlerKeyOf } from '../expand/expand.ts'

const checker =
  /(?:^|[\s:])(?:tests?|lint|check|type-?check|build|verify|ci|tsc|eslint|vitest|jest|mocha|pytest|mypy|clippy|vet)(?=$|[\s:])/
/** A script may answer for itself. */
const ownScript = /\.(?:sh|py|rb|pl|[cm]?[jt]s)\b|(?:^|\s)\.{1,2}\//

/** A failing `npm test` at the end holds nothing: its exit code means nothing yet. */
export function warnOfOpenGate({ draft: { keys, when }, report }: RuleContext): void {
  const { run, exit, reply, on_error: onError, background } = keys
  const line = Array.isArray(run) ? run.join(' ') : run
  const isEnd =
    when.by === 'picked' && when.events.some((event) => event === 'AgentStop' || event === 'SubagentStop')
  if (!isEnd || typeof line !== 'string' || !checker.test(line) || ownScript.test(line)) return
  if ([exit, reply, onError].some((key) => key !== undefined) || background === true) return
  report('no-exit', 'run', {
    message: `a failing "${line}" holds nothing: its exit code has no meaning here`,
    hint: "add exit: { '*': continue }",
  })
}

/** Keys that are fine by themselves but mean nothing on this rule. */
export function checkMisuse(rule: RuleContext): void {
  const { draft, report } = rule
  const { once, background, always, on_error: onError, keep_alive: keep } = draft.keys
  const handler = handlerKeyOf(draft)
  if (handler === undefined) return
  const useless: Useless = (key, message, hint = `remove "${key}"`) =>
    report('useless-key', key, { on: 'key', message, hint })
  if (once === true && draft.file.recipe === undefined)
    report('bad-value', 'once', {
      message: '"once: true" is for the rules of a recipe, whose first turn it means',
      hint: 'write once: run or once: session',
    })
  if (background === true && handler !== 'run' && builtinOf(rule)?.observes !== true)
    useless(
      'background',
      `"background" is for scripts: a rule that is not waited for has no opinion, so "${handler}" would be lost`,
    )
  if (background === true && handler === 'run' && Object.hasOwn(draft.keys, 'exit'))
    useless(
      'exit',
      '"exit" means nothing for a script that is not waited for',
      'remove "exit" or "background"',
    )
  if (keep === true) checkKeepAlive(draft.keys, useless)
  if (background === true && typeof onError === 'string' && onError !== 'proceed')
    useless(
      'on_error',
      `a rule that is not waited for cannot answer with "${onError}" when it fails`,
      'remove "on_error" or "background"',
    )
  if (always === true && handler !== 'run' && handler !== 'use' && handler !== 'notify')
    useless(
      'always',
      `"always" rules run after a deny too and can only record, so "${handler}" would be lost`,
    )
}

type Useless = (key: string, message: string, hint?: string) => void

function checkKeepAlive(keys: Keys, useless: Useless): void {
  if (Object.hasOwn(keys, 'exit'))
    useless(
      'exit',
      'a script that goes on running has no exit code',
      'let it answer with JSON, or remove "keep_alive"',
    )
  if (keys['reply'] === 'context')
    useless(
      'keep_alive',
      'a script whose whole output is context cannot answer line by line',
      'let it answer with JSON, or remove "keep_alive"',
    )
  if (keys['background'] === true)
    useless(
      'keep_alive',
      '"keep_alive" is for a script whose answers are waited for',
      'remove "keep_alive" or "background"',
    )
}

const textKeys = [
  'deny',
  'ask',
  'allow',
  'context',
  'notify',
  'continue',
  'stop',
  'set_prompt',
  'set_input',
  'set_output',
  'set_request',
  'set_system',
  'run',
  'args',
]

/** Placeholders that neither the event nor the match fills. */
export function checkPlaceholders(rule: RuleContext, match: Condition | undefined): void {
  const { draft, report } = rule
  for (const key of textKeys) {
    const value = draft.keys[key]
    if (key === 'run' && !Array.isArray(value)) continue
    const texts = textsIn(value)
    if (texts.length === 0) continue
    const fields = new Set([...bindingsOf(match, rule), ...Object.keys(eventFields)])
    for (const { text, path } of texts) {
      const unknown = placeholders(text).find(
        (name) => !fields.has(name) && !Object.hasOwn(eventFields, name.split('.')[0] ?? ''),
      )
      if (unknown === undefined) continue
      const [first = '', ...rest] = unknown.split('.')
      const meant = first === 'message' ? 'raw.message' : nearest(first, [...fields])
      report('unknown-placeholder', [key, ...path], {
        message: `no event has "${unknown}", so "{{${unknown}}}" stays empty`,
        hint:
          meant === undefined
            ? 'write a field of the event, such as {{tool_name}} or {{tool_input.command}}'
            : `write {{${[meant, ...rest].join('.')}}}`,
      })
    }
  }
}

/** The names that a match may bind: its keys and the fields it asks about. */
function bindingsOf(condition: Condition | undefined, { matchers }: RuleContext): readonly string[] {
  if (condition === undefined) return []
  return flattenConditions(condition).flatMap(({ key, pattern }) => {
    const fields = listOf(pattern).flatMap((item) =>
      isKeys(item) && typeof item.field === 'string' ? [item.field] : [],
    )
    return [key, ...fields, ...(matchers.get(key)?.binds ?? [])]
  })
}

function textsIn(value: unknown, path: Path = []): readonly { readonly text: string; readonly path: Path }[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ text: value, path }] : []
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]))
  return isKeys(value) ? Object.keys(value).flatMap((key) => textsIn(value[key], [...path, key])) : []
}

// A `not` over what a call does hides a harmful part behind a harmless one; beside a key of commands it asks the same command.

/** Warns of each `not` over paths, commands and hosts that no other key of commands stands beside, in a rule that denies or asks. */
export function warnOfNotOverFacts({ draft, matchers, report }: RuleContext): void {
  const handler = handlerKeyOf(draft)
  if (handler !== 'deny' && handler !== 'ask') return
  for (const { path, key, hint } of findNots(draft.keys.match, { matchers, beside: false })) {
    const message = `"not" over "${key}" lets the whole call pass as soon as a part of it is harmless`
    report('not-over-facts', ['match', ...path], { on: 'key', message, hint })
  }
}

type Matchers = RuleContext['matchers']

interface NotOverFact {
  readonly path: Path
  readonly key: string
  readonly hint: string
}

interface Surroundings {
  readonly matchers: Matchers
  /** A key of commands stands beside it. */
  readonly beside: boolean
}

function findNots(written: unknown, around: Surroundings, path: Path = []): readonly NotOverFact[] {
  if (Array.isArray(written))
    return written.flatMap((each: unknown, at) => findNots(each, around, [...path, at]))
  if (!isKeys(written)) return []
  const { matchers } = around
  const beside = around.beside || asksCommand(written, matchers)
  return Object.keys(written).flatMap((key): readonly NotOverFact[] => {
    if (key === 'any' || key === 'all')
      return findNots(written[key], { matchers, beside: key === 'any' && beside }, [...path, key])
    const inner = key === 'not' ? factKeyIn(written[key], matchers) : undefined
    return inner === undefined || (beside && !isOwnKey(inner, written))
      ? []
      : [{ path: [...path, key], key: inner.key, hint: hintFor(inner, written) }]
  })
}

/** One command may touch a path that is meant and one that is excused. */
const isOwnKey = ({ key }: FactCondition, beside: Keys): boolean =>
  key !== 'command' && Object.hasOwn(beside, key)

function asksCommand(written: unknown, matchers: Matchers): boolean {
  if (Array.isArray(written)) return written.some((each: unknown) => asksCommand(each, matchers))
  return (
    isKeys(written) &&
    Object.keys(written).some(
      (key) => matchers.get(key)?.needs === 'facts' || (key === 'any' && asksCommand(written[key], matchers)),
    )
  )
}

interface FactCondition {
  readonly key: string
  readonly value: unknown
}

/** The first key that asks about paths, commands or hosts; texts that are added make one whole. */
function factKeyIn(written: unknown, matchers: Matchers): FactCondition | undefined {
  if (Array.isArray(written))
    return written.map((each: unknown) => factKeyIn(each, matchers)).find((each) => each !== undefined)
  if (!isKeys(written)) return undefined
  for (const key of Object.keys(written)) {
    const found = key === 'any' || key === 'all' ? factKeyIn(written[key], matchers) : undefined
    if (found !== undefined) return found
    const facts = matchers.get(key)?.facts
    if (facts?.some((kind) => kind !== 'adds') === true) return { key, value: written[key] }
  }
  return undefined
}

function hintFor({ key, value }: FactCondition, beside: Keys): string {
  if (isKeys(value)) return `exclude inside of ${key}: { to: ['*', '!shop.example'] }`
  const positive = Object.hasOwn(beside, key)
    ? listOf(beside[key])
    : [key === 'command' || key === 'host' ? '*' : '**']
  const excluded = listOf(value).map((each) => `!${String(each)}`)
  const list = [...positive, ...excluded].map((each) => `'${String(each).replaceAll("'", "''")}'`)
  return `write ${key}: [${list.join(', ')}]`
}

// Keys with a newer form go on working. `not: { pushed: false }` has none: it matches unless the commit is known to be local.
export function nameNewerForms({ draft, report }: RuleContext): void {
  for (const { path, value } of placesOf(draft.keys.match))
    report('older-key', ['match', ...path], {
      on: 'key',
      message: '"pushed" is an older form of "git" and never matches where Git cannot tell',
      hint: `write git: { pushed: ${String(value)} }`,
    })
}

interface Written {
  readonly path: Path
  readonly value: unknown
}

function placesOf(written: unknown, path: Path = []): readonly Written[] {
  if (Array.isArray(written)) return written.flatMap((each: unknown, at) => placesOf(each, [...path, at]))
  if (!isKeys(written)) return []
  return Object.keys(written).flatMap((key): readonly Written[] => {
    const below = [...path, key]
    if (key === 'pushed') return [{ path: below, value: written[key] }]
    return key === 'any' || key === 'all' ? placesOf(written[key], below) : []
  })
}
