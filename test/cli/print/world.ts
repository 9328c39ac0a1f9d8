// A shop's repository as the drawing sees it: one event, some rules, what they came to.
import { listRules } from '../../../src/engine/select/rule-list.ts'
import type { Evaluated } from '../../../src/run/run.ts'
import type { RunArguments } from '../../../src/run/run-arguments.ts'
import type { Event, Rule, TraceEntry, Verdict } from '../../../src/model/types.ts'

const home = '/home/dana'
export const root = '/home/dana/shop'

export const noOptions: RunArguments = {
  config: [],
  json: false,
  explain: false,
  dryRun: false,
  last: false,
  payload: 'payload.json',
}

export function event(over: Partial<Event> = {}): Event {
  return {
    event: 'PreToolUse',
    agent: 'claude-code',
    session_id: 'c178c0aa-2f7a-4c55-9d1e-0a6f1c2b3d4e',
    cwd: root,
    root,
    tool_name: 'Bash',
    tool_input: { command: 'cd api && git push -f origin main' },
    raw: {},
    ...over,
  }
}

export function rule(name: string, over: Partial<Rule> = {}): Rule {
  return {
    name,
    at: { file: 'hooks.yaml', line: 12, column: 7 },
    layer: 'project',
    event: 'PreToolUse',
    order: 0,
    priority: 0,
    handler: { kind: 'inline', inline: { says: 'deny', text: 'No.' } },
    mode: 'enforce',
    always: false,
    timeout_ms: 30_000,
    on_error: 'proceed',
    on_unresolved: 'ask',
    ...over,
  }
}

export function traced(name: string, line: number, over: Partial<TraceEntry> = {}): TraceEntry {
  return {
    rule: name,
    result: 'ran',
    ms: 0,
    at: { file: 'hooks.yaml', line, column: 7 },
    layer: 'project',
    ...over,
  }
}

export function verdict(over: Partial<Verdict> = {}): Verdict {
  return {
    decision: 'proceed',
    flow: 'default',
    stops: [],
    follow_up_messages: [],
    additional_context: [],
    system_messages: [],
    warnings: [],
    trace: [],
    ...over,
  }
}

export interface World {
  readonly event?: Event
  readonly verdict?: Verdict
  readonly rules?: readonly Rule[]
  /** Rules of the event, when more than those given. */
  readonly considered?: number
  readonly ms?: number
  readonly compiled_ms?: number
  readonly explained?: Evaluated['explained']
  readonly aborted?: boolean
  readonly broken?: Evaluated['plan']['broken']
}

export function evaluated(world: World): Evaluated {
  const { rules = [], considered = rules.length, broken, explained } = world
  return {
    event: world.event ?? event(),
    verdict: world.verdict ?? verdict(),
    considered,
    ...(explained === undefined ? {} : { explained }),
    aborted: world.aborted ?? false,
    ms: world.ms ?? 1.9,
    compiled_ms: world.compiled_ms ?? 0,
    dirs: { home, config: '', cache: '', state: '', data: '', managed: '' },
    plan: {
      settings: broken === undefined ? settings : undefined,
      rules: listRules(rules),
      all: () => rules,
      sizes: Object.fromEntries(
        rules.map(({ event: name }) => [name, rules.filter((each) => each.event === name).length]),
      ),
      counts: { dead: 0, enforce: Math.max(rules.length, considered), advise: 0, watch: 0, untrusted: 0 },
      sources: [],
      quarantined: [],
      fresh: false,
      ...(broken === undefined ? {} : { broken }),
    },
  }
}

const settings = {
  continues: 10,
  reply_chars: 2_000_000,
  contracts: 'warn',
  on_config_error: 'ask',
  ledger_payloads: 20,
} as const
