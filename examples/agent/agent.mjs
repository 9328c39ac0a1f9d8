// An agent whose loop is the AI SDK's, and all that is around it rules and built-ins of hooks-yaml.
import path from 'node:path'
import { generateText, jsonSchema, tool as defineTool, wrapLanguageModel } from 'ai'
import { createEngine, HooksStop, isHooksStop } from 'hooks-yaml'
import { hooksMiddleware, modelRunner, wrapTools } from 'hooks-yaml/ai-sdk'
import { createStack } from 'hooks-yaml/tools'
import { loadThread, saveThread } from './thread.mjs'

/** What the agent remembers is not its to write, though it lies in its root. */
const ownState = {
  name: 'own-state',
  on: ['PreToolUse'],
  match: { writes: '.agent/**' },
  on_unresolved: 'proceed',
  deny: 'What stands below .agent is kept for you. Work on other files.',
}

/** Rounds of model and tools in one run, whatever the rules say. */
const MOST_STEPS = 25

/**
 * `model` is any model of the AI SDK, `root` the directory that the agent works in and cannot leave. Besides: `tools`
 * of your own as `{ name, description, input_schema, run }`, `hooks` and `rules` as in hooks.yaml, `stack` as
 * `createStack` takes it, `threads` (a directory), `system`, `onAsk`.
 */
export async function createAgent({ model, root, tools = [], hooks = {}, rules = [], stack = {}, ...options }) {
  const dir = options.threads ?? path.join(root, '.agent', 'threads')
  const stackFor = (state) => createStack({ ...stack, root, state })
  const known = stackFor({})
  const engine = await createEngine({
    root,
    config: { rules: [ownState, ...known.rules, ...rules], hooks },
    state: { dir: path.join(root, '.agent', 'state') },
    runner: modelRunner(model),
  })
  return {
    stack: known.layers.map(({ name }) => name),
    tools: [...known.tools, ...tools].map(({ name }) => name),
    close: () => engine.close(),

    /** From a prompt to the end. What the thread knew is there again, and what it came to is saved, however it ends. */
    async run(prompt, { thread: id = 'default', signal, onEvent } = {}) {
      const thread = await loadThread(dir, id)
      const own = stackFor(thread)
      const run = await engine.start({
        session: id,
        prompt,
        metadata: { todos: thread.todos, active_skill: thread.active_skill },
        onAsk: options.onAsk,
        signal,
        onEvent,
      })
      const talk = { messages: [...thread.messages], steps: 0, text: '', forced: false }
      try {
        if (run.started.stopped !== undefined) throw new HooksStop(run.started.stopped)
        const verdict = await work(run, run.prompt, {
          talk,
          model,
          tools: [...own.tools, ...tools],
          system: options.system,
          signal,
        })
        return { ...talk, forced: talk.forced || verdict.forced === true, stopped: run.stopped?.reason }
      } catch (error) {
        await run.end({ error })
        if (!isHooksStop(error)) throw error
        return { ...talk, forced: error.forced, stopped: error.reason }
      } finally {
        await saveThread(dir, id, { messages: talk.messages, ...own.state() })
      }
    },
  }
}

/** The agent works until it may stop. */
async function work(run, prompt, agent) {
  let words = prompt
  for (;;) {
    const again = await answer(run, words, agent)
    if (goesOn(again) && agent.talk.steps < MOST_STEPS) {
      words = wordsOf(again)
      continue
    }
    const verdict = await run.end({ response: agent.talk.text })
    if (!goesOn(verdict)) return verdict
    words = wordsOf(verdict)
  }
}

/** The loop of the AI SDK, once; what ShouldContinue said at its end. */
async function answer(run, prompt, { talk, model, tools, system, signal }) {
  talk.messages.push({ role: 'user', content: prompt })
  let again = { flow: 'default' }
  const { text, finishReason } = await generateText({
    model: wrapLanguageModel({ model, middleware: hooksMiddleware(run) }),
    tools: wrapTools(Object.fromEntries(tools.map((tool) => [tool.name, toAiTool(tool)])), run),
    system,
    messages: [...talk.messages],
    abortSignal: signal,
    maxRetries: 0,
    prepareStep: async () => {
      const { decision, flow, reason } = await run.dispatch({ event: 'PreStep' })
      if (decision === 'deny' && flow !== 'stop') throw new HooksStop({ code: 'denied', message: reason ?? '', hard: false })
      return {}
    },
    onStepFinish: async ({ response }) => {
      talk.steps += 1
      talk.now = response.messages
      await run.dispatch({ event: 'PostStep' })
      again = await run.dispatch({ event: 'ShouldContinue' })
    },
    stopWhen: () => run.stopped !== undefined || again.flow === 'stop' || talk.steps >= MOST_STEPS,
  }).finally(() => {
    talk.messages.push(...(talk.now ?? []))
    delete talk.now
  })
  talk.text = text
  talk.forced = finishReason === 'tool-calls' && talk.steps >= MOST_STEPS
  return again
}

/** A mistake is thrown, so that rules and the model see a failed call. */
function toAiTool({ description, input_schema, run }) {
  return defineTool({
    description,
    inputSchema: jsonSchema(input_schema),
    execute: async (input, { abortSignal }) => {
      const { output, is_error } = await run(input, { signal: abortSignal })
      if (is_error) throw new Error(output.replace(/^Error: /, ''))
      return output
    },
  })
}

function goesOn({ flow }) {
  return flow === 'continue' || flow === 'restart'
}

function wordsOf({ flow_reason, follow_up_messages = [], next_prompt }) {
  return [...new Set([flow_reason, ...follow_up_messages, next_prompt])].filter(Boolean).join('\n\n') || 'Go on.'
}
