import { defaultSettings } from '../../model/default-settings.ts'
import { parseDuration } from '../../patterns/text/duration.ts'
import type { Settings } from '../../model/types.ts'
import { type ConfigFile, isKeys } from '../read/config-file.ts'

/** What a file says about a whole dispatch; absent where it says nothing. */
type FileSettings = Partial<Settings>

const strictness = ['proceed', 'ask', 'deny'] as const

/** The settings of a file and what it extends: its own win over its parents', a later parent's over an earlier one's. */
export function settingsOf(file: ConfigFile): FileSettings {
  return Object.assign({}, ...file.parents.map(settingsOf), ownSettings(file.keys)) as FileSettings // of such parts only
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
  }
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

function whole(key: keyof Settings, value: unknown): FileSettings {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? { [key]: value } : {}
}
