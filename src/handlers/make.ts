import type { Makers } from '../engine/registry.ts'
import { HooksError } from '../errors.ts'
import type { Catalog, Handler, Rule } from '../types.ts'
import { makeInline } from './inline.ts'
import type { makeRun } from './run.ts'
import { makeUse } from './use.ts'

/** What makes the handlers; scripts come from a part of the program that most runs do without. */
export interface Handlers extends Catalog {
  readonly makeRun: typeof makeRun
}

/** The handler of a rule; throws when this version has none. */
function makeHandler(rule: Rule, catalog: Handlers): Handler {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline':
      return makeInline(handler.inline)
    case 'use':
      return makeUse(handler, catalog.builtins)
    case 'run':
      return catalog.makeRun(handler, rule, catalog.dialects)
    case 'recipe':
      throw new HooksError('error', 'recipes are not supported by this version')
  }
}

function isPure({ handler }: Rule, catalog: Catalog): boolean {
  if (handler.kind !== 'use') return handler.kind === 'inline'
  return catalog.builtins.find((builtin) => builtin.name === handler.name)?.effects === 'none'
}

/** What a registry makes its rules live with. */
export function createMakers(catalog: Handlers): Makers {
  return {
    matchers: catalog.matchers,
    handler: (rule) => makeHandler(rule, catalog),
    isPure: (rule) => isPure(rule, catalog),
  }
}
