import { finishedCalls, finishedRounds, finishedSteps } from '../handlers/steps.ts'
import { events } from '../model/events.ts'
import type { LimitsOptions } from '../model/generated/options.ts'
import type { Builtin, Context, Event, EventName, Outcome, Stop } from '../model/types.ts'

type Options = LimitsOptions & Required<Pick<LimitsOptions, 'finish_reasons'>>

/** Defaults of embedded agents only: the user of a coding agent decides when it has worked long enough. */
const embeddedLimits = { steps: 20, tokens: 32_768, seconds: 300 } as const

/** Agents that send one of these tell how far they are. */
const reportsRounds: ReadonlySet<EventName> = new Set([
  'PreStep',
  'PostStep',
  'PreModelCall',
  'ShouldContinue',
])

export const limits: Builtin<Options> = {
  name: 'limits',
  summary: 'Stops a run after a number of steps, tokens or seconds, or for certain finish reasons.',
  events: ['SessionStart', 'PreStep', 'PreModelCall', 'PostStep', 'ShouldContinue', 'PreToolUse'],
  effects: 'state',
  tightens: true,
  guards: 'ask',
  examples: [
    {
      name: 'stops an embedded agent after 20 steps',
      with: {},
      event: { event: 'PreStep', step: 20 },
      outcome: {
        flow: 'stop',
        hard: true,
        forced: true,
        stops: [{ code: 'steps_limit', message: 'Step limit reached: 20/20', hard: true }],
      },
    },
    {
      name: 'lets it go on before',
      with: {},
      event: { event: 'PreStep', step: 19 },
      outcome: {},
    },
    {
      name: 'stops softly when the model ended for a certain reason',
      with: { finish_reasons: ['length'] },
      event: { event: 'PostStep', step: 3, finish_reason: 'length' },
      outcome: {
        flow: 'stop',
        hard: false,
        stops: [{ code: 'finish_reason', message: 'The model ended: length', hard: false }],
      },
    },
  ],
  doubt: ({ steps }, at) =>
    typeof steps === 'number' && at.length > 0 && at.every((event) => !reportsRounds.has(event))
      ? {
          option: 'steps',
          message: '"steps" counts only under agents that report steps or model calls, which most do not',
          hint: 'limit tool calls with use: rate-limit',
        }
      : undefined,
  answers: () => ['stop'],
  compile:
    (options) =>
    ({ event }, context) => {
      const limited = isEmbedded(event, context) ? { ...embeddedLimits, ...options } : options
      const reached = [
        stepStop(limited, event, context),
        event.event === 'SessionStart' ? undefined : tokenStop(limited, event),
        timeStop(limited, event, context),
        finishStop(limited, event),
      ].filter((stop) => stop !== undefined)
      return reached.length === 0 ? warnUncounted(options, event, context) : stopWith(reached)
    },
}

function isEmbedded(event: Event, { state }: Context): boolean {
  const { agent, event: name } = event
  if (agent === undefined || (name !== 'unmapped' && events[name].embedded === true)) return true
  return finishedSteps(event, state) !== undefined
}

function stopWith(stops: readonly Stop[]): Outcome {
  const hard = stops.some((stop) => stop.hard)
  return { flow: 'stop', hard, stops, ...(hard && { forced: true }) }
}

function stepStop({ steps: max }: Options, event: Event, { state }: Context): Stop | undefined {
  if (typeof max !== 'number' || event.event === 'SessionStart') return undefined
  const done = roundsDone(event, state) ?? 0
  return done >= max
    ? { code: 'steps_limit', message: `Step limit reached: ${done}/${max}`, hard: true }
    : undefined
}

/** Steps, the model calls of a host that reports no steps, or how often one that reports neither asked whether to go on. */
function roundsDone(event: Event, state: Context['state']): number | undefined {
  return finishedSteps(event, state) ?? finishedCalls(event, state) ?? finishedRounds(event, state)
}

/** A tool call before which the host reported nothing that could be counted. */
function warnUncounted({ steps }: Options, event: Event, { rule, state }: Context): Outcome {
  if (typeof steps !== 'number') return {}
  if (event.event !== 'PreToolUse') return {}
  if (roundsDone(event, state) !== undefined) return {}
  if (event.session_id !== undefined && !state.once(`limits/uncounted/${rule.name}`)) return {}
  const message = `${event.agent ?? 'the host'} reports neither steps nor model calls, so "steps: ${steps}" is not counted; limit tool calls with "use: rate-limit"`
  return { warnings: [{ code: 'uncounted', message }] }
}

function tokenStop({ tokens: max }: Options, event: Event): Stop | undefined {
  if (typeof max !== 'number') return undefined
  const { usage } = event
  const used = usage?.total ?? (usage?.input ?? 0) + (usage?.output ?? 0)
  return used >= max
    ? { code: 'token_limit', message: `Token limit reached: ${used}/${max}`, hard: true }
    : undefined
}

function timeStop({ seconds: max }: Options, event: Event, context: Context): Stop | undefined {
  if (typeof max !== 'number') return undefined
  const passed = Math.floor((context.clock.now() - startOf(event, context)) / 1000)
  return passed >= max
    ? { code: 'time_limit', message: `Time limit reached: ${passed}/${max} s`, hard: true }
    : undefined
}

/** The host's time, else that of the run's first event. */
function startOf({ started_at }: Event, { clock, state }: Context): number {
  if (started_at !== undefined) return started_at
  const run = state.run()
  const known = Number(run.read('limits-started') ?? Number.NaN)
  if (Number.isFinite(known)) return known
  run.write('limits-started', String(clock.now()))
  return clock.now()
}

function finishStop({ finish_reasons }: Options, { event, finish_reason }: Event): Stop | undefined {
  if (event !== 'PostStep' && event !== 'ShouldContinue') return undefined
  if (finish_reason === undefined || !finish_reasons.includes(finish_reason)) return undefined
  return { code: 'finish_reason', message: `The model ended: ${finish_reason}`, hard: false }
}
