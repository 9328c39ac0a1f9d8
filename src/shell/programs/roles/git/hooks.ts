// Hooks of the repository that a command of git starts.
import { posix } from 'node:path'
import { everything } from '../../../kinds.ts'
import { commonDirOf } from '../../../git/dir.ts'
import { textToRun } from '../../../run-files.ts'
import { addRun, role, type CommandState, type Roles } from '../../command-state.ts'
import { languageOf, readCodeFile } from '../code/file.ts'
import { configOf } from './settings.ts'
import { absolute, repositoryRoot } from '../place.ts'

/** By subcommand; those after the bar also run with `--no-verify`. */
const hooks: Readonly<Record<string, string>> = {
  commit: 'pre-commit commit-msg | prepare-commit-msg post-commit',
  push: 'pre-push |',
  merge: 'pre-merge-commit commit-msg | prepare-commit-msg post-merge',
  pull: '| post-merge',
  checkout: '| post-checkout',
  switch: '| post-checkout',
  rebase: 'pre-rebase | post-rewrite',
  am: 'applypatch-msg pre-applypatch | post-applypatch',
}

function runHooks(state: CommandState): void {
  const { command, parsed, world } = state
  const names = hooks[parsed.path.at(-1) ?? '']
  const top = repositoryRoot(state)
  if (names === undefined || top === undefined || command.remote === true || state.has('--dry-run')) return
  const [checks = '', always = ''] = names.split('|')
  const dirs = hookDirs(top, state)
  for (const name of `${state.has('--no-verify') ? '' : checks} ${always}`.split(' '))
    for (const dir of name === '' ? [] : dirs) {
      const path = posix.join(dir, name)
      const text = textToRun(path, world)
      const language = text === undefined ? undefined : languageOf('', text)
      if (text === undefined) continue
      if (language === undefined) addRun(state, { kind: 'shell', text, file: path, cwd: top })
      else readCodeFile({ path, text }, language, { ...state, cwd: top })
    }
}

/** What husky puts in `_` runs the file of that name above it. */
function hookDirs(top: string, state: CommandState): readonly string[] {
  const given = configOf(state).get('core.hookspath')?.[0]
  if (given === undefined) {
    const common = commonDirOf(top, state.world.files)
    return common === undefined ? [] : [posix.join(common, 'hooks')]
  }
  const dir = absolute(given, { cwd: top, world: state.world })
  if (dir === undefined) return []
  return posix.basename(dir) === '_' ? [dir, posix.dirname(dir)] : [dir]
}

export const gitHookRoles = (): Roles => ({
  'git-hooks': role(everything, (_, state) => runHooks(state)),
})
