import type { Builtin, HandlerSpec, Rule } from '../../model/types.ts'

/** Inline handlers that can only keep an agent from something, or tell it something. */
const tightening: ReadonlySet<string> = new Set(['deny', 'ask', 'context', 'notify', 'stop'])

/** Does it start, let through or change something? Such a rule of a project holds once its user has trusted it. */
export function needsTrust(
  { handler, half, background }: Pick<Rule, 'handler' | 'half' | 'background'>,
  builtins: ReadonlyMap<string, Builtin<never>>,
): boolean {
  return half !== undefined || background === true || !tightens(handler, builtins)
}

function tightens(handler: HandlerSpec, builtins: ReadonlyMap<string, Builtin<never>>): boolean {
  switch (handler.kind) {
    case 'inline':
      return tightening.has(handler.inline.says)
    case 'remember':
      return true
    case 'use': {
      const { tightens: does } = builtins.get(handler.name) ?? {}
      // Options of this very built-in, checked by its schema.
      return handler.recipe === undefined && (does === true || does?.(handler.with as never) === true)
    }
    case 'run':
    case 'recipe':
      return false
  }
}
