// An agent of one's own under rules: `model` is any model of the AI SDK, `root` the directory that it works in.
import path from 'node:path'
import { createAgent } from 'hooks-yaml/agent'

const rules = {
  hooks: {
    PreToolUse: [
      { name: 'policy', match: 'execute', use: 'command-policy' },
      { name: 'migrations', match: { edits: 'migrations/**' }, deny: 'Applied migrations do not change. Add a new one.' },
    ],
    AgentStop: [
      { name: 'tests', match: { session: { wrote: 'src/**', since: 'npm test' } }, once: 'run', continue: 'Run npm test.' },
    ],
  },
}

const price = {
  name: 'price',
  description: 'The price of a book in euros',
  input_schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  run: async ({ title }) => ({ output: `${title}: 12 EUR` }),
}

/** `agent.run(prompt, { thread })` works on a thread, and goes on with it the next time. */
export function shopAgent({ model, root, onAsk }) {
  return createAgent({
    model,
    tools: [price],
    engine: { root, config: rules },
    stack: { skills: { paths: ['skills'] }, memory: { paths: ['AGENTS.md'] } },
    threads: path.join(root, '.agent'),
    system: 'You work on the code of a book shop.',
    onAsk,
  })
}
