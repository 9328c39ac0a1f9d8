import type { AgentMiddleware } from 'langchain'

interface Subagent {
  readonly name: string
}

/** What `createDeepAgent` is given. */
export interface DeepAgentOptions {
  readonly model?: unknown
  readonly tools?: unknown
  readonly skills?: unknown
  readonly middleware?: unknown
  readonly subagents?: unknown
}

/**
 * Options of `createDeepAgent` with the same middleware around the agent and around each of its subagents, which
 * deepagents gives to none of them by itself. `generalPurpose` is `GENERAL_PURPOSE_SUBAGENT` of `deepagents`: the
 * subagent that is there unasked. Subagents that are compiled already, or run elsewhere, have to be made with it.
 */
export function withSubagents<T extends DeepAgentOptions>(
  options: T,
  middleware: AgentMiddleware<undefined, undefined>,
  generalPurpose: Subagent,
): T {
  const own: readonly Subagent[] = Array.isArray(options.subagents) ? options.subagents : []
  const { model, tools, skills } = options
  const given = { ...generalPurpose, ...present({ model, tools, skills }) }
  const all = own.some(({ name }) => name === generalPurpose.name) ? own : [given, ...own]
  return {
    ...options,
    middleware: [middleware, ...listOf(options.middleware)],
    subagents: all.map((subagent) => around(subagent, middleware)),
  }
}

function around(subagent: Subagent, middleware: object): Subagent {
  if ('runnable' in subagent || 'graphId' in subagent) return subagent
  const all = [middleware, ...listOf(Reflect.get(subagent, 'middleware'))]
  return Object.assign({ ...subagent }, { middleware: all })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function present(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
