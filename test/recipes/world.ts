// Recipes in a shop: files in memory, a runner that answers what it is told, and rules that call it.
import { frontMatter } from '../../src/recipes/front-matter.ts'
import { createRegistry, matchersByKey, createRuleCompiler } from '../../src/engine/live.ts'
import { dispatch } from '../../src/engine/dispatch.ts'
import { native } from '../../src/agents/native/native.ts'
import { compact } from '../../src/builtins/compact.ts'
import { render } from '../../src/recipes/liquid.ts'
import { askModel } from '../../src/recipes/providers/ask-model.ts'
import type { RecipeEffects } from '../../src/recipes/prepare-recipe.ts'
import { answerCallback, askRecipe } from '../../src/recipes/answer.ts'
import { readRecipe } from '../../src/recipes/read-recipes.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import type {
  Capabilities,
  Event,
  EventName,
  HandlerSpec,
  Outcome,
  Recipe,
  Rule,
  RunnerSpec,
  SpawnRequest,
  SpawnResult,
  Verdict,
} from '../../src/model/types.ts'
import { createSteps, settings } from '../engine/world.ts'
import { loaders } from '../support/loaders.ts'

export const dir = '/shop/recipes'

export function recipe(text: string, name = 'review'): Recipe {
  const read = readRecipe({ name, file: `${dir}/${name}.md`, text }, frontMatter)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.recipe
}

export interface Asking {
  readonly event?: Partial<Event> & { readonly event?: EventName }
  readonly recipe?: Recipe
  readonly args?: Readonly<Record<string, unknown>>
  readonly rule?: Partial<Rule>
  readonly runner?: RunnerSpec | 'none'
  readonly answer?: Partial<SpawnResult> | string
  readonly env?: Readonly<Record<string, string>>
  readonly dry?: boolean
  readonly capabilities?: Capabilities
  /** Rules before it, by what they say. */
  readonly before?: readonly Outcome[]
  /** What a script said instead of a recipe rule. */
  readonly said?: Outcome
  readonly files?: Readonly<Record<string, string>>
  readonly answerers?: Partial<RecipeEffects>
}

export interface Asked {
  readonly verdict: Verdict
  /** Every process that was started. */
  readonly started: readonly SpawnRequest[]
}

const summary = recipe('Summarise.', 'compact')

/** One event through one rule that calls a recipe. */
export async function ask(given: Asking): Promise<Asked> {
  const started: SpawnRequest[] = []
  const { files = {}, before = [] } = given
  const rules = [
    ...before.map((outcome, at) => ruleOf(`before-${at}`, run, given, { order: at })),
    callerOf(given),
  ]
  const said = new Map([...before.entries()].map(([at, outcome]) => [`before-${at}`, outcome]))
  if (given.said !== undefined) said.set('caller', given.said)
  const runner = given.runner === 'none' ? {} : { runner: given.runner ?? { command: ['llm'] } }
  const makers = createRuleCompiler({
    matchers: matchersByKey([]),
    builtins: [compact],
    scripted: [native],
    ...loaders,
    makeRun: (_spec, rule) => () => said.get(rule.name) ?? {},
  })
  const registry = createRegistry(rules, { ...settings, recipes: { dirs: [dir], ...runner } }, makers)
  const { clock } = createSteps()
  const event = { event: 'PostModelCall' as const, cwd: '/shop', root: '/shop', raw: {}, ...given.event }
  const { verdict } = await dispatch(registry, event, {
    effects: {
      clock,
      state: createMemoryState(clock),
      env: given.env ?? {},
      ...(given.dry === true && { dry: true }),
      files: {
        ...nothing,
        read: (file) => files[file],
        kind: (file) => (Object.hasOwn(files, file) ? 'file' : undefined),
      },
      spawn: async (request) => {
        started.push(request)
        return resultOf(given.answer)
      },
      frontMatter,
      answerer: { scripted: [native], answerCallback, askRecipe, render, askModel, ...given.answerers },
      parser: loaders.parser,
      record: () => {},
    },
    ...(given.capabilities !== undefined && { capabilities: given.capabilities }),
  })
  return { verdict, started }
}

const nothing = {
  write: () => {},
  append: () => {},
  remove: () => {},
  list: () => [],
  real: (path: string) => path,
}

const run: HandlerSpec = { kind: 'run', argv: ['./script'], reply: 'native' }

function callerOf(given: Asking): Rule {
  if (given.said !== undefined) return ruleOf('caller', run, given, { order: 90 })
  const called = given.recipe ?? summary
  const handler: HandlerSpec = {
    kind: 'recipe',
    name: called.name,
    recipe: called,
    ...(given.args !== undefined && { args: given.args }),
  }
  return ruleOf('caller', handler, given, { order: 90 })
}

function ruleOf(name: string, handler: HandlerSpec, given: Asking, { order }: { order: number }): Rule {
  return {
    name,
    at: { file: 'hooks.yaml', line: 1, column: 1 },
    layer: 'project',
    event: given.event?.event ?? 'PostModelCall',
    order,
    priority: 0,
    handler,
    mode: 'enforce',
    always: false,
    timeout_ms: 30_000,
    on_error: 'proceed',
    on_unresolved: 'ask',
    ...(name === 'caller' ? given.rule : {}),
  }
}

function resultOf(answer: Asking['answer'] = 'THE SUMMARY'): SpawnResult {
  const base = { end: 'exit' as const, code: 0, stdout: '', stderr: '', ms: 1 }
  return typeof answer === 'string' ? { ...base, stdout: `${answer}\n` } : { ...base, ...answer }
}
