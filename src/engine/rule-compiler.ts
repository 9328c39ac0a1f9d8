import type { RuleCompiler } from './select/registry.ts'
import { HooksError } from '../model/errors.ts'
import type { Builtin, Catalog, Handler, HandlerSpec, Rule, Saying, Scripted } from '../model/types.ts'
import { makeInline } from '../handlers/inline.ts'
import { makeRecipe } from '../recipes/recipe-handler.ts'
import { recordHistory } from '../handlers/history.ts'
import type { makeRun } from '../handlers/run.ts'

/** Scripts and recipes are passed in: their chunks are loaded only when a rule needs them. */
export interface RuleCompilerOptions
  extends Pick<RuleCompiler, 'matchers' | 'linear' | 'cel' | 'files'>, Pick<Catalog, 'builtins'> {
  readonly scripted: readonly Scripted[]
  readonly makeRun: typeof makeRun
}

function makeHandler(rule: Rule, catalog: RuleCompilerOptions): Handler {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline':
      return inlineHandler(makeInline(handler.inline))
    case 'use':
      return compileBuiltin(handler, catalog.builtins)
    case 'run':
      return catalog.makeRun(handler, rule, catalog.scripted)
    case 'recipe':
      return makeRecipe(handler)
    case 'remember':
      return recordHistory
  }
}

function inlineHandler(says: Saying): Handler {
  return ({ event }, { match }) => says(event, match.bind)
}

function compileBuiltin(
  { name, with: options }: Extract<HandlerSpec, { kind: 'use' }>,
  builtins: Catalog['builtins'],
): Handler {
  const builtin = builtins.find((each) => each.name === name)
  if (builtin === undefined) throw new HooksError('error', `there is no built-in "${name}"`)
  return builtin.compile(options as never) // checked against the built-in's schema when the plan was compiled
}

function effectsOf({ handler }: Rule, catalog: Pick<Catalog, 'builtins'>): Builtin['effects'] {
  if (handler.kind !== 'use') return handler.kind === 'inline' ? 'none' : 'world'
  return catalog.builtins.find((builtin) => builtin.name === handler.name)?.effects ?? 'world'
}

export function matchersByKey(matchers: Catalog['matchers']): RuleCompiler['matchers'] {
  return new Map(matchers.map((matcher) => [matcher.key, matcher]))
}

export function createRuleCompiler(catalog: RuleCompilerOptions): RuleCompiler {
  return {
    matchers: catalog.matchers,
    linear: catalog.linear,
    cel: catalog.cel,
    files: catalog.files,
    says: makeInline,
    handler: (rule) => makeHandler(rule, catalog),
    effects: (rule) => effectsOf(rule, catalog),
  }
}
