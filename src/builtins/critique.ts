import { HooksError } from '../model/errors.ts'
import { isFinalResponse } from './shared/conversation.ts'
import type { CritiqueOptions } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'
import { isObject } from '../model/plain-object.ts'

interface Critique {
  readonly approved: boolean
  readonly feedback: string
}

export const critique: Builtin<Required<CritiqueOptions>> = {
  name: 'critique',
  summary: 'Lets a recipe judge a final answer: if rejected, the agent continues with the feedback.',
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
  answers: () => ['continue', 'stop'],
  compile: (options) => (subject, context) => {
    const { event } = subject
    if (event.event === 'AgentStop' ? isBlank(event.response) : !isFinalResponse(event))
      return event.event === 'AgentStop' ? { warnings: [unknownAnswer] } : {}
    return judge(options, event, context)
  },
}

const unknownAnswer = {
  code: 'critique',
  message: 'the answer of the agent is not known, so it was not judged',
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

async function judge(options: Required<CritiqueOptions>, event: Event, context: Context): Promise<Outcome> {
  const isStep = event.event === 'PostStep'
  const known = savedCritique(event, context)
  if (known !== undefined) return isStep ? {} : applyCritique(known, options, context)
  const { recipe } = options
  if (context.ask === undefined) return { callback: { recipe } }
  const answer = await context.ask({ recipe })
  if ('instead' in answer) return answer.instead
  const critique = parseCritique(answer.output, recipe)
  if (!isStep) return applyCritique(critique, options, context)
  context.state.run().write(stateKey(context), JSON.stringify({ ...critique, of: event.response }))
  return { metadata: { critique } }
}

function applyCritique(
  critique: Critique,
  { max_iterations: max }: Required<CritiqueOptions>,
  context: Context,
): Outcome {
  const run = context.state.run()
  const key = stateKey(context)
  if ((run.read(key) ?? '') !== '') run.write(key, '')
  const metadata = { critique: { ...critique, iteration: run.counted(key) } }
  if (critique.approved) {
    run.reset(key)
    return { flow: 'stop', hard: false, flow_reason: `Critique approved the answer.`, metadata }
  }
  if (run.counted(key) >= max) {
    run.reset(key)
    const message = `Critique refused the answer, and the maximum of ${max} ${max === 1 ? 'revision' : 'revisions'} is reached: ${critique.feedback}`
    const stops = [{ code: 'retry_limit', message, hard: true }]
    return { flow: 'stop', hard: true, forced: true, flow_reason: message, stops, metadata }
  }
  const iteration = run.count(key)
  return {
    flow: 'continue',
    flow_reason: `Critique asks for a revision (${iteration} of ${max}): ${critique.feedback}`,
    metadata: { critique: { ...critique, iteration } },
  }
}

function stateKey({ rule }: Context): string {
  return `critique/${rule.name}`
}

/** The critique that was saved after the step for this same answer. */
function savedCritique({ response }: Event, context: Context): Critique | undefined {
  const text = context.state.run().read(stateKey(context))
  if (text === undefined || text === '') return undefined
  const { of, ...critique } = JSON.parse(text) as Critique & { of?: string } // written by judge
  return of === response ? critique : undefined
}

/** Models put it at the top or in `metadata`, also as a decision. */
function parseCritique(output: string, recipe: string): Critique {
  const [, fenced] = /```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```/.exec(output) ?? []
  const reply = parseObject(fenced ?? output)
  const fields = { ...reply, ...(isObject(reply?.['metadata']) ? reply['metadata'] : {}) }
  const texts = ['feedback', 'reason', 'flow_reason', 'summary'].map((key) => fields[key])
  const feedback = texts.find((text) => typeof text === 'string') ?? ''
  if (typeof fields['approved'] === 'boolean') return { approved: fields['approved'], feedback }
  if (fields['decision'] === 'deny' || fields['decision'] === 'ask') return { approved: false, feedback }
  throw new HooksError(
    'bad_reply',
    `the output of recipe "${recipe}" does not say whether the answer is "approved"`,
  )
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
