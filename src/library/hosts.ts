// What each agent framework's integration sends: its rows in docs/integrations.md, and what `--host` and `host` check.
import { createDiagnostic } from '../config/diagnostics/diagnostics.ts'
import type { CompileResult } from '../config/compile/compile.ts'
import { draftsOf } from '../config/expand/expand.ts'
import type { Diagnostic, EventName, Plan, Rule } from '../model/types.ts'

/** `true`, or when the event is sent. An event without an entry never is. */
export type SentEvents = Readonly<Partial<Record<EventName, true | string>>>

/** A run of the library. */
const run = {
  SessionStart: true,
  UserPromptSubmit: true,
  PreStep: true,
  PreModelCall: true,
  PostModelCall: true,
  PreToolUse: true,
  PermissionRequest: 'before a person is asked',
  PostToolUse: true,
  PostStep: true,
  ShouldContinue: true,
  AgentStop: true,
  SessionEnd: true,
  Error: true,
  SubagentStart: 'for a run with `subagent`',
  SubagentStop: 'for a run with `subagent`, and after a `@subagent` tool',
} as const satisfies SentEvents

export const hosts = {
  'ai-sdk': run,
  langchain: {
    ...run,
    SubagentStart: 'for subagents of deepagents',
    SubagentStop: 'for subagents of deepagents',
  },
  'openai-agents': { ...run, SubagentStart: 'at a handoff, with `followHandoffs`' },
  'claude-agent-sdk': {
    SessionStart: true,
    UserPromptSubmit: true,
    PreStep: 'after the prompt, and between tool calls and the next model call',
    PreToolUse: true,
    PermissionRequest: true,
    PostToolUse: true,
    PostStep: 'after all tool calls of a response, and at the end',
    ShouldContinue: 'after PostStep',
    AgentStop: true,
    SessionEnd: true,
    Error: true,
    SubagentStart: true,
    SubagentStop: true,
    PreCompact: true,
    PostCompact: true,
    Notification: true,
  },
} as const satisfies Readonly<Record<string, SentEvents>>

export type HostName = keyof typeof hosts

export const hostNames = Object.keys(hosts) as readonly HostName[] // the keys of the table

export function isHostName(name: unknown): name is HostName {
  return typeof name === 'string' && Object.hasOwn(hosts, name)
}

/** One warning for each rule and event that the host never sends; of rules for every event only those that it sends none of. */
export function neverSent(
  { plan, parsed }: Pick<CompileResult, 'parsed'> & { readonly plan: Plan },
  host: HostName,
): readonly Diagnostic[] {
  const sent: SentEvents = hosts[host]
  const all = Object.values(plan.events).flat()
  const heard = new Set(all.filter(({ event }) => sent[event] !== undefined).map(keyOf))
  const picked = new Set(
    parsed
      .flatMap(draftsOf)
      .filter(({ when }) => when.by === 'picked')
      .map(({ name, file }) => keyOf({ name: name ?? '', layer: file.layer })),
  )
  return all
    .filter(({ event }) => sent[event] === undefined)
    .filter((rule) => picked.has(keyOf(rule)) || !heard.has(keyOf(rule)))
    .map(({ at, event, name }) =>
      createDiagnostic('agent-cannot', at, {
        message: `${host} never sends ${event}, so the rule is never asked there`,
        hint: 'move the rule to an event that the host sends, or send the event from your loop with run.dispatch',
        rule: name,
      }),
    )
}

function keyOf({ name, layer }: Pick<Rule, 'name' | 'layer'>): string {
  return `${layer} ${name}`
}
