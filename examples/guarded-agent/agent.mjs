// An agent that delegates to a subagent, under the guards of hooks.yaml.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from 'ai'
import { createEngine } from 'hooks-yaml'
import { createAgent } from 'hooks-yaml/agent'
import { hooksMiddleware, runAgent, wrapTools } from 'hooks-yaml/ai-sdk'

const texts = (...names) =>
  jsonSchema({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })

function toolsIn(root) {
  return {
    write_local_file: tool({
      inputSchema: texts('path', 'content'),
      execute: ({ path: file, content }) => {
        const target = path.resolve(root, file)
        mkdirSync(path.dirname(target), { recursive: true })
        writeFileSync(target, content)
        return `Wrote ${file}`
      },
    }),
    execute_bash_command: tool({
      inputSchema: texts('command'),
      execute: async ({ command }, { abortSignal: signal }) =>
        (await promisify(execFile)('sh', ['-c', command], { cwd: root, signal })).stdout,
    }),
  }
}

/** `model` is any model of the AI SDK; `thread` is gone on with by the next run. */
export async function guardedAgent({ model, root, thread = 'main', tools = {} }) {
  const engine = await createEngine({ root, trust: 'all', state: 'files' })
  const own = { ...toolsIn(root), ...tools }
  const task = tool({
    description: 'Has a subagent do a part of the work',
    inputSchema: texts('prompt'),
    execute: async ({ prompt }, { toolCallId: id, abortSignal: signal }) => {
      const options = { prompt, session: thread, subagent: { name: 'worker', id }, signal }
      return runAgent(engine, options, async (turn) => {
        const { text } = await generateText({
          model: wrapLanguageModel({ model, middleware: hooksMiddleware(turn.run) }),
          tools: wrapTools(own, turn.run),
          prompt: turn.prompt,
          stopWhen: stepCountIs(10),
          abortSignal: signal,
        })
        return text
      })
    },
  })
  const agent = await createAgent({
    model,
    engine,
    tools: { ...own, task },
    threads: path.join(root, '.agent'),
    thread,
  })
  return { ...agent, close: () => engine.close() }
}
