import { attempt } from '../handlers/attempt.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { CheckpointOptions as Written } from '../model/generated/options.ts'
import type { Builtin, Event, Verdict } from '../model/types.ts'

export type CheckpointOptions = Readonly<Written>

export const checkpoint: Builtin<CheckpointOptions> = {
  name: 'checkpoint',
  summary: 'Writes where the run stands to a file, so that it can be picked up again.',
  events: ['AgentStop', 'PostStep'],
  effects: 'world',
  observes: true,
  examples: [
    {
      name: 'writes a file and has no opinion',
      with: { file: '.hooks/run.json' },
      event: { event: 'AgentStop', run_id: 'r7', response: 'Half of the orders are moved.' },
      outcome: {},
    },
  ],
  compile:
    ({ file }) =>
    ({ event }, { clock, env, files, prior }) => {
      const state = {
        time: new Date(clock.now()).toISOString(),
        ...standing(event),
        ...decided(event, prior),
      }
      const text = `${JSON.stringify(state, undefined, 2)}\n`
      attempt(`cannot write ${file}`, () =>
        files.write(configuredPath(file, { root: event.root, env }), text),
      )
      return {}
    },
}

const fields = [
  'event',
  'agent',
  'run_id',
  'session_id',
  'turn',
  'step',
  'stop_active',
  'usage',
  'finish_reason',
  'response',
] as const

function standing(event: Event): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  )
}

function decided(
  { metadata }: Event,
  { flow, next_prompt, metadata: added }: Verdict,
): Record<string, unknown> {
  return { flow, ...(next_prompt !== undefined && { next_prompt }), metadata: { ...metadata, ...added } }
}
