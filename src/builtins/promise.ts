import { attempt } from '../handlers/attempt.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { PromiseOptions as Written } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'
import { formatLoop, parseLoop, type Loop } from './promise/loop-file.ts'

export type PromiseOptions = Readonly<Written & Required<Pick<Written, 'tag' | 'max_iterations'>>>

const goOnPrompt =
  'Go on with the task from where it stands: look at the files and your notes first, then do what is left. Do not ask the user.'

/** The loop as it stands when the agent would stop. */
interface Turn {
  readonly promise: string
  readonly iteration: number
  readonly max: number
  readonly prompt: string
  readonly loop?: Loop
}

export const promise: Builtin<PromiseOptions> = {
  name: 'promise',
  summary: 'Sends the agent back to work until its answer holds the agreed promise.',
  events: ['AgentStop'],
  effects: 'state',
  examples: [
    {
      name: 'goes on while the promise is not given',
      with: { promise: 'ORDERS_MIGRATED', next_prompt: 'Go on with the migration of orders.ts.' },
      event: { event: 'AgentStop', response: 'I moved half of the orders.' },
      outcome: {
        flow: 'restart',
        flow_reason: 'The promise "ORDERS_MIGRATED" is not given yet (iteration 1 of 10).',
        next_prompt:
          'Go on with the migration of orders.ts.\n\nWhen all of it is truly done, end your answer with <promise>ORDERS_MIGRATED</promise>.',
      },
    },
    {
      name: 'lets the agent stop when the promise is given',
      with: { promise: 'ORDERS_MIGRATED' },
      event: { event: 'AgentStop', response: 'All orders moved.\n<promise>\n  ORDERS_MIGRATED\n</promise>' },
      outcome: {},
    },
    {
      name: 'stops at the last iteration',
      with: { promise: 'ORDERS_MIGRATED', max_iterations: 3 },
      event: { event: 'AgentStop', response: 'Still at it.', metadata: { iteration: 3 } },
      outcome: { flow: 'stop', hard: true, forced: true },
    },
  ],
  inactive: (options) => {
    return isBlank(options.promise) && options.state_file === undefined ? 'no promise' : undefined
  },
  compile: (options) => (subject, context) => decide(options, subject.event, context),
}

function decide(options: PromiseOptions, event: Event, context: Context): Outcome {
  const loop = readLoop(options, event, context)
  if (loop !== undefined && 'wrong' in loop)
    return discardLoop(options, event, { context, wrong: loop.wrong })
  const promised = oneLine(loop?.promise ?? options.promise ?? '')
  if (promised === '') return {}
  const response = event.response
  if (response === undefined || response.trim() === '') {
    return warn('the answer of the agent is not known, so its promise was not looked for')
  }
  const ending = { options, event, context }
  if (givenPromise(response, options.tag) === promised) return end(ending)
  const turn: Turn = {
    promise: promised,
    iteration: loop?.iteration ?? iterationOf(event, context),
    max: loop?.max_iterations ?? options.max_iterations,
    prompt: loop?.prompt || (options.next_prompt ?? ''),
    ...(loop !== undefined && { loop }),
  }
  return turn.max > 0 && turn.iteration >= turn.max ? giveUp(turn, ending) : goOn(turn, ending)
}

interface Ending {
  readonly options: PromiseOptions
  readonly event: Event
  readonly context: Context
}

function end({ options, event, context }: Ending): Outcome {
  context.state.reset(counterOf(context))
  if (options.state_file !== undefined) removeLoop(options.state_file, event, context)
  return {}
}

function giveUp(turn: Turn, ending: Ending): Outcome {
  end(ending)
  const message = `The promise "${turn.promise}" was not given in ${turn.iteration} iterations (at most ${turn.max}).`
  return {
    flow: 'stop',
    hard: true,
    forced: true,
    flow_reason: message,
    stops: [{ code: 'retry_limit', message, hard: true }],
  }
}

function goOn(turn: Turn, { options, event, context }: Ending): Outcome {
  if (options.state_file !== undefined) writeLoop(options.state_file, turn, { event, context })
  const count = turn.max > 0 ? `iteration ${turn.iteration} of ${turn.max}` : `iteration ${turn.iteration}`
  return {
    flow: isRoomLeft(options, event) ? 'continue' : 'restart',
    flow_reason: `The promise "${turn.promise}" is not given yet (${count}).`,
    next_prompt: nextPrompt(turn, options.tag),
  }
}

/** With `restart_at_ratio` the same context goes on until the window is as full as that. */
function isRoomLeft({ restart_at_ratio }: PromiseOptions, { usage }: Event): boolean {
  if (restart_at_ratio === undefined) return false
  if (usage?.context === undefined || usage.max_context === undefined || usage.max_context <= 0) return false
  return usage.context / usage.max_context < restart_at_ratio
}

function nextPrompt({ promise, prompt }: Turn, tag: string): string {
  const tagged = `<${tag}>${promise}</${tag}>`
  if (prompt.includes(tagged)) return prompt
  return `${prompt === '' ? goOnPrompt : prompt}\n\nWhen all of it is truly done, end your answer with ${tagged}.`
}

/** The text in the first promise tag of an answer. */
function givenPromise(response: string, tag: string): string | undefined {
  const from = response.indexOf(`<${tag}>`)
  if (from === -1) return undefined
  const start = from + tag.length + 2
  const to = response.indexOf(`</${tag}>`, start)
  return to === -1 ? undefined : oneLine(response.slice(start, to))
}

/** The number of the iteration that would end now: what the host counts, else what the session counted. */
function iterationOf(event: Event, context: Context): number {
  const told = event.metadata?.['iteration']
  return typeof told === 'number' ? told : context.state.count(counterOf(context))
}

function counterOf({ rule }: Context): string {
  return `promise/${rule.name}`
}

function loopFile(file: string, { root }: Event, { env }: Context): string {
  return configuredPath(file, { root, env })
}

function readLoop(
  { state_file }: PromiseOptions,
  event: Event,
  context: Context,
): ReturnType<typeof parseLoop> | undefined {
  if (state_file === undefined) return undefined
  const file = loopFile(state_file, event, context)
  const text = context.files.read(file)
  if (text !== undefined) return parseLoop(text, (given) => context.frontMatter(given))
  return context.files.kind(file) === undefined ? undefined : { wrong: 'it cannot be read' }
}

interface Discard {
  readonly context: Context
  readonly wrong: string
}

function discardLoop(
  { state_file = '' }: PromiseOptions,
  event: Event,
  { context, wrong }: Discard,
): Outcome {
  context.state.reset(counterOf(context))
  removeLoop(state_file, event, context)
  return warn(`the loop ended and ${state_file} was removed: ${wrong}`)
}

function removeLoop(file: string, event: Event, context: Context): void {
  attempt(`cannot remove ${file}`, () => context.files.remove(loopFile(file, event, context)))
}

function writeLoop(file: string, turn: Turn, { event, context }: Pick<Ending, 'event' | 'context'>): void {
  const started = { max_iterations: turn.max, promise: turn.promise }
  const data = { ...(turn.loop?.data ?? started), iteration: turn.iteration + 1 }
  attempt(`cannot write ${file}`, () =>
    context.files.write(loopFile(file, event, context), formatLoop(data, turn.prompt)),
  )
}

function warn(message: string): Outcome {
  return { decision: 'proceed', warnings: [{ code: 'promise', message }] }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
