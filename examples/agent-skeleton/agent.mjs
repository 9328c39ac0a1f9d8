// An agent whose tools, planning, critique, limits and policies are rules of hooks.yaml.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { createAgent } from 'hooks-yaml/agent'

const text = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] })

function bashIn(root) {
  return {
    name: 'bash',
    description: 'Runs a command',
    input_schema: text('command'),
    run: ({ command }, { signal } = {}) =>
      new Promise((resolve) => {
        execFile('sh', ['-c', command], { cwd: root, signal }, (error, stdout, stderr) =>
          resolve({ output: stdout + stderr, is_error: error !== null }),
        )
      }),
  }
}

/** An agent like this one, for a part of the work. */
function subagentFor(options) {
  return {
    name: 'spawn_subagent',
    description: 'Has another agent do a task',
    input_schema: text('task'),
    run: async ({ task }, { signal } = {}) => {
      const agent = await skeletonAgent({ ...options, isSubagent: true })
      try {
        return { output: (await agent.run(task, { thread: task, signal })).text }
      } finally {
        await agent.close()
      }
    },
  }
}

/** `model` is any model of the AI SDK. Limits are 20 steps, 32,768 tokens and 300 seconds. */
export function skeletonAgent({ model, root, isSubagent = false }) {
  return createAgent({
    model,
    tools: [bashIn(root), ...(isSubagent ? [] : [subagentFor({ model, root })])],
    engine: { root, trust: 'all' },
    stack: false,
    threads: path.join(root, '.agent'),
  })
}
