import { isDeepStrictEqual } from 'node:util'
import { defaultSettings } from '../../model/rule-defaults.ts'
import { parseDuration } from '../../patterns/text/duration.ts'
import { groupsWithFacts } from '../../model/tool-groups.ts'
import { pickDefined } from '../../model/plain-object.ts'
import type { Layer, Pattern, RuleLimits, Settings } from '../../model/types.ts'
import { isOfProject } from '../../model/layers.ts'
import { type ConfigFile, isKeys, stringsOf } from '../read/config-file.ts'
import { groupsOf } from './layer-context.ts'
import { compilePattern } from './patterns/compile-pattern.ts'

/** What a file says about a whole dispatch; absent where it says nothing. */
type FileSettings = Partial<Settings>

const strictness = ['proceed', 'ask', 'deny'] as const

/** The settings of a file and what it extends: its own win over its parents', a later parent's over an earlier one's. */
export function settingsOf(file: ConfigFile): FileSettings {
  const own = ownSettings(file.keys)
  // A package has rules and groups: `validate` refuses the rest, which counts nowhere.
  const all = [
    ...file.parents.map(settingsOf),
    file.package === undefined ? own : pickDefined(own, ['tool_groups', 'wrappers']),
  ]
  return { ...(Object.assign({}, ...all) as FileSettings), ...joinGroups(all), ...joinWrappers(all) } // of such parts only
}

type LayerSettings = { readonly layer: Layer; readonly settings: FileSettings }

/**
 * The settings of all layers, highest first. A limit holds for the rules of its own layer and of those below: there the
 * lowest layer that says something wins, except over the managed one. `contracts` is as strict as the strictest of
 * these. Managed and personal files come first for the ledger.
 */
export function mergeSettings(layers: readonly LayerSettings[]): Settings {
  const all = layers.map(({ settings }) => settings)
  const limits = limitsFor(layers)
  const above = layers.flatMap(({ layer }, at): readonly [Layer, RuleLimits][] => {
    const own = limitsFor(layers.slice(0, at + 1))
    return isDeepStrictEqual(own, limits) ? [] : [[layer, own]]
  })
  const ledger = ledgerSettings(layers)
  return {
    ...limits,
    ...(above.length > 0 && { limits_above: Object.fromEntries(above) }),
    on_config_error: strictest(all) ?? defaultSettings.on_config_error,
    ...ledger,
    ...(layers.some(({ layer, settings }) => !isOfProject(layer) && settings.engine_off) && {
      engine_off: true as const,
    }),
    ...joinGroups(all),
    ...joinWrappers(all),
  }
}

/** For the rules of the last of these layers. */
function limitsFor(layers: readonly LayerSettings[]): RuleLimits {
  const managed = layers.filter(({ layer }) => layer === 'managed')
  const said = [...layers, ...managed].map(({ settings }) => settings)
  const { dispatch_ms, continues, reply_chars } = Object.assign({}, defaultSettings, ...said) as Settings // of such parts only
  const contracts = said.some((each) => each.contracts === 'strict') ? 'strict' : 'warn'
  return { ...(dispatch_ms !== undefined && { dispatch_ms }), continues, reply_chars, contracts }
}

type LedgerSettings = Pick<Settings, 'ledger_payloads' | 'ledger_days' | 'ledger_bytes'>

/** What is the person's is kept as the person says; a project's file has a say where nobody above has one. */
function ledgerSettings(layers: readonly LayerSettings[]): LedgerSettings {
  const [persons, others] = [
    layers.filter((each) => !isOfProject(each.layer)),
    layers.filter((each) => isOfProject(each.layer)),
  ]
  const order = [...others, ...persons.toReversed()].map(({ settings }) => settings)
  const { ledger_payloads, ledger_days, ledger_bytes } = Object.assign(
    {},
    defaultSettings,
    ...order,
  ) as Settings // of such parts only
  return {
    ledger_payloads,
    ...(ledger_days !== undefined && { ledger_days }),
    ...(ledger_bytes !== undefined && { ledger_bytes }),
  }
}

/** No file takes a tool out of a group that another has put it in. */
function joinGroups(all: readonly FileSettings[]): Pick<Settings, 'tool_groups'> {
  const joined: Record<string, readonly Pattern[]> = {}
  for (const [name, patterns] of all.flatMap(({ tool_groups }) => Object.entries(tool_groups ?? {})))
    joined[name] = [...(joined[name] ?? []), ...patterns]
  return Object.keys(joined).length === 0 ? {} : { tool_groups: joined }
}

/** Each file adds to them. */
function joinWrappers(all: readonly FileSettings[]): Pick<Settings, 'wrappers'> {
  const joined = [...new Set(all.flatMap(({ wrappers = [] }) => wrappers))]
  return joined.length === 0 ? {} : { wrappers: joined }
}

/** What a file adds to the groups whose tools have facts. */
function ownGroups(keys: ConfigFile['keys']): Pick<Settings, 'tool_groups'> {
  const own = isKeys(keys.groups) ? keys.groups : {}
  const groups = groupsOf(keys)
  const added = groupsWithFacts.flatMap((name) => {
    const names = Object.hasOwn(own, name) ? stringsOf(own[name]) : []
    const { pattern } = compilePattern('names', names, { groups })
    return names.length === 0 ? [] : [[name, [pattern as Pattern]] as const] // of names
  })
  return added.length === 0 ? {} : { tool_groups: Object.fromEntries(added) }
}

/**
 * What answers calls while files are broken: what stands in them or above, at least `ask` where that says nothing. A
 * file below can only be stricter.
 */
export function answerToBroken(
  layers: readonly { readonly file: ConfigFile | undefined; readonly broken: boolean }[],
): Settings['on_config_error'] | undefined {
  const all = layers.map(({ file }) => (file === undefined ? {} : settingsOf(file)))
  const own = layers.flatMap(({ broken }, at) =>
    broken ? [{ on_config_error: strictest(all.slice(0, at + 1)) ?? defaultSettings.on_config_error }] : [],
  )
  return strictest([...all, ...own])
}

/** The strictest `on_config_error` that any of the layers names. */
function strictest(layers: readonly FileSettings[]): Settings['on_config_error'] | undefined {
  return strictness.findLast((value) => layers.some(({ on_config_error }) => on_config_error === value))
}

/** Reads what can be read, also of a file that has problems elsewhere. */
function ownSettings(keys: ConfigFile['keys']): FileSettings {
  const limits = isKeys(keys.limits) ? keys.limits : {}
  const ledger = isKeys(keys.ledger) ? keys.ledger : {}
  const onConfigError = strictness.find((value) => value === keys.on_config_error)
  const contracts = (['warn', 'strict'] as const).find((value) => value === keys.contracts)
  return {
    ...whole('dispatch_ms', parseDuration(limits.dispatch)),
    ...whole('continues', limits.continues),
    ...whole('reply_chars', limits.reply_chars),
    ...(contracts === undefined ? {} : { contracts }),
    ...(onConfigError === undefined ? {} : { on_config_error: onConfigError }),
    ...whole('ledger_payloads', ledger.payloads),
    ...whole('ledger_days', amountOf(ledger.keep, { d: 1 })),
    ...whole('ledger_bytes', amountOf(ledger.max, { MB: 1_000_000, GB: 1_000_000_000 })),
    ...(isKeys(keys.engine) && keys.engine.off === true && { engine_off: true as const }),
    ...ownGroups(keys),
    ...joinWrappers([{ wrappers: stringsOf(keys.wrappers) }]),
  }
}

/** How long a file lets all rules of an event take, milliseconds. */
export function dispatchLimit(keys: ConfigFile['keys']): number | undefined {
  return ownSettings(keys).dispatch_ms
}

/** How many rules a file lets be active, itself, what it extends and the layers below. */
export function ruleLimit(keys: ConfigFile['keys']): number | undefined {
  const limit = isKeys(keys.limits) ? keys.limits.rules : undefined
  return typeof limit === 'number' && Number.isInteger(limit) && limit >= 0 ? limit : undefined
}

/** A number with its unit: `90d`, `200MB`. */
function amountOf(written: unknown, units: Readonly<Record<string, number>>): number | undefined {
  const [, amount, unit = ''] = /^(\d+)([a-zA-Z]+)$/.exec(typeof written === 'string' ? written : '') ?? []
  const size = units[unit]
  return size === undefined ? undefined : Number(amount) * size
}

function whole(key: keyof Settings, value: unknown): FileSettings {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? { [key]: value } : {}
}
