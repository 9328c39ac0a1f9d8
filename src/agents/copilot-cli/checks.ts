import { join } from 'node:path'
import type { AgentChecks, Skip } from '../shared/agent.ts'
import { switchedOff } from '../shared/settings/switched-off.ts'
import { dialect } from './dialect.ts'

const untrusted: Skip = {
  code: 'not-trusted',
  message: "this folder is not trusted: Copilot skips the project's hooks without a word",
  fix: `start copilot here and trust the folder, or hooks install ${dialect.name} --user`,
}

export const checks: AgentChecks = {
  skips({ scope, root, home, env, read }) {
    const dir = env['COPILOT_HOME'] || join(home, '.copilot')
    const files = ['settings.json', 'config.json'].map((name) => join(dir, name))
    const off = files.filter((file) => read(file)['disableAllHooks'] === true)
    const trusted = files.flatMap((file) => {
      const { trustedFolders, trusted_folders: before } = read(file)
      return [trustedFolders, before].flatMap((each) => (Array.isArray(each) ? each : []))
    })
    return [
      ...off.map((file) => switchedOff(file, '"disableAllHooks" is true')),
      ...(scope === 'project' && !trusted.some((each) => isWithin(root, each)) ? [untrusted] : []),
    ]
  },
}

function isWithin(root: string, folder: unknown): boolean {
  return typeof folder === 'string' && (root === folder || root.startsWith(`${folder.replace(/\/$/, '')}/`))
}
