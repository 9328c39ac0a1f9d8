import { preToolUse } from './shared/example-events.ts'
import type { Builtin } from '../model/types.ts'

export const protect: Builtin = {
  name: 'protect',
  summary:
    "Denies changes to certain files by any tool or command, always including git's hooks and the agents' settings.",
  events: ['PreToolUse'],
  effects: 'none',
  expands: true,
  examples: [
    {
      name: 'denies changes of what git would run',
      with: {},
      event: preToolUse('Write', { file_path: '.git/hooks/pre-commit', content: '' }),
      outcome: {
        decision: 'deny',
        reason:
          '.git/hooks/pre-commit decides what an agent may do. Tell the user what you would change there, and why.',
      },
    },
    {
      name: 'sees what shell commands change',
      with: { paths: ['migrations/**'] },
      event: preToolUse('Bash', { command: 'sed -i s/a/b/ migrations/001.sql' }),
      outcome: { decision: 'deny' },
    },
    {
      name: 'holds reads back where it is told to',
      with: { paths: ['secrets/**'], reads: true },
      event: preToolUse('Read', { file_path: 'secrets/stripe.txt' }),
      outcome: { decision: 'deny' },
    },
    {
      name: 'lets a read pass otherwise',
      with: { paths: ['migrations/**'] },
      event: preToolUse('Read', { file_path: 'migrations/001.sql' }),
      outcome: {},
    },
  ],
  compile: () => () => ({}),
}
