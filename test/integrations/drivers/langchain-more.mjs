import { createDeepAgent, GENERAL_PURPOSE_SUBAGENT } from 'deepagents'
import { createEngine } from 'hooks-yaml'
import { hooksMiddleware, withSubagents } from 'hooks-yaml/langchain'
import { AIMessage, createAgent, fakeModel, HumanMessage, tool } from 'langchain'
import { z } from 'zod'

const rules = {
  PreToolUse: [{ name: 'no-refunds', match: 'refund', deny: 'Refunds need a person.' }],
}

function refundTool(ran) {
  return tool(
    ({ order }) => {
      ran.push(order)
      return `refunded ${order}`
    },
    { name: 'refund', description: 'Refunds an order', schema: z.object({ order: z.string() }) },
  )
}

const calling = (name, args, id) =>
  new AIMessage({ content: '', tool_calls: [{ name, args, id, type: 'tool_call' }] })

/** The agent hands the refund to a subagent: `with` everybody under the same rules, or only the agent itself. */
export async function delegate({ to, everybody }) {
  const engine = await createEngine({ config: { hooks: rules } })
  const events = []
  const onEvent = ({ event, session_id, run_id, subagent, tool_name }, { decision }) =>
    events.push({ event, session_id, run_id, subagent: subagent?.name, tool_name, decision })
  const middleware = hooksMiddleware(engine, { onEvent })
  const ran = []
  const model = fakeModel()
    .respond(calling('task', { description: 'Refund order 7.', subagent_type: to }, 'call_1'))
    .respond(calling('refund', { order: '7' }, 'call_2'))
    .respond(new AIMessage({ content: 'It was not possible.' }))
    .respond(new AIMessage({ content: 'Done.' }))
  const clerk = { name: 'clerk', description: 'Does refunds', systemPrompt: 'You refund.' }
  const options = { model, tools: [refundTool(ran)], subagents: [clerk] }
  const agent = createDeepAgent(
    everybody
      ? withSubagents(options, middleware, GENERAL_PURPOSE_SUBAGENT)
      : { ...options, middleware: [middleware] },
  )
  const { messages } = await agent.invoke({ messages: [new HumanMessage('Refund order 7.')] })
  await engine.close()
  return { ran, events, answer: messages.at(-1).text }
}

/** Two calls of an invocation that this process has not seen begin. */
export async function resumed() {
  const engine = await createEngine({ config: { hooks: rules } })
  const events = []
  const middleware = hooksMiddleware(engine, { onEvent: ({ event }) => events.push(event) })
  const state = { messages: [], _hooks_run: 'begun elsewhere' }
  const call = (id) =>
    middleware.wrapToolCall(
      { toolCall: { id, name: 'refund', args: { order: id } }, state, runtime: {} },
      () => {
        throw new Error('it was let run')
      },
    )
  await Promise.all([call('1'), call('2')])
  await middleware.afterAgent.hook(state, {})
  await engine.close()
  return events
}

/** A rule ends the run before its tool. */
export async function stopped() {
  const stop = { PreToolUse: [{ name: 'budget', stop: 'The budget is spent.' }] }
  const engine = await createEngine({ config: { hooks: stop } })
  const events = []
  const middleware = hooksMiddleware(engine, { onEvent: ({ event, source }) => events.push([event, source]) })
  const model = fakeModel().respond(calling('refund', { order: '7' }, 'call_1'))
  const agent = createAgent({ model, tools: [refundTool([])], middleware: [middleware] })
  const error = await agent
    .invoke({ messages: [new HumanMessage('Refund order 7.')] })
    .catch((thrown) => thrown)
  await engine.close()
  return { name: error.name, message: error.message, last: events.at(-1) }
}

/** The model fails, and whoever listens fails at the end of the run as well. */
export async function failedTwice() {
  const engine = await createEngine({ config: { hooks: {} } })
  const onEvent = ({ event }) => {
    if (event === 'SessionEnd') throw new Error('the log is full')
  }
  const model = fakeModel().respond(new Error('the quota is spent'))
  const agent = createAgent({ model, tools: [], middleware: [hooksMiddleware(engine, { onEvent })] })
  const error = await agent.invoke({ messages: [new HumanMessage('Hello.')] }).catch((thrown) => thrown)
  await engine.close()
  return String(error)
}

/** Two invocations of one agent, each in a thread of its own, the second begun before the first has ended. */
export async function sideBySide() {
  const engine = await createEngine({ config: { hooks: {} } })
  const events = []
  const onEvent = ({ event, session_id, run_id, prompt, tool_input }) =>
    events.push({ event, session_id, run_id, prompt, order: tool_input?.order })
  const ran = []
  const answer = (messages) => {
    const last = messages.at(-1)
    if (last.getType() !== 'human') return new AIMessage({ content: 'Done.' })
    return calling('refund', { order: last.text.at(-1) }, `call_${last.text.at(-1)}`)
  }
  const model = [1, 2, 3, 4].reduce((model) => model.respond(answer), fakeModel())
  const agent = createAgent({
    model,
    tools: [refundTool(ran)],
    middleware: [hooksMiddleware(engine, { onEvent })],
  })
  const invoke = (order) =>
    agent.invoke(
      { messages: [new HumanMessage(`Refund ${order}`)] },
      { configurable: { thread_id: `thread ${order}` } },
    )
  await Promise.all([invoke('1'), invoke('2')])
  await engine.close()
  return { events, ran: ran.toSorted((a, b) => a.localeCompare(b)) }
}
