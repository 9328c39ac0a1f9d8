import type { Handler, HandlerSpec, Outcome, Scripted } from '../types.ts'
import type { answerCallback, Answering } from '../recipes/callback.ts'

type RecipeSpec = Extract<HandlerSpec, { kind: 'recipe' }>

/** A rule that calls its recipe. */
export function makeRecipe({ name, args }: RecipeSpec): Handler {
  return () => ({ callback: { recipe: name, ...(args === undefined ? {} : { args }) } })
}

/** What answers callbacks; it comes from a part of the program that most runs do without. */
export interface Recipes extends Pick<Answering, 'render'> {
  readonly answerCallback: typeof answerCallback
}

/** The handler with its callbacks answered. */
export function withCallbacks(
  handle: Handler,
  recipes: Recipes,
  scripted: () => readonly Scripted[],
): Handler {
  return (subject, context) => {
    const answer = (outcome: Outcome): Outcome | Promise<Outcome> => {
      if (outcome.callback === undefined || outcome.callback.status !== undefined) return outcome
      if (context.rule.mode !== 'enforce') return outcome
      const depth = Number(context.env['HOOKS_DEPTH'] ?? 0)
      if (depth > 0) return suppressed(outcome, context.rule.name, depth)
      return recipes.answerCallback(outcome, {
        subject,
        context,
        scripted: scripted(),
        render: recipes.render,
      })
    }
    const outcome = handle(subject, context)
    return outcome instanceof Promise ? outcome.then(answer) : answer(outcome)
  }
}

/** Inside of a runner: another run would call for the next one. */
function suppressed({ callback, ...rest }: Outcome, rule: string, depth: number): Outcome {
  const message = `recipe "${callback?.recipe ?? ''}" is not called from inside of a recipe's run (depth ${depth})`
  return { ...rest, warnings: [...(rest.warnings ?? []), { code: 'depth', rule, message }] }
}
