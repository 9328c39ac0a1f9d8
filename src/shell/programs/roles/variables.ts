// What the value of a variable does, by its kind in data/environment.ts.
import { posix } from 'node:path'
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { addRun, addUnknownWord, runArguments, type CommandState } from '../command-state.ts'
import { runCodeFile } from './code/file.ts'
import { editorRoles } from './editors.ts'
import { isHarmless } from './git/settings.ts'
import { hostRoles } from './hosts.ts'
import { pathRoles } from './paths.ts'
import { absolute } from './place.ts'

interface Setting {
  readonly name: string
  readonly value: string
}

type ApplyVariable = (setting: Setting, state: CommandState) => void

/** A part of the value cannot be known, or looks like that. */
export const isOpen = (value: string): boolean => /[$`…]/.test(value)

const runValue: ApplyVariable = (setting, state) => {
  const { value } = setting
  if (value.includes('…')) addWarning(setting, state, everything)
  else if (!isHarmless.test(value)) addRun(state, { kind: 'shell', text: value, beside: true })
}

const loads: ApplyVariable = (setting, state) => {
  if (setting.value !== '') addWarning(setting, state, [])
}

const host: ApplyVariable = ({ name, value }, state) => {
  if (isOpen(value)) addUnknownWord(state, { text: `${name}=${value}`, at: -1 }, ['hosts'])
  else hostRoles.addresses?.apply({ text: value, at: -1 }, state)
}

const writes =
  (role: 'write' | 'write-tree', isMeant: RegExp): ApplyVariable =>
  ({ value }, state) => {
    if (isMeant.test(value) && !isOpen(value)) pathRoles[role]?.apply({ text: value, at: -1 }, state)
  }

export const variableKinds: Readonly<Record<string, ApplyVariable>> = {
  sh: runValue,
  prompts: (setting, state) => {
    if (state.has('--interactive')) runValue(setting, state)
  },
  prompt: (setting, state) => {
    const { value } = setting
    if (!/\$\(|`/.test(value)) return
    if (value.includes('\\')) addWarning(setting, state, everything)
    else addRun(state, { kind: 'shell', text: `: "${value}"`, beside: true })
  },
  vim: ({ value }, state) => editorRoles().vim?.apply({ text: value, at: -1 }, state),
  source: (setting, state) => {
    const { value } = setting
    if (isOpen(value)) addWarning(setting, state, everything)
    else if (value !== '' && value !== '/dev/null')
      addRun(state, { kind: 'argv', argv: ['source', value], beside: true })
  },
  home: (setting, state) => {
    const { name: variable, value } = setting
    if (variable !== 'HOME') addWarning(setting, state, [])
    const dir = isOpen(value) ? undefined : absolute(value, state)
    if (dir === undefined || state.command.remote === true) return
    for (const name of startFiles(state)) {
      const path = posix.join(dir, name)
      const isThere = state.world.files.kind(path) === 'file'
      if (isThere) addRun(state, { kind: 'argv', argv: ['source', path], beside: true })
    }
  },
  programs: (setting, state) => {
    const isPath = setting.name === 'PATH'
    if (!isPath || !isUsual(setting.value, state)) addWarning(setting, state, [])
    if (isPath) runFromPath(setting.value, state)
  },
  options: (setting, state) => {
    if (isOpen(setting.value) || loadsCode.test(setting.value)) addWarning(setting, state, [])
  },
  config: (setting, state) => {
    if (setting.value !== '' && setting.value !== '/dev/null') addWarning(setting, state, ['commands'])
  },
  library: (setting, state) => {
    const isElsewhere = setting.value.split(/[\s:]+/).some((each) => isStrange(each, state))
    if (isElsewhere) addWarning(setting, state, everything)
    else loads(setting, state)
  },
  libraries: loads,
  code: (setting, state) => {
    if (!isOpen(setting.value)) runCodeFile({ text: setting.value, at: -1 }, 'python', state)
    loads(setting, state)
  },
  url: host,
  proxy: (setting, state) => {
    const { hosts, unresolved } = state
    if (hosts.length > 0 || unresolved.some(({ about }) => about.includes('hosts'))) host(setting, state)
  },
  trace: writes('write', /^\//),
  write: writes('write', /./),
  'write-tree': writes('write-tree', /./),
}

/** What a shell sources by itself in its home. */
function startFiles({ command: { program }, has }: CommandState): readonly string[] {
  const [isLogin, isInteractive] = [has('--login'), has('--interactive')]
  if (program === 'zsh')
    return ['.zshenv', ...(isLogin ? ['.zprofile', '.zlogin'] : []), ...(isInteractive ? ['.zshrc'] : [])]
  if (isLogin) return program === 'bash' ? ['.bash_profile', '.bash_login', '.profile'] : ['.profile']
  return isInteractive && program === 'bash' && !has('--norc') ? ['.bashrc'] : []
}

export function addWarning({ name, value }: Setting, state: CommandState, about: readonly FactKind[]): void {
  state.unresolved.push({
    reason: `with ${name} so set, ${state.command.program} may run other code than its own: leave ${name} out`,
    text: `${name}=${value}`,
    about,
  })
}

/** Options with which code of other files is loaded. */
const loadsCode =
  /(?:^|\s)(?:--?(?:require|import|(?:experimental-)?loader|eval|javaagent|agentlib|agentpath|toolexec|exec|vettool|checkpoint-action|to-command|use-compress-program)\b|-(?!race\b|mod\b)[rMmIep]|-X?bootclasspath)|^-?d:|\bSHELL=/

// ---- libraries

/** A library that is neither the system's nor the project's. */
function isStrange(text: string, state: CommandState): boolean {
  if (isOpen(text)) return true
  if (!text.includes('/')) return false
  const path = absolute(text, state)
  return path === undefined || !(path.startsWith(`${state.world.root}/`) || systemLibrary.test(path))
}

const systemLibrary = /^\/(?:usr|lib|lib64|opt|nix|snap|System|Library)\//

// ---- PATH

const systemDirs = new Set(
  '/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin /opt/homebrew/sbin /opt/local/bin /snap/bin'.split(
    ' ',
  ),
)

/** Programs are found where they are without it. */
function isUsual(value: string, { world }: CommandState): boolean {
  const known = new Set((world.env['PATH'] ?? '').split(':').filter((dir) => dir.startsWith('/')))
  const dirs = value.split(':').filter((dir) => !systemDirs.has(dir) && !known.has(dir))
  return dirs.length < 2 && dirs.every((dir) => /^\$(?:PATH|\{PATH\}|…)$/.test(dir))
}

/** What a directory in PATH holds under this name runs in place of the program. */
function runFromPath(value: string, state: CommandState): void {
  const name = state.command.argv[0] ?? ''
  if (name.includes('/')) return
  const { files } = state.world
  for (const written of value.split(':')) {
    const dir = written.replace(/^\$(?:PWD|\{PWD\})/, state.cwd)
    const path = systemDirs.has(dir) ? undefined : absolute(posix.join(dir || '.', name), state)
    if (path === undefined || files.kind(path) !== 'file') continue
    return runArguments(state, 1, files.real(path) ?? path)
  }
}
