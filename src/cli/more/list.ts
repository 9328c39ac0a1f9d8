import path from 'node:path'
import {
  defaultLayers,
  isLayerName,
  layerNames,
  layersOf,
  type StackLayer,
  type StackOptions,
  STACK_PREFIX,
} from '../../config/read/default-stack.ts'
import { isEventName } from '../../model/events.ts'
import type { Plan, Rule } from '../../model/types.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { dirs as findDirs } from '../../store/disk/dirs.ts'
import { countRules, rulesIn, sayCounts } from '../../model/rule-counts.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { builtInNames, describeBuiltIn, drawRows, type Row } from '../page/columns.ts'
import { createPage, type Page, printJson, unknownEvent } from '../page/page.ts'
import { rowOf } from './list-rows.ts'
import { compileLayers, findProjectConfig, howToStart, isThere, type ProjectConfig } from '../open-project.ts'
import { drawWitnesses, witnessData, witnessesIn } from '../witness/report.ts'

interface ListOptions {
  readonly json?: true
  readonly event?: string
  readonly stack?: string
  readonly all?: true
  readonly witness?: true
}

export function list(host: Host, { json, event, stack, all, witness }: ListOptions): number {
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
