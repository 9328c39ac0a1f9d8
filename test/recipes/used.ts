// A built-in that has a recipe, over several events of one session, through the engine.
import { builtins } from '../../src/catalog.ts'
import { createRegistry, matchersByKey, createRuleCompiler } from '../../src/engine/live.ts'
import { dispatch } from '../../src/engine/dispatch.ts'
import { frontMatter } from '../../src/recipes/front-matter.ts'
import { optionValidators } from '../../src/config/check/generated/option-validators.ts'
import { native } from '../../src/agents/native/native.ts'
import { render } from '../../src/recipes/liquid.ts'
import { askModel } from '../../src/recipes/providers/ask-model.ts'
import { answerCallback, askRecipe } from '../../src/recipes/answer.ts'
import { readRecipe } from '../../src/recipes/read-recipes.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import { readFileSync } from 'node:fs'
import type {
  Builtin,
  Capabilities,
  Event,
  EventName,
  Rule,
  SpawnResult,
  Verdict,
} from '../../src/model/types.ts'
import { createSteps, settings } from '../engine/world.ts'
import { loaders } from '../support/loaders.ts'

export interface Using {
  readonly use: string
  readonly with?: Readonly<Record<string, unknown>>
  /** What the runner answers, one after the other; the last one again and again. */
  readonly answers?: readonly (string | Partial<SpawnResult>)[]
  readonly rule?: Partial<Rule>
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Record<string, string>
  readonly capabilities?: Capabilities
  readonly runner?: 'none'
}

export interface Used {
  readonly verdicts: readonly Verdict[]
  /** What the runner was asked. */
  readonly prompts: readonly string[]
}

/** The shipped recipe of a name. */
export function shipped(name: string) {
  const text = readFileSync(new URL(`../../recipes/${name}.md`, import.meta.url), 'utf8')
  const read = readRecipe({ name, file: `/shipped/${name}.md`, text }, frontMatter)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.recipe
}

type Given = Partial<Event> & { readonly event: EventName }

export async function useOver(given: Using, events: readonly Given[]): Promise<Used> {
  const prompts: string[] = []
  const { answers = ['An answer.'], files = {} } = given
  const makers = createRuleCompiler({
    matchers: matchersByKey([]),
    builtins,
    scripted: [native],
    ...loaders,
    makeRun: () => () => ({}),
  })
  const { clock } = createSteps()
  const effects = {
    clock,
    state: createMemoryState(clock),
    env: given.env ?? {},
    files: {
      read: (file: string) => files[file],
      write: (file: string, text: string) => void (files[file] = text),
      append: () => {},
      remove: (file: string) => void delete files[file],
      list: () => [],
      kind: (file: string) => (Object.hasOwn(files, file) ? ('file' as const) : undefined),
      real: (file: string) => file,
    },
    spawn: async ({ stdin }: { readonly stdin: string }) => {
      const answer = answers[Math.min(prompts.push(stdin), answers.length) - 1]
      const base = { end: 'exit' as const, code: 0, stdout: '', stderr: '', ms: 1 }
      return typeof answer === 'string' ? { ...base, stdout: answer } : { ...base, ...answer }
    },
    frontMatter,
    answerer: { scripted: [native], answerCallback, askRecipe, render, askModel },
    parser: loaders.parser,
    record: () => {},
  }
  const runner = given.runner === 'none' ? {} : { runner: { command: ['llm'] } }
  const verdicts: Verdict[] = []
  for (const each of events) {
    const event: Event = { cwd: '/shop', root: '/shop', session_id: 's', raw: {}, ...each }
    const registry = createRegistry(
      [ruleFor(given, each.event)],
      { ...settings, recipes: { dirs: [], ...runner } },
      makers,
    )
    const { verdict } = await dispatch(registry, event, {
      effects,
      ...(given.capabilities !== undefined && { capabilities: given.capabilities }),
    })
    verdicts.push(verdict)
  }
  return { verdicts, prompts }
}

function ruleFor({ use, with: written = {}, rule = {} }: Using, event: EventName): Rule {
  const options: Record<string, unknown> = structuredClone(written)
  const validate = optionValidators[use]
  if (validate?.(options) !== true) throw new Error(JSON.stringify(validate?.errors))
  const builtin = builtins.find(({ name }) => name === use) as Builtin<never> // of a name that the test gives
  const recipe = builtin.recipe?.(options as never) // checked above
  return {
    name: 'r',
    at: { file: 'hooks.yaml', line: 1, column: 1 },
    layer: 'project',
    event,
    order: 0,
    priority: 0,
    handler: {
      kind: 'use',
      name: use,
      with: options,
      ...(recipe !== undefined && { recipe: shipped(recipe) }),
    },
    mode: 'enforce',
    always: false,
    timeout_ms: 30_000,
    on_error: 'proceed',
    on_unresolved: 'ask',
    ...rule,
  }
}
