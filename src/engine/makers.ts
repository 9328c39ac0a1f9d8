import type { Makers } from './select/registry.ts'
import type { Catalog, Handler, Rule, Saying, Scripted } from '../model/types.ts'
import { makeInline } from '../handlers/inline.ts'
import { makeRecipe, type Recipes, withCallbacks } from '../recipes/recipe-handler.ts'
import { remember } from '../handlers/remember.ts'
import type { makeRun } from '../handlers/run.ts'
import { makeUse } from '../handlers/use.ts'

/** What makes the handlers; scripts and recipes come from parts of the program that most runs do without. */
export interface Handlers extends Pick<Makers, 'matchers' | 'linear' | 'cel'>, Pick<Catalog, 'builtins'> {
  readonly scripted: readonly Scripted[]
  readonly makeRun: typeof makeRun
  /** What answers callbacks; absent: they are the host's. */
  readonly recipes?: Recipes
}

/** The handler of a rule. */
function makeHandler(rule: Rule, catalog: Handlers): Handler {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline':
      return handlerThat(makeInline(handler.inline))
    case 'use':
      return makeUse(handler, catalog.builtins)
    case 'run':
      return catalog.makeRun(handler, rule, catalog.scripted)
    case 'recipe':
      return makeRecipe(handler)
    case 'remember':
      return remember
  }
}

function handlerThat(says: Saying): Handler {
  return ({ event }, { match }) => says(event, match.bind)
}

function isPure({ handler }: Rule, catalog: Pick<Catalog, 'builtins'>): boolean {
  if (handler.kind !== 'use') return handler.kind === 'inline'
  return catalog.builtins.find((builtin) => builtin.name === handler.name)?.effects === 'none'
}

/** Matchers as a registry looks them up. */
export function byKey(matchers: Catalog['matchers']): Makers['matchers'] {
  return new Map(matchers.map((matcher) => [matcher.key, matcher]))
}

/** What a registry makes its rules live with. */
export function createMakers(catalog: Handlers): Makers {
  return {
    matchers: catalog.matchers,
    linear: catalog.linear,
    cel: catalog.cel,
    says: makeInline,
    handler: (rule) => {
      const handle = makeHandler(rule, catalog)
      const { recipes } = catalog
      return rule.handler.kind === 'inline' || rule.handler.kind === 'remember' || recipes === undefined
        ? handle
        : withCallbacks(handle, recipes, () => catalog.scripted)
    },
    isPure: (rule) => isPure(rule, catalog),
  }
}
