import { attempt } from '../model/errors.ts'
import { cutText } from '../patterns/text/measure.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { LogOptions } from '../model/generated/options.ts'
import { hideDeep } from '../patterns/secrets/hide-deep.ts'
import { pickDefined, toText } from '../model/plain-object.ts'
import type { Builtin, Event } from '../model/types.ts'

export const log: Builtin<Required<LogOptions>> = {
  name: 'log',
  summary: 'Appends one line of JSON per event to a file.',
  events: 'any',
  effects: 'world',
  observes: true,
  examples: [
    {
      name: 'logs a call',
      with: { file: 'calls.jsonl' },
      event: { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm test' } },
      outcome: {},
    },
  ],
  compile: ({ file, preview, redact }) => {
    const keys = new Set(redact)
    // Masked before it is cut: half a secret would not be recognized.
    const masked = (value: unknown): string =>
      cutText(toText(hideDeep(value, { replace: '[masked]', record: true, keys })), preview)
    return ({ event }, { clock, env, files, prior }) => {
      const line = JSON.stringify({
        time: new Date(clock.now()).toISOString(),
        ...pickDefined(event, fields),
        decision: prior.decision,
        ...(preview > 0 && contentsOf(event, masked)),
      })
      attempt(`cannot write ${file}`, () =>
        files.append(configuredPath(file, { root: event.root, env }), `${line}\n`),
      )
      return {}
    }
  },
}

const fields = [
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

function contentsOf(event: Event, masked: (value: unknown) => string): Record<string, string> {
  const present = contents.filter((name) => event[name] !== undefined)
  const valueOf = (name: (typeof contents)[number]): unknown =>
    name === 'tool_output' ? (event.output_text ?? event.tool_output) : event[name]
  return Object.fromEntries(present.map((name) => [name, masked(valueOf(name))]))
}
