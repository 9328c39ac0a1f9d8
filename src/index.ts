// The library. Everything that may be imported from "hooks-yaml".
import path from 'node:path'
import { type BuiltinDefinition, builtinOf, type MatcherDefinition, matcherOf } from './library/define.ts'
import { openEngine } from './library/engine.ts'
import type { Engine, EngineOptions } from './library/engine-options.ts'
import type { Builtin, Matcher } from './model/types.ts'

export { builtins, dialects, matchers } from './catalog.ts'
export { HooksError, isHooksError } from './model/errors.ts'
export type { HooksFile } from './model/generated/config-types.ts'
export type { BuiltinDefinition, MatcherDefinition } from './library/define.ts'
export type {
  ConfigData,
  DispatchOptions,
  Engine,
  EngineOptions,
  Reload,
  StartScript,
} from './library/engine-options.ts'
export type { HostName } from './library/hosts.ts'
export type {
  EventInput,
  ModelCallWrapper,
  ModelRequest,
  ModelResponse,
  OpenToolCall,
  Question,
  Run,
  RunEnd,
  RunOptions,
  ToolCall,
  ProviderCall,
  ToolResult,
  ToolUseWrapper,
  Wrappers,
} from './library/run/run-types.ts'
export { nextPrompt } from './library/run/stop.ts'
export { HooksStop, isHooksStop } from './library/run/stop.ts'
export { matchesName, matchesPath, matchesText } from './library/define.ts'
export type * from './model/types.ts'

/**
 * Makes an engine that decides over an agent's events by the rules of `hooks.yaml`, in this process. Without any
 * file it has no rules and every event proceeds.
 *
 * The rules are those that `hooks run` would find, or those of `config`. With `watch` they are read again when a file
 * changes: as a whole or not at all. A dispatch ends with the rules it began with; a file with an error, and one that
 * is deleted or emptied, leaves the rules in force as they are and is told to `onDiagnostics`.
 *
 * Rejects with a HooksError `config`, whose `diagnostics` lists every problem, when the rules have an error at the
 * start, and with a TypeError for an option that does not exist or is of the wrong kind. No ledger is written except
 * by rules that `use: ledger`.
 *
 * @example
 * const engine = await createEngine({
 *   config: {
 *     hooks: {
 *       PreToolUse: [{ name: 'production', match: 'deploy_*', deny: 'Ask a person to deploy.' }],
 *     },
 *   },
 * })
 * const verdict = await engine.dispatch({ event: 'PreToolUse', tool_name: 'deploy_shop', tool_input: {} })
 * assert.equal(verdict.decision, 'deny')
 * assert.equal(verdict.reason, 'Ask a person to deploy.')
 * await engine.close()
 */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return openEngine(options, path.dirname(import.meta.dirname))
}

/**
 * Checks and completes a built-in of your own, for the `builtins` option; rules name it in `use`. Its `compile` gets
 * what stands under `with`; it may throw to refuse that, which is reported at the rule. What it returns is asked at
 * each event and answers with an outcome, `{}` for no opinion; a throw there is a failure, answered by the rule's
 * `on_error`. Throws a TypeError when the definition is wrong.
 *
 * @example
 * const freeze = defineBuiltin({
 *   name: 'freeze',
 *   summary: 'denies every call in a month',
 *   events: ['PreToolUse'],
 *   effects: 'none',
 *   compile: ({ month }: { readonly month: number }) => (_subject, { clock }) =>
 *     new Date(clock.now()).getUTCMonth() + 1 === month ? { decision: 'deny', reason: 'The shop is frozen.' } : {},
 * })
 * const month = new Date().getUTCMonth() + 1
 * const engine = await createEngine({
 *   builtins: [...builtins, freeze],
 *   config: { hooks: { PreToolUse: [{ name: 'december', use: 'freeze', with: { month } }] } },
 * })
 * const verdict = await engine.dispatch({ event: 'PreToolUse', tool_name: 'Write' })
 * assert.equal(verdict.reason, 'The shop is frozen.')
 * await engine.close()
 */
export function defineBuiltin<O = Readonly<Record<string, unknown>>>(
  definition: BuiltinDefinition<O>,
): Builtin<O> {
  return builtinOf(definition)
}

/**
 * Checks and completes a matcher of your own, for the `matchers` option; rules name its key in `match`. `takes` says
 * how what stands there is read: `names`, `text` and `paths` become a pattern for `matchesName`, `matchesText` and
 * `matchesPath`. It answers yes, no or maybe; a guard that gets a maybe answers by its `on_unresolved`. Throws a
 * TypeError when the definition is wrong.
 *
 * @example
 * const customer = defineMatcher<Pattern>({
 *   key: 'customer',
 *   summary: 'the customer that the agent works for',
 *   takes: 'names',
 *   compile: (pattern) => ({ event }) => {
 *     const name = event.metadata?.['customer']
 *     return { is: typeof name === 'string' && matchesName(pattern, name) ? 'yes' : 'no' }
 *   },
 * })
 * const engine = await createEngine({
 *   matchers: [...matchers, customer],
 *   config: {
 *     hooks: { PreToolUse: [{ name: 'acme', match: { customer: 'acme-*' }, ask: 'Acme wants to be asked.' }] },
 *   },
 * })
 * const verdict = await engine.dispatch({ event: 'PreToolUse', metadata: { customer: 'acme-eu' } })
 * assert.equal(verdict.decision, 'ask')
 * await engine.close()
 */
export function defineMatcher<P = unknown>(definition: MatcherDefinition<P>): Matcher<P> {
  return matcherOf(definition)
}
