// The shop that every framework's agent works in, and the books that are kept of one run.
import { builtins, createEngine, defineBuiltin } from 'hooks-yaml'

/** Tools as plain functions; `schema` is made of a framework's own text type. */
export function shopTools(books) {
  const tool = (description, fields, work) => ({
    description,
    fields,
    work: async (input, signal) => {
      books.ran.push([work.name, input])
      return work(input, signal)
    },
  })
  return {
    look_up: tool('Looks up an order', ['order'], function look_up({ order }) {
      return `order ${order}: three books`
    }),
    refund: tool('Refunds an order', ['order', 'amount'], function refund({ order, amount }) {
      return `refunded ${amount} for ${order}`
    }),
    broken: tool('Opens the till', ['order'], function broken({ order }) {
      throw Object.assign(new Error('the till is closed'), order === 'late' && { name: 'AbortError' })
    }),
    wait: tool('Waits for the post', ['order'], function wait() {
      return new Promise((resolve) => setTimeout(() => resolve('the post came'), 1100))
    }),
    slow: tool('Counts the stock', ['order'], async function slow(_, signal) {
      const counted = new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve('counted'), 20_000).unref()
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      })
      books.started()
      return counted
    }),
  }
}

/** An engine over the case's rules, and what a run's options are in every framework. */
export async function openShop({ rules, several = [], allow, aborts, cached, critiques = [] }) {
  const said = [...critiques]
  const engine = await createEngine({
    config: { hooks: rules, rules: several },
    builtins: [...builtins, forget],
    callbacks: { critique: () => JSON.stringify(said.shift()) },
    ...(cached !== undefined && { wrappers: { ModelCall: [async () => ({ text: cached })] } }),
  })
  const controller = new AbortController()
  const books = { verdicts: [], asked: [], ran: [], started: () => aborts && controller.abort() }
  const options = {
    onEvent: (event, verdict) => {
      const { tool_name = '', is_error } = event
      if (verdict.flow === 'stop') books.stop = verdict.stops[0]?.message ?? verdict.flow_reason
      else if (event.event === 'PreStep' && verdict.decision === 'deny') books.stop = verdict.reason
      const isStep = steps.has(event.event) && verdict.trace.length > 0
      if (!isStep && !kept.has(event.event)) return
      books.verdicts.push({
        event: event.event,
        ...(tool_name !== '' && { tool: tool_name.replace(/^mcp__shop__/, '') }),
        ...(is_error === true && { failed: true }),
        decision: verdict.decision,
        flow: verdict.flow,
        rules: verdict.trace.map(({ rule }) => rule),
      })
    },
    ...(allow !== undefined && {
      onAsk: (question) => {
        books.asked.push(question.text)
        return allow
      },
    }),
  }
  return { engine, books, options, signal: controller.signal, controller }
}

/** What was said before is one message; the last ones stay the framework's own. */
const forget = defineBuiltin({
  name: 'forget',
  summary: 'puts a note in the place of the first message',
  events: ['PreModelCall'],
  effects: 'none',
  compile:
    ({ note }) =>
    ({ event }) => ({ replace_messages: [{ role: 'user', content: note }, ...event.messages.slice(1)] }),
})

const kept = new Set(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'AgentStop'])

/** Kept where rules were asked. */
const steps = new Set(['PreStep', 'PostStep', 'ShouldContinue'])

/** How a run ended that was thrown out of: the same words for all. */
export function endOf(error) {
  const stop = [error, error?.cause, error?.error].find((each) => each?.name === 'HooksStop')
  return stop === undefined ? { failed: String(error?.message ?? error) } : { stopped: stop.message }
}
