import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { ownFile } from '../shared/own-file.ts'

/** One program for each event; only the one before a call can refuse something. */
export const settings: AgentSettings = {
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return join(scope === 'project' ? root : home, '.cline', 'hooks', 'PreToolUse.sh')
  },
  ...ownFile(
    { PreToolUse: 'PreToolUse' },
    (command) =>
      `#!/bin/sh\n# Written by "hooks install cline"; "hooks uninstall cline" removes it.\n${command('PreToolUse')}\n`,
  ),
  notes: () => ['! Cline ends the run with a call that is refused: its model does not read why'],
}
