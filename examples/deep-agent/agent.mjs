// A deep agent: files, todos, skills, memory, traces and summaries around one loop, as hooks.yaml says.
import path from 'node:path'
import { createAgent } from 'hooks-yaml/agent'

/** `model` is any model of the AI SDK, `root` the directory with hooks.yaml, `fs` its files if they are elsewhere. */
export function deepAgent({ model, root, fs, tools = [] }) {
  return createAgent({
    model,
    tools,
    engine: { root, trust: 'all' },
    stack: { fs },
    threads: path.join(root, '.agent'),
    limits: false, // only the 25 iterations
  })
}
