import type { FilesystemOptions } from '../model/generated/options.ts'
import { withTools } from './shared/conversation.ts'
import type { Builtin } from '../model/types.ts'

export const filesystem: Builtin<Required<FilesystemOptions>> = {
  name: 'filesystem',
  summary: 'Selects the file tools that your own agent gets from hooks-yaml/tools.',
  events: ['SessionStart'],
  effects: 'none',
  tightens: true,
  examples: [
    {
      name: 'lists all tools at the start of a session',
      with: {},
      event: { event: 'SessionStart' },
      outcome: {
        metadata: { tools: ['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'execute'] },
      },
    },
    {
      name: 'names those that only look',
      with: { tools: ['ls', 'read_file', 'glob', 'grep'] },
      event: { event: 'SessionStart' },
      outcome: { metadata: { tools: ['ls', 'read_file', 'glob', 'grep'] } },
    },
  ],
  compile:
    ({ tools }) =>
    (_subject, { prior }) => ({ metadata: { tools: withTools(prior, tools) } }),
}
