import { attempt } from '../handlers/attempt.ts'
import { cutText } from '../patterns/text/code-points.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { LogOptions as Written } from '../model/generated/options.ts'
import { hideDeep } from '../patterns/text/secrets.ts'
import type { Builtin, Event } from '../model/types.ts'

export type LogOptions = Readonly<Required<Written>>

export const log: Builtin<LogOptions> = {
  name: 'log',
  summary: 'Appends one line of JSON per event to a file.',
  events: 'any',
  effects: 'world',
  observes: true,
  examples: [
    {
      name: 'notes a call',
      with: { file: 'calls.jsonl' },
      event: { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm test' } },
      outcome: {},
    },
  ],
  compile: ({ file, preview, redact }) => {
    const keys = new Set(redact)
    // Masked before it is cut: half a secret would not be known for one.
    const kept = (value: unknown): string =>
      cutText(textOf(hideDeep(value, { replace: '[masked]', suspect: true, keys })), preview)
    return ({ event }, { clock, env, files, prior }) => {
      const line = JSON.stringify({
        time: new Date(clock.now()).toISOString(),
        ...named(event),
        decision: prior.decision,
        ...(preview === 0 ? {} : texts(event, kept)),
      })
      attempt(`cannot write ${file}`, () =>
        files.append(configuredPath(file, { root: event.root, env }), `${line}\n`),
      )
      return {}
    }
  },
}

const names = [
  'event',
  'agent',
  'session_id',
  'run_id',
  'subagent',
  'turn',
  'step',
  'tool_name',
  'tool_use_id',
  'is_error',
  'error',
] as const
const contents = ['prompt', 'tool_input', 'tool_output', 'response'] as const

function named(event: Event): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])))
}

function texts(event: Event, kept: (value: unknown) => string): Record<string, string> {
  const given = contents.filter((name) => event[name] !== undefined)
  return Object.fromEntries(
    given.map((name) => [name, kept(name === 'tool_output' ? outputOf(event) : event[name])]),
  )
}

function outputOf({ output_text, tool_output }: Event): unknown {
  return output_text ?? tool_output
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
