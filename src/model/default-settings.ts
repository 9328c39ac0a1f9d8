import type { RuleLayer, RuleLimits, Settings } from './types.ts'

/** What holds where no file says anything. */
export const defaultSettings: Settings = {
  continues: 10,
  reply_chars: 2_000_000,
  contracts: 'warn',
  on_config_error: 'ask',
  ledger_payloads: 20,
}

/** What holds for the rules of a layer. */
export function limitsOf(settings: Settings, layer: RuleLayer): RuleLimits {
  return settings.limits_above?.[layer] ?? settings
}
