import path from 'node:path'
import type { Command } from 'commander'
import {
  defaultLayers,
  isLayerName,
  layerNames,
  layersOf,
  type StackLayer,
  type StackOptions,
  STACK_PREFIX,
} from '../config/read/default-stack.ts'
import { events, isEventName } from '../model/events.ts'
import { isObject } from '../model/plain-object.ts'
import type { Plan, Rule, RunSpec, Condition, Pattern } from '../model/types.ts'
import type { FieldPattern } from '../patterns/field-patterns.ts'
import { plural, fit } from '../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../run/call.ts'
import { createFiles } from '../store/disk/files.ts'
import { dirs as findDirs } from '../store/disk/dirs.ts'
import { countRules, rulesIn, sayCounts } from '../model/rule-counts.ts'
import { isWritten } from '../model/rule-defaults.ts'
import { builtInNames, describeBuiltIn } from './print/built-in.ts'
import { isObserver } from './print/entries.ts'
import { createPage, placeText, printJson, shortPath, type Page, type Colour, signFor } from './print/page.ts'
import { isPattern } from './explain/matched.ts'
import { drawRows, type Row } from './print/rows.ts'
import {
  compileLayers,
  findProjectConfig,
  howToStart,
  isThere,
  type ProjectConfig,
} from './shared/project-config.ts'
import { unknownEvent } from './shared/unknown-event.ts'
import { drawWitnesses, witnessData, witnessesIn } from './witness/report.ts'

/** The part of a line that one pattern may take. */
const PATTERN_SHARE = 0.4

interface ListOptions {
  readonly json?: true
  readonly event?: string
  readonly stack?: string
  readonly all?: true
  readonly witness?: true
}

export function addList(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('list')
    .helpGroup('More:')
    .description('list the rules in force, in their order')
    .option('--json', 'print the compiled plan; the same files give the same bytes')
    .option('--event <name>', `only the rules of one event, such as ${Object.keys(events)[2]}`)
    .option('--all', 'a line for each rule of a preset')
    .option('--witness', 'show a call that each rule meets')
    .option('--stack <name>', 'the layers of a stack for agents of your own, outermost first: default')
    .action((options: ListOptions) => exit(list(host, options)))
}

function list(host: Host, { json, event, stack, all, witness }: ListOptions): number {
  if (stack !== undefined)
    return stack === 'default'
      ? listStack(host, json === true)
      : writeFailure(host, `there is no stack "${stack}"; there is default`)
  if (event !== undefined && !isEventName(event)) return writeFailure(host, unknownEvent(event))
  const here = findProjectConfig(host)
  const { plan, diagnostics } = compileLayers(host, here)
  if (plan === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    return writeFailure(host, `the rules cannot be listed: ${plural(errors, 'error')}; see hooks validate`)
  }
  const listed = Object.entries(plan.events).filter(([name]) => event === undefined || name === event)
  const shown: Plan = { ...plan, events: Object.fromEntries(listed) }
  if (witness === true) return listWitnesses(host, shown, json === true)
  if (json === true) return printJson(host, written(shown))
  host.out(
    here.layers.some(isThere)
      ? drawPlan(shown, host, all === true ? undefined : new Set(here.layers.map(({ file }) => file))) +
          (event === undefined ? drawCounts(plan) : '')
      : `no rules: there is no hooks.yaml in ${here.root}\n${howToStart()}\n`,
  )
  return 0
}

function listWitnesses(host: Host, plan: Plan, json: boolean): number {
  const found = witnessesIn(plan, host)
  if (json) return printJson(host, found.map(witnessData))
  host.out(drawWitnesses(found, plan, host))
  return 0
}

function drawCounts({ events }: Plan): string {
  const counts = countRules(Object.values(events).flat())
  return rulesIn(counts) === 0 ? '' : `\nin all  ${sayCounts(counts)}\n`
}

/** The plan as files say it; what no file holds by its name. */
function written({ events, ...plan }: Plan): Plan & { readonly built_in: readonly string[] } {
  const own = Object.entries(events).map(([event, rules]) => [event, rules.filter(isWritten)] as const)
  return {
    ...plan,
    events: Object.fromEntries(own.filter(([, { length }]) => length > 0)),
    built_in: builtInNames({ ...plan, events }),
  }
}

/** The rules of files other than `own` share a line; all have one of their own where it is absent. */
function drawPlan(plan: Plan, host: Host, own: ReadonlySet<string> | undefined): string {
  const page = createPage(host, { root: plan.root, home: findDirs(host.env).home })
  const { paint, width } = page
  const blocks = Object.entries(plan.events).flatMap(([event, all]) => {
    const rules = all.filter(isWritten)
    const rows = groupsOf(rules, own).map((group) => groupRow(group, rules, page))
    if (rows.length === 0) return []
    const head = `${paint('bold', event)}  ${paint('dim', plural(rules.length, 'rule'))}`
    return [[head, ...drawRows(rows, width, paint)].join('\n')]
  })
  const leftOut = (plan.settings.left_out ?? []).map((message) => `${paint('yellow', '!')} ${message}`)
  const builtIn = builtInNames(plan).map((name) => `${paint('dim', 'built in')}  ${describeBuiltIn(name)}`)
  const shown = [...blocks, ...(leftOut.length === 0 ? [] : [leftOut.join('\n')]), ...builtIn]
  return shown.length === 0 ? 'no rules\n' : `${shown.join('\n\n')}\n`
}

const MIN_GROUP = 4

type RuleGroup = readonly [first: Rule, ...others: Rule[]]

/** Rules of one preset that do the same, from the place of the first; each other rule is alone. */
function groupsOf(rules: readonly Rule[], own: ReadonlySet<string> | undefined): readonly RuleGroup[] {
  if (own === undefined) return rules.map((rule) => [rule])
  const groups = new Map<string, Rule[]>()
  for (const rule of rules.filter(({ at }) => !own.has(at.file)))
    groups.set(kindOf(rule), [...(groups.get(kindOf(rule)) ?? []), rule])
  return rules.flatMap((rule): readonly RuleGroup[] => {
    const [first = rule, ...others] = own.has(rule.at.file) ? [] : (groups.get(kindOf(rule)) ?? [])
    if (others.length + 1 < MIN_GROUP) return [[rule]]
    return first === rule ? [[first, ...others]] : []
  })
}

const kindOf = (rule: Rule): string => `${rule.at.file} ${rule.mode} ${wordOf(rule)}`

const wordOf = ({ handler }: Rule): string => (handler.kind === 'inline' ? handler.inline.says : handler.kind)

function groupRow([first, ...others]: RuleGroup, rules: readonly Rule[], page: Page): Row {
  const row = rowOf(first, rules.indexOf(first), page)
  if (others.length === 0) return row
  const preset = first.name.slice(0, first.name.lastIndexOf('/'))
  const names = [first, ...others].map(({ name }) => name.slice(preset.length + 1))
  const shown = names.slice(0, MAX_NAMES)
  const text = `${plural(names.length, 'rule')}: ${shown.join(', ')} and ${names.length - shown.length} more`
  return { ...row, name: preset, text, place: '(--all)' }
}

const MAX_NAMES = 3

function rowOf(rule: Rule, index: number, page: Page): Row {
  const { word, colour, detail } = describeHandler(rule, page)
  const text = [
    ...(detail === undefined ? [] : [detail]),
    ...(isObserver(rule) && rule.match === undefined ? [] : [described(rule, page.width)]),
    ...extrasOf(rule),
  ].join(' · ')
  return {
    glyph: String(index + 1),
    colour,
    name: rule.name,
    word,
    text,
    whole: true,
    place: placeText(rule.at, page),
  }
}

function describeHandler(rule: Rule, page: Page): { word: string; colour: Colour; detail?: string } {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline': {
      const { says } = handler.inline
      return { word: says.replace('_', ' '), colour: signFor(says)?.colour ?? 'bold' }
    }
    case 'use':
      return isObserver(rule)
        ? { word: 'observes', colour: 'dim', detail: handler.name }
        : { word: 'use', colour: 'bold', detail: handler.name }
    case 'run':
      return { word: 'run', colour: 'bold', detail: commandOf(handler, page) }
    case 'recipe':
      return { word: 'recipe', colour: 'bold', detail: handler.name }
    case 'remember':
      return {
        word: 'observes',
        colour: 'dim',
        detail: 'implicit: records events for rules that match on the session',
      }
  }
}

/** A long pattern loses its middle. */
function described({ match }: Rule, width: number): string {
  return describeCondition(match, Math.floor(width * PATTERN_SHARE))
}

/** The command line, with the program's path as seen from here. */
function commandOf({ argv }: RunSpec, page: Page): string {
  if (typeof argv === 'string') return argv
  const [program = '', ...rest] = argv
  return [path.isAbsolute(program) ? shortPath(program, page) : program, ...rest].join(' ')
}

/** Settings that are not the default. */
function extrasOf(rule: Rule): readonly string[] {
  return [
    ...(rule.priority === 0 ? [] : [`priority ${rule.priority}${bandOf(rule.priority)}`]),
    ...(rule.mode === 'enforce' ? [] : [rule.mode]),
    ...(rule.once === undefined ? [] : [`once a ${rule.once}`]),
    ...(rule.always && !isObserver(rule) ? ['always'] : []),
    ...(rule.background === true ? ['in the background'] : []),
    ...(rule.half === undefined ? [] : [`${rule.half} half`]),
    ...(rule.layer === 'project' ? [] : [rule.layer]),
    ...(rule.withheld === undefined
      ? []
      : [rule.withheld === 'new' ? 'not trusted' : 'changed since trusted']),
    ...(rule.quarantined === undefined ? [] : [`quarantined: ${rule.quarantined}`]),
  ]
}

/** What rules of such a priority are usually for. */
function bandOf(priority: number): string {
  if (priority >= 200) return ' (guards)'
  if (priority >= 100) return ' (infrastructure)'
  return priority < 0 ? ' (after the others)' : ''
}

/** A match on one line, close to how it was written; patterns wider than `most` lose their middle. */
function describeCondition(condition: Condition | undefined, most: number): string {
  if (condition === undefined) return 'everything'
  switch (condition.kind) {
    case 'key':
      return describeKey(condition.key, condition.pattern, most)
    case 'not':
      return `not (${describeCondition(condition.of, most)})`
    case 'all':
      return condition.of.length === 0 ? 'everything' : each(condition.of, most).join(' and ')
    case 'any':
      return `(${each(condition.of, most).join(' or ')})`
  }
}

function each(conditions: readonly Condition[], most: number): string[] {
  return conditions.map((condition) => describeCondition(condition, most))
}

function describeKey(key: string, pattern: unknown, most: number): string {
  if (isPattern(pattern)) return `${key} ${texts(pattern, most)}`
  if (Array.isArray(pattern))
    return pattern
      .map((item: unknown) => (isField(item) ? describeField(key, item, most) : `${key} ${String(item)}`))
      .join(' and ')
  if (isObject(pattern) && typeof pattern.text === 'string') return `${key} ${fit(pattern.text, most)}`
  return `${key} ${fit(JSON.stringify(pattern), most)}`
}

function describeField(key: string, { field, not, pattern }: FieldPattern, most: number): string {
  return `${not ? 'not ' : ''}${key}.${field} ${texts(pattern, most)}`
}

/** Deduplicates: tools of a group share a text. */
function texts({ yes, no }: Pattern, most: number): string {
  const named = [...yes.map(({ text }) => text), ...no.map(({ text }) => `!${text}`)]
  const written = named.map((text) => `"${fit(text, most)}"`)
  return [...new Set(written)].join(' ')
}

function isField(value: unknown): value is FieldPattern {
  return isObject(value) && typeof value.field === 'string' && isPattern(value.pattern)
}

/** Searched for skills and memory when no rule names a path. */
const defaultPaths = { skills: ['.claude/skills', '.agents/skills', 'skills'], memory: ['AGENTS.md'] }

/** `hooks list --stack default`: the layers that an agent with the default stack would have here, outermost first. */
function listStack(host: Host, json: boolean): number {
  const here = findProjectConfig(host)
  const { plan } = compileLayers(host, here, { asks: false })
  const layers = stackInForce(plan) ?? defaultLayers(optionsOf(plan, here))
  if (json) return printJson(host, layers)
  host.out(layers.map(drawLayer).join(''))
  return 0
}

/** The layers of `stack: default` as the overrides left them; undefined when no file names it. */
function stackInForce(plan: Plan | undefined): readonly StackLayer[] | undefined {
  const rules = Object.values(plan?.events ?? {}).flat()
  const own = rules.filter(({ name }) => name.startsWith(STACK_PREFIX))
  if (own.length === 0) return undefined
  const options = own.map(({ name, handler }) => [
    name.slice(STACK_PREFIX.length),
    handler.kind === 'use' ? handler.with : {},
  ])
  const given = Object.fromEntries(options) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const named = layerNames.filter(isLayerName).filter((name) => given[name] !== undefined)
  return layersOf(named, given).map((layer) => ({
    ...layer,
    rules: layer.rules.filter(({ name }) => given[name] !== undefined),
  }))
}

function optionsOf(plan: Plan | undefined, here: ProjectConfig): StackOptions {
  return {
    tracing: withOf(plan, 'tracing') ?? {},
    skills: { paths: pathsOf('skills', plan, here) },
    memory: { paths: pathsOf('memory', plan, here) },
  }
}

/** The options of the first rule that uses a built-in. */
function withOf(plan: Plan | undefined, use: string): Readonly<Record<string, unknown>> | undefined {
  for (const { handler } of Object.values(plan?.events ?? {}).flat())
    if (handler.kind === 'use' && handler.name === use) return handler.with
  return undefined
}

function pathsOf(
  use: keyof typeof defaultPaths,
  plan: Plan | undefined,
  { root }: ProjectConfig,
): readonly string[] {
  const given = withOf(plan, use)?.['paths']
  if (Array.isArray(given)) return given.filter((each) => typeof each === 'string')
  return defaultPaths[use].filter((each) => createFiles().kind(path.join(root, each)) !== undefined)
}

function drawLayer({ name, rules, tools }: StackLayer): string {
  const uses = rules.map(({ use, on }) => `${use} at ${on === '*' ? 'every event' : on.join(', ')}`)
  const offers = tools.length === 0 ? [] : [`tools ${tools.join(', ')}`]
  const text = [...uses, ...offers].join(' · ')
  return `${name.padEnd(13)}  ${text === '' ? 'records nothing without a file or a collector' : text}\n`
}
