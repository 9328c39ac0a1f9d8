import { attempt } from '../model/errors.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { PromiseOptions } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'

type Options = PromiseOptions & Required<Pick<PromiseOptions, 'tag' | 'max_iterations'>>

const DEFAULT_PROMPT =
  'Go on with the task from where it stands: look at the files and your notes first, then do what is left. Do not ask the user.'

interface Iteration {
  readonly promise: string
  readonly iteration: number
  readonly max: number
  readonly prompt: string
  readonly loop?: PromiseLoop
}

/** A loop kept in a file: front matter, and the prompt below it. */
interface PromiseLoop {
  readonly iteration: number
  readonly max_iterations?: number
  readonly promise?: string
  readonly prompt: string
  /** The whole front matter: fields of others survive a rewrite. */
  readonly data: Readonly<Record<string, unknown>>
}

export const promise: Builtin<Options> = {
  name: 'promise',
  summary: 'Sends the agent back to work until its answer contains the agreed promise.',
  events: ['AgentStop'],
  effects: 'state',
  examples: [
    {
      name: 'continues until the promise is given',
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
  inactive: ({ promise = '', state_file }) =>
    promise.trim() === '' && state_file === undefined ? 'no promise' : undefined,
  answers: () => ['restart', 'stop'],
  compile: (options) => (subject, context) => decide(options, subject.event, context),
}

function decide(options: Options, event: Event, context: Context): Outcome {
  const loop = readLoop(options, event, context)
  if (loop !== undefined && 'wrong' in loop) {
    endLoop(options, event, context)
    return warn(`the loop ended and ${options.state_file} was removed: ${loop.wrong}`)
  }
  const promised = oneLine(loop?.promise ?? options.promise ?? '')
  if (promised === '') return {}
  const { response = '' } = event
  if (response.trim() === '')
    return warn('the answer of the agent is not known, so its promise was not looked for')
  if (givenPromise(response, options.tag) === promised) {
    endLoop(options, event, context)
    return {}
  }
  const iteration: Iteration = {
    promise: promised,
    iteration: loop?.iteration ?? iterationOf(event, context),
    max: loop?.max_iterations ?? options.max_iterations,
    prompt: loop?.prompt || (options.next_prompt ?? ''),
    ...(loop !== undefined && { loop }),
  }
  if (iteration.max > 0 && iteration.iteration >= iteration.max) {
    endLoop(options, event, context)
    return stopAtMax(iteration)
  }
  const { state_file } = options
  if (state_file !== undefined)
    attempt(`cannot write ${state_file}`, () =>
      context.files.write(loopFile(state_file, event, context), formatLoop(iteration)),
    )
  return continueLoop(iteration, options, event)
}

function endLoop({ state_file }: Options, event: Event, context: Context): void {
  context.state.reset(counterKey(context))
  if (state_file === undefined) return
  attempt(`cannot remove ${state_file}`, () => context.files.remove(loopFile(state_file, event, context)))
}

function stopAtMax({ promise, iteration, max }: Iteration): Outcome {
  const message = `The promise "${promise}" was not given in ${iteration} iterations (at most ${max}).`
  return {
    flow: 'stop',
    hard: true,
    forced: true,
    flow_reason: message,
    stops: [{ code: 'retry_limit', message, hard: true }],
  }
}

function continueLoop(loop: Iteration, options: Options, event: Event): Outcome {
  const { promise, iteration, max, prompt } = loop
  const count = max > 0 ? `iteration ${iteration} of ${max}` : `iteration ${iteration}`
  return {
    flow: canKeepContext(options, event) ? 'continue' : 'restart',
    flow_reason: `The promise "${promise}" is not given yet (${count}).`,
    next_prompt: nextPrompt(prompt, `<${options.tag}>${promise}</${options.tag}>`),
  }
}

/** With `restart_at_ratio` the context is kept until the window is that full. */
function canKeepContext({ restart_at_ratio }: Options, { usage }: Event): boolean {
  if (restart_at_ratio === undefined) return false
  if (usage?.context === undefined || usage.max_context === undefined || usage.max_context <= 0) return false
  return usage.context / usage.max_context < restart_at_ratio
}

function nextPrompt(prompt: string, tagged: string): string {
  if (prompt.includes(tagged)) return prompt
  return `${prompt === '' ? DEFAULT_PROMPT : prompt}\n\nWhen all of it is truly done, end your answer with ${tagged}.`
}

/** The text in the first promise tag of an answer. */
function givenPromise(response: string, tag: string): string | undefined {
  const from = response.indexOf(`<${tag}>`)
  if (from === -1) return undefined
  const start = from + tag.length + 2
  const to = response.indexOf(`</${tag}>`, start)
  return to === -1 ? undefined : oneLine(response.slice(start, to))
}

/** The host's count, else the session's. */
function iterationOf(event: Event, context: Context): number {
  const reported = event.metadata?.['iteration']
  return typeof reported === 'number' ? reported : context.state.count(counterKey(context))
}

function counterKey({ rule }: Context): string {
  return `promise/${rule.name}`
}

function loopFile(file: string, { root }: Event, { env }: Context): string {
  return configuredPath(file, { root, env })
}

function readLoop(
  { state_file }: Options,
  event: Event,
  context: Context,
): ReturnType<typeof parseLoop> | undefined {
  if (state_file === undefined) return undefined
  const file = loopFile(state_file, event, context)
  const text = context.files.read(file)
  if (text !== undefined) return parseLoop(text, (given) => context.frontMatter(given))
  return context.files.kind(file) === undefined ? undefined : { wrong: 'it cannot be read' }
}

function warn(message: string): Outcome {
  return { decision: 'proceed', warnings: [{ code: 'promise', message }] }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function parseLoop(
  text: string,
  frontMatter: Context['frontMatter'],
): PromiseLoop | { readonly wrong: string } {
  const { data, body } = frontMatter(text)
  if (data === undefined) return { wrong: 'it has no front matter' }
  const iteration = wholeNumber(data['iteration'])
  if (iteration === undefined) return { wrong: 'its "iteration" is not a whole number' }
  const max = data['max_iterations'] ?? undefined
  const max_iterations = wholeNumber(max)
  if (max !== undefined && max_iterations === undefined)
    return { wrong: 'its "max_iterations" is not a whole number' }
  const promise = data['promise'] ?? undefined
  if (promise !== undefined && typeof promise !== 'string' && typeof promise !== 'number') {
    return { wrong: 'its "promise" is not text' }
  }
  return {
    iteration,
    prompt: body.trim(),
    data,
    ...(max_iterations !== undefined && { max_iterations }),
    ...(promise !== undefined && { promise: String(promise) }),
  }
}

function formatLoop({ loop, max, promise, iteration, prompt }: Iteration): string {
  const data = { ...(loop?.data ?? { max_iterations: max, promise }), iteration: iteration + 1 }
  const lines = Object.entries(data).map(([key, value]) => `${formatKey(key)}: ${JSON.stringify(value)}\n`)
  return `---\n${lines.join('')}---\n\n${prompt}\n`
}

function formatKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key)
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
