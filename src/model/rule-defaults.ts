import type { Rule, RuleLayer, RuleLimits, Settings } from './types.ts'

/** Whether it stands in a file; people who count rules mean these. */
export function isWritten({ layer }: Pick<Rule, 'layer'>): boolean {
  return layer !== 'built-in'
}

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

/** Does it start a program or ask a model? Every other handler answers at once. */
export function startsProcess(handler: Rule['handler']): boolean {
  return (
    handler.kind === 'run' ||
    handler.kind === 'recipe' ||
    (handler.kind === 'use' && handler.recipe !== undefined)
  )
}
