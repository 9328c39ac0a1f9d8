import { HooksError } from '../model/errors.ts'
import { isFinalResponse } from './shared/final-response.ts'
import type { CritiqueOptions as Written } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'
import { isObject } from '../model/plain-object.ts'

export type CritiqueOptions = Readonly<Required<Written>>

/** What the recipe thinks of an answer. */
interface Critique {
  readonly approved: boolean
  readonly feedback: string
}

export const critique: Builtin<CritiqueOptions> = {
  name: 'critique',
  summary:
    'Has a final answer judged by a recipe: approved it stops, else the agent goes on with the feedback.',
  events: ['PostStep', 'ShouldContinue', 'AgentStop'],
  effects: 'world',
  examples: [
    {
      name: 'takes no interest in a step that calls tools',
      with: {},
      event: { event: 'ShouldContinue', response: 'I look at the orders.', finish_reason: 'tool_use' },
      outcome: {},
    },
    {
      name: 'has the final answer judged',
      with: { recipe: 'second-look' },
      event: { event: 'ShouldContinue', response: 'All orders moved.' },
      outcome: { callback: { recipe: 'second-look' } },
    },
  ],
  recipe: ({ recipe }) => recipe,
  compile: (options) => (subject, context) => {
    const { event } = subject
    if (event.event === 'AgentStop' ? isBlank(event.response) : !isFinalResponse(event))
      return unknownAt(event)
    return judge(options, event, context)
  },
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

function unknownAt({ event }: Event): Outcome {
  if (event !== 'AgentStop') return {}
  return {
    warnings: [{ code: 'critique', message: 'the answer of the agent is not known, so it was not judged' }],
  }
}

async function judge(options: CritiqueOptions, event: Event, context: Context): Promise<Outcome> {
  const known = read(event, context)
  if (known !== undefined)
    return event.event === 'PostStep' ? {} : verdictOn(known, options, { event, context })
  const { recipe } = options
  if (context.ask === undefined) return { callback: { recipe } }
  const answer = await context.ask({ recipe })
  if ('instead' in answer) return answer.instead
  const said = critiqueIn(answer.output, recipe)
  if (event.event !== 'PostStep') return verdictOn(said, options, { event, context })
  keep(said, event, context)
  return { metadata: { critique: said } }
}

interface At {
  readonly event: Event
  readonly context: Context
}

function verdictOn(said: Critique, { max_iterations: most }: CritiqueOptions, at: At): Outcome {
  const run = at.context.state.run()
  const counter = nameIn(at.context)
  forget(at.context)
  const metadata = { critique: { ...said, iteration: run.counted(counter) } }
  if (said.approved) {
    run.reset(counter)
    return { flow: 'stop', hard: false, flow_reason: `Critique approved the answer.`, metadata }
  }
  if (run.counted(counter) >= most) {
    run.reset(counter)
    const message = `Critique refused the answer, and the maximum of ${most} ${most === 1 ? 'revision' : 'revisions'} is reached: ${said.feedback}`
    const stops = [{ code: 'retry_limit', message, hard: true }]
    return { flow: 'stop', hard: true, forced: true, flow_reason: message, stops, metadata }
  }
  const iteration = run.count(counter)
  return {
    flow: 'continue',
    flow_reason: `Critique asks for a revision (${iteration} of ${most}): ${said.feedback}`,
    metadata: { critique: { ...said, iteration } },
  }
}

function nameIn({ rule }: Context): string {
  return `critique/${rule.name}`
}

/** What was said after the step about this very answer, for the question whether to go on. */
function read({ response }: Event, context: Context): Critique | undefined {
  const text = context.state.run().read(nameIn(context))
  const kept =
    text === undefined || text === '' ? undefined : (JSON.parse(text) as Critique & { of?: string }) // ours
  return kept !== undefined && kept.of === response
    ? { approved: kept.approved, feedback: kept.feedback }
    : undefined
}

function keep(said: Critique, { response }: Event, context: Context): void {
  context.state.run().write(nameIn(context), JSON.stringify({ ...said, of: response }))
}

function forget(context: Context): void {
  const run = context.state.run()
  if ((run.read(nameIn(context)) ?? '') !== '') run.write(nameIn(context), '')
}

/** As a model says it: at the top, or in `metadata`, also as a decision. */
function critiqueIn(output: string, recipe: string): Critique {
  const [, fenced] = /```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```/.exec(output) ?? []
  const reply = objectIn(fenced ?? output)
  const said = { ...reply, ...(isObject(reply?.['metadata']) ? reply['metadata'] : {}) }
  const texts = ['feedback', 'reason', 'flow_reason', 'summary'].map((key) => said[key])
  const feedback = texts.find((text) => typeof text === 'string') ?? ''
  if (typeof said['approved'] === 'boolean') return { approved: said['approved'], feedback }
  if (said['decision'] === 'deny' || said['decision'] === 'ask') return { approved: false, feedback }
  throw new HooksError(
    'bad_reply',
    `the output of recipe "${recipe}" does not say whether the answer is "approved"`,
  )
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
