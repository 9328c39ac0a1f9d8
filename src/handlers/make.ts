import type { Makers } from '../engine/registry.ts'
import type { Catalog, Handler, Rule } from '../types.ts'
import { makeInline } from './inline.ts'
import { makeRecipe, type Recipes, withCallbacks } from './recipe.ts'
import type { makeRun } from './run.ts'
import { makeUse } from './use.ts'

/** What makes the handlers; scripts and recipes come from parts of the program that most runs do without. */
export interface Handlers extends Catalog {
  readonly makeRun: typeof makeRun
  /** What answers callbacks; absent: they are the host's. */
  readonly recipes?: Recipes
}

/** The handler of a rule. */
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
      return makeRecipe(handler)
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
    handler: (rule) => {
      const handle = makeHandler(rule, catalog)
      const { recipes } = catalog
      return rule.handler.kind === 'inline' || recipes === undefined
        ? handle
        : withCallbacks(handle, recipes, () => catalog.dialects)
    },
    isPure: (rule) => isPure(rule, catalog),
  }
}
