import { dirname, join } from 'node:path'
import { field } from '../../../model/plain-object.ts'
import type { Skip, CheckPlace } from '../agent.ts'

/** A file of the machine's owner that says so. */
export function switchedOff(file: string, why: string): Skip {
  return {
    code: 'switched-off',
    message: `${why}: the agent runs no hooks of yours`,
    fix: `change that in ${file}`,
  }
}

interface FolderTrust {
  readonly agent: string
  /** Of the user. */
  readonly dir: string
  /** Where the settings say nothing. */
  readonly enabled: boolean
}

/** Gemini CLI and those made from it read a project's settings only in a folder that is trusted. */
export function untrustedFolder(place: CheckPlace, { agent, dir, enabled }: FolderTrust): readonly Skip[] {
  const { scope, root, read } = place
  const settings = field(read(join(dir, 'settings.json')), 'security')
  const isOn = field(field(settings, 'folderTrust'), 'enabled') ?? enabled
  if (scope !== 'project' || isOn !== true) return []
  const file = join(dir, 'trustedFolders.json')
  if (isTrusted(root, Object.entries(read(file)))) return []
  return [
    {
      code: 'not-trusted',
      message: `this folder is not trusted: ${agent} skips the project's settings, and says so only where somebody looks`,
      fix: `start ${agent} here and trust the folder, or hooks install ${agent} --user`,
    },
  ]
}

function isTrusted(root: string, rules: readonly (readonly [folder: string, level: unknown])[]): boolean {
  const within = (dir: string): boolean => root === dir || root.startsWith(`${dir.replace(/\/$/, '')}/`)
  const says = (level: string, of = (folder: string) => folder): boolean =>
    rules.some(([folder, is]) => is === level && within(of(folder)))
  return !says('DO_NOT_TRUST') && (says('TRUST_FOLDER') || says('TRUST_PARENT', dirname))
}
