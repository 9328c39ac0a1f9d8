import { attempt } from '../model/errors.ts'
import { configuredPath } from './shared/configured-path.ts'
import { pickDefined } from '../model/plain-object.ts'
import type { CheckpointOptions } from '../model/generated/options.ts'
import type { Builtin } from '../model/types.ts'

export const checkpoint: Builtin<CheckpointOptions> = {
  name: 'checkpoint',
  summary: 'Writes the state of the run to a file, so that it can be resumed.',
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
      const { flow, next_prompt } = prior
      const state = {
        time: new Date(clock.now()).toISOString(),
        ...pickDefined(event, fields),
        flow,
        ...(next_prompt !== undefined && { next_prompt }),
        metadata: { ...event.metadata, ...prior.metadata },
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
