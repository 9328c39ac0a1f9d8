import type { RecipeEffects, RecipeContext } from './prepare-recipe.ts'
import type { answerCallback, askRecipe } from './answer.ts'
import type { Context, Handler, HandlerSpec, Outcome, Subject } from '../model/types.ts'

type RecipeSpec = Extract<HandlerSpec, { kind: 'recipe' }>

/** A rule that calls its recipe. */
export function makeRecipe({ name, args, async: isAsync }: RecipeSpec): Handler {
  const callback = {
    recipe: name,
    ...(args !== undefined && { args }),
    ...(isAsync === true && { async: true }),
  }
  return () => ({ callback })
}

/** From a chunk that is loaded only for recipes. */
export interface RecipeAnswerer extends RecipeEffects {
  readonly answerCallback: typeof answerCallback
  readonly askRecipe: typeof askRecipe
}

/** Answers the handler's callbacks. */
export function withCallbacks(handle: Handler, recipes: RecipeAnswerer): Handler {
  return (subject, context) => {
    const asked = (): RecipeContext => ({ ...recipes, subject, context })
    const answer = (outcome: Outcome): Outcome | Promise<Outcome> => {
      const { callback } = outcome
      if (callback === undefined || callback.status !== undefined) return outcome
      if (context.rule.mode !== 'enforce') return outcome
      const why = whySuppressed(callback.recipe, subject, context)
      if (why !== undefined) return suppressed(outcome, context.rule.name, why)
      return recipes.answerCallback(outcome, asked())
    }
    const outcome = handle(subject, withAsk(context, { subject, recipes, asked }))
    return outcome instanceof Promise ? outcome.then(answer) : answer(outcome)
  }
}

/** Lets built-ins that have a recipe run it. */
function withAsk(
  context: Context,
  { subject, recipes, asked }: { subject: Subject; recipes: RecipeAnswerer; asked: () => RecipeContext },
): Context {
  const { handler, mode, name } = context.rule
  if (handler.kind !== 'use' || handler.recipe === undefined) return context
  const ask: NonNullable<Context['ask']> = async (question) => {
    const { recipe, args } = question
    const callback = { recipe, ...(args === undefined ? {} : { args }) }
    if (mode !== 'enforce') {
      context.note({ did: `recipe ${recipe}, not asked` })
      return { instead: {} }
    }
    const why = whySuppressed(recipe, subject, context)
    if (why !== undefined) return { instead: suppressed({ callback }, name, why) }
    return recipes.askRecipe(question, asked())
  }
  return Object.create(context, { ask: { value: ask } }) as Context // the same one, with one more thing
}

/** Prevents recipes that call themselves, also through their runner's hooks. */
function whySuppressed(recipe: string, { event }: Subject, { env }: Context): string | undefined {
  const depth = Number(env['HOOKS_DEPTH'] ?? 0)
  if (depth > 0) return `from inside of a recipe's run (depth ${depth})`
  return event.recipe === recipe ? 'from inside of its own run' : undefined
}

function suppressed({ callback, ...rest }: Outcome, rule: string, why: string): Outcome {
  const message = `recipe "${callback?.recipe ?? ''}" is not called ${why}`
  return { ...rest, warnings: [...(rest.warnings ?? []), { code: 'depth', rule, message }] }
}
