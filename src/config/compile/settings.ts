import { defaultSettings } from '../../model/default-settings.ts'
import { parseDuration } from '../../patterns/text/duration.ts'
import { groupsWithFacts } from '../../model/tool-groups.ts'
import type { Pattern, Settings } from '../../model/types.ts'
import { type ConfigFile, isKeys, stringsOf } from '../read/config-file.ts'
import { groupsOf } from './compile-context.ts'
import { compilePattern } from './patterns/compile-pattern.ts'

/** What a file says about a whole dispatch; absent where it says nothing. */
type FileSettings = Partial<Settings>

const strictness = ['proceed', 'ask', 'deny'] as const

/** The settings of a file and what it extends: its own win over its parents', a later parent's over an earlier one's. */
export function settingsOf(file: ConfigFile): FileSettings {
  const all = [...file.parents.map(settingsOf), ownSettings(file.keys)]
  return { ...(Object.assign({}, ...all) as FileSettings), ...joinGroups(all) } // of such parts only
}

/**
 * The settings of all layers, highest first: the managed layer's stand, else the lowest layer that says something wins;
 * `contracts` and `on_config_error` are as strict as the strictest layer.
 */
export function mergeSettings(
  layers: readonly { readonly layer: string; readonly settings: FileSettings }[],
): Settings {
  const managed = layers.filter(({ layer }) => layer === 'managed')
  const others = layers.filter(({ layer }) => layer !== 'managed')
  const merged = Object.assign(
    {},
    defaultSettings,
    ...[...others, ...managed].map(({ settings }) => settings),
  ) as Settings // of such parts only
  const all = layers.map(({ settings }) => settings)
  return {
    ...(merged.dispatch_ms !== undefined && { dispatch_ms: merged.dispatch_ms }),
    continues: merged.continues,
    reply_chars: merged.reply_chars,
    contracts: all.some(({ contracts }) => contracts === 'strict') ? 'strict' : 'warn',
    on_config_error: strictest(all) ?? defaultSettings.on_config_error,
    ledger_payloads: merged.ledger_payloads,
    ...(merged.ledger_days !== undefined && { ledger_days: merged.ledger_days }),
    ...(merged.ledger_bytes !== undefined && { ledger_bytes: merged.ledger_bytes }),
    ...joinGroups(all),
  }
}

/** No file takes a tool out of a group that another has put it in. */
function joinGroups(all: readonly FileSettings[]): Pick<Settings, 'tool_groups'> {
  const joined: Record<string, Pattern> = {}
  for (const [name, { yes, no }] of all.flatMap(({ tool_groups }) => Object.entries(tool_groups ?? {}))) {
    const before = joined[name] ?? { yes: [], no: [] }
    joined[name] = { yes: [...before.yes, ...yes], no: [...before.no, ...no] }
  }
  return Object.keys(joined).length === 0 ? {} : { tool_groups: joined }
}

/** What a file adds to the groups whose tools have facts. */
function ownGroups(keys: ConfigFile['keys']): Pick<Settings, 'tool_groups'> {
  const own = isKeys(keys.groups) ? keys.groups : {}
  const groups = groupsOf(keys)
  const added = groupsWithFacts.flatMap((name) => {
    const names = Object.hasOwn(own, name) ? stringsOf(own[name]) : []
    const { pattern } = compilePattern('names', names, { groups })
    return names.length === 0 ? [] : [[name, pattern as Pattern] as const] // of names
  })
  return added.length === 0 ? {} : { tool_groups: Object.fromEntries(added) }
}

/** The strictest `on_config_error` that any of the layers names. */
export function strictest(layers: readonly FileSettings[]): Settings['on_config_error'] | undefined {
  return strictness.findLast((value) => layers.some(({ on_config_error }) => on_config_error === value))
}

/** Reads what can be read, also of a file that has problems elsewhere. */
export function ownSettings(keys: ConfigFile['keys']): FileSettings {
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
    ...ownGroups(keys),
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
