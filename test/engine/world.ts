// A small world to dispatch in: rules written short, a clock that only moves when told, state in memory.
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { dispatch } from '../../src/engine/dispatch.ts'
import type { DecideOptions, DispatchResult } from '../../src/engine/dispatch.ts'
import { requiredLiterals } from '../../src/config/compile/patterns/required-literals.ts'
import { createRegistry } from '../../src/engine/live.ts'
import { makeInline } from '../../src/handlers/inline.ts'
import { matchers as shipped } from '../../src/catalog.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import type {
  Capabilities,
  Clock,
  Condition,
  Event,
  EventName,
  Handler,
  InlineSpec,
  Matcher,
  Registry,
  Rule,
  Settings,
  State,
  Subject,
  Test,
  Verdict,
} from '../../src/model/types.ts'
import { loaders } from '../support/loaders.ts'

export const settings: Settings = {
  continues: 10,
  reply_chars: 2_000_000,
  contracts: 'warn',
  on_config_error: 'ask',
  ledger_payloads: 20,
}

const broken: Matcher<never> = {
  key: 'unknowable',
  summary: 'never known',
  takes: 'boolean',
  examples: [],
  literals: () => 'any',
  compile: (): Test => () => ({ is: 'maybe', why: '$TARGET cannot be known' }),
}

export const matchers: readonly Matcher<never>[] = [...shipped, broken]
const byKey = new Map(matchers.map((matcher) => [matcher.key, matcher]))
const groups = { shell: ['Bash', 'run_command'] }

/** A match as a user writes it, without its traps. */
function when(written: unknown): Condition | undefined {
  if (written === undefined) return undefined
  if (typeof written === 'string' || Array.isArray(written)) return key('tool', written)
  const of = Object.entries(written as object).map(([name, value]) => part(name, value as unknown))
  return of.length === 1 ? of[0] : { kind: 'all', of }
}

function part(name: string, value: unknown): Condition {
  if (name === 'not') return { kind: 'not', of: when(value) ?? { kind: 'all', of: [] } }
  if (name !== 'any' && name !== 'all') return key(name, value)
  return { kind: name, of: (value as unknown[]).map((each) => when(each) ?? { kind: 'all', of: [] }) }
}

function key(name: string, value: unknown): Condition {
  const takes = byKey.get(name)?.takes ?? 'text'
  const { pattern, problems } = compilePattern(takes, value, { groups, home: '/home/dana' })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return { kind: 'key', key: name, pattern }
}

type Extra = Partial<Omit<Rule, 'match' | 'handler' | 'name'>> & {
  readonly match?: unknown
  readonly handle?: Handler
  readonly pure?: boolean
}

export interface WrittenRule extends Extra {
  readonly name: string
  readonly inline?: InlineSpec
}

type Text = 'deny' | 'ask' | 'allow' | 'context' | 'notify' | 'continue' | 'stop'

export function says(says: Text, text: string): InlineSpec {
  return { says, text }
}

export function toRule(written: WrittenRule, order: number): Rule {
  const { inline, handle: _handle, pure: _pure, match, ...rest } = written
  const condition = when(match)
  return {
    at: { file: 'hooks.yaml', line: order + 10, column: 5 },
    layer: 'project',
    event: 'PreToolUse',
    order,
    priority: 0,
    handler:
      inline === undefined ? { kind: 'use', name: written.name, with: {} } : { kind: 'inline', inline },
    mode: 'enforce',
    always: false,
    timeout_ms: 30_000,
    on_error: 'proceed',
    on_unresolved: 'ask',
    ...rest,
    ...(condition !== undefined && { match: condition, ...requiredLiterals(condition, byKey) }),
  }
}

/** As the compiler does it. */

/** Rules in their order: priority, then as written, always rules last. */
function ordered(written: readonly WrittenRule[]): WrittenRule[] {
  const sorted = written.toSorted((one, two) => (two.priority ?? 0) - (one.priority ?? 0))
  return [...sorted.filter((rule) => rule.always !== true), ...sorted.filter((rule) => rule.always === true)]
}

export function registryOf(written: readonly WrittenRule[], changed: Partial<Settings> = {}): Registry {
  const list = ordered(written)
  const handlers = new Map(list.map((rule) => [rule.name, rule]))
  return createRegistry(
    list.map(toRule),
    { ...settings, ...changed },
    {
      ...loaders,
      matchers: byKey,
      handler: (rule) => {
        if (rule.handler.kind !== 'inline') return handlers.get(rule.name)?.handle ?? (() => ({}))
        const says = makeInline(rule.handler.inline)
        return ({ event }, { match }) => says(event, match.bind)
      },
      says: makeInline,
      effects: (rule) =>
        rule.handler.kind === 'inline' || handlers.get(rule.name)?.pure === true ? 'none' : 'world',
    },
  )
}

export interface Steps {
  readonly clock: Clock
  pass(ms: number): void
}

export function createSteps(): Steps {
  let at = 0
  return { clock: { now: () => 1_000_000 + at, elapsed: () => at }, pass: (ms) => void (at += ms) }
}

export interface World {
  readonly state: State
  readonly steps: Steps
}

export function createWorld(): World {
  const steps = createSteps()
  return { steps, state: createMemoryState(steps.clock) }
}

export type Given = Partial<Event> & { readonly event?: EventName }

export function eventOf(given: Given): Event {
  const event = { event: 'PreToolUse' as const, cwd: '/shop', root: '/shop', raw: {} }
  return Object.freeze(Object.defineProperties(event, Object.getOwnPropertyDescriptors(given)))
}

function optionsIn(world: World): DecideOptions {
  const unused = (): never => {
    throw new Error('not in this world')
  }
  const files = {
    read: () => undefined,
    write: unused,
    append: unused,
    remove: unused,
    list: () => [],
    kind: () => undefined,
    real: (path: string) => path,
  }
  return {
    effects: {
      clock: world.steps.clock,
      files,
      spawn: unused,
      state: world.state,
      env: {},
      frontMatter: (text) => ({ body: text }),
      parser: loaders.parser,
    },
  }
}

export interface Options extends Partial<DecideOptions> {
  readonly world?: World
  readonly settings?: Partial<Settings>
  readonly capabilities?: Omit<Capabilities, 'failure'>
}

export function decide(
  rules: readonly WrittenRule[] | Registry,
  given: Given,
  options: Options = {},
): Promise<DispatchResult> {
  const { world = createWorld(), settings: changed, ...rest } = options
  const registry = 'select' in rules ? rules : registryOf(rules, changed)
  return dispatch(registry, eventOf(given), { ...optionsIn(world), ...rest })
}

export async function verdictFor(
  rules: readonly WrittenRule[] | Registry,
  given: Given,
  options: Options = {},
): Promise<Verdict> {
  return (await decide(rules, given, options)).verdict
}

export const subjectOf = (given: Given): Subject => ({
  event: eventOf(given),
  facts: () => {
    throw new Error('no facts in this world')
  },
  did: () => ({ calls: [], prompt: 0, known_since: 0 }),
})
