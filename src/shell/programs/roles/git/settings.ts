// What git's configuration says and what it makes git run.
import { posix } from 'node:path'
import { commonDirOf } from '../../../git/dir.ts'
import { parseGitConfig } from '../../../git/config.ts'
import { everything } from '../../../kinds.ts'
import {
  addRun,
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  optionValue,
  role,
  roleOfAnyWord,
  type CommandState,
  type ArgumentWord,
  type Roles,
} from '../../command-state.ts'
import { absolute, repositoryRoot } from '../place.ts'
import { splitItems } from '../runs.ts'

export type ConfigValues = ReadonlyMap<string, readonly string[]>

// ---- configuration

function configPath(state: CommandState): string | undefined {
  const given = optionValue(state, '--git-dir')
  const dir = given === undefined ? undefined : absolute(given, state)
  if (dir !== undefined) return posix.join(dir, 'config')
  const top = repositoryRoot(state)
  if (top === undefined) return undefined
  const common = commonDirOf(top, state.world.files)
  return common === undefined ? undefined : posix.join(common, 'config')
}

/** Of the repository, then of the user; what `-c` says comes first. */
export function configOf(state: CommandState): ConfigValues {
  const { files, home } = state.world
  const allKinds = new Map<string, string[]>()
  const add = (values: ConfigValues) => {
    for (const [key, more] of values) allKinds.set(key, [...(allKinds.get(key) ?? []), ...more])
  }
  for (const text of pairsOf(state)) add(readPair(text))
  for (const path of [configPath(state), `${home}/.gitconfig`, `${home}/.config/git/config`]) {
    const text = path === undefined ? undefined : files.read(path)
    if (text !== undefined) add(parseGitConfig(text))
  }
  return allKinds
}

/** `key=value` of `-c`, of GIT_CONFIG_KEY_0 and its value, and of GIT_CONFIG_PARAMETERS. */
function pairsOf({ parsed, command: { assignments } }: CommandState): readonly string[] {
  const given = parsed.options.flatMap(({ name, value = '' }) => (name === '-c' ? [value] : []))
  const pairs = Object.keys(assignments).flatMap((name) => {
    const key = assignments[name.replace('VALUE', 'KEY')]
    return name.startsWith('GIT_CONFIG_VALUE_') && key !== undefined ? [`${key}=${assignments[name]}`] : []
  })
  return [...given, ...pairs, ...(splitItems(assignments['GIT_CONFIG_PARAMETERS'] ?? '') ?? [])]
}

function readPair(text: string): Map<string, string[]> {
  const [, key = '', value = 'true'] = /^([^=]*)(?:=([^]*))?$/.exec(text) ?? []
  return new Map([[normalKey(key), [value]]])
}

/** Section and key do not tell case apart, what stands between them does. */
function normalKey(key: string): string {
  const parts = key.split('.')
  return parts.map((each, at) => (at === 0 || at === parts.length - 1 ? each.toLowerCase() : each)).join('.')
}

// ---- what configuration runs

const runsShell =
  /^(?:core\.(?:sshcommand|pager|editor|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|pager\..*|credential\.(?:.*\.)?helper|(?:diff|difftool|merge|mergetool|filter)\..*(?:external|command|textconv|cmd|driver|clean|smudge|process|path)|diff\.external|interactive\.difffilter|gpg\.(?:.*\.)?(?:program|defaultkeycommand)|uploadpack\.packobjectshook|browser\..*\.(?:cmd|path)|man\..*\.(?:cmd|path)|web\.browser|trailer\..*\.(?:cmd|command)|hook\..*\.command|remote\..*\.(?:uploadpack|receivepack|vcs)|tar\..*\.command|guitool\..*\.cmd|sendemail\..*(?:cmd|server))$/
/** Files and directories from which git takes what it runs. */
const loadsConfig =
  /^(?:include\.path|includeif\..*\.path|core\.hookspath|init\.templatedir|submodule\..*\.update)$/

/** Programs that show, take or answer everything as it is. */
export const isHarmless = /^(?:true|false|:|cat|auto|store|cache|osxkeychain|-R|(?:less|more)(?: -\w+)*)?$/

/** `core.pager=…`: what it makes git run. */
export function applyConfig(text: string, state: CommandState): void {
  for (const [key, values] of readPair(text))
    for (const value of values)
      if (runsShell.test(key) && !isHarmless.test(value))
        addRun(state, { kind: 'shell', text: value.replace(/^!/, ''), beside: true })
      else if (loadsConfig.test(key) && !/^(?:\/dev\/null|none|checkout|rebase|merge)?$/.test(value))
        addUnresolved(state, {
          text,
          about: ['commands'],
          reason: `what git finds elsewhere would run: leave "${text}" out`,
        })
}

/** Settings that are told or shown, whatever their value is. */
const isShown =
  /^(?:user|author|committer|color|advice|i18n)\.|^(?:init\.defaultbranch|commit\.gpgsign|http\.extraheader)$/

function configure(word: ArgumentWord, state: CommandState): void {
  if (!isUnknownWord(state, word.at)) applyConfig(word.text, state)
  else if (!isShown.test(/^([\w.]+)=/.exec(word.text)?.[1]?.toLowerCase() ?? ''))
    addUnknownWord(state, word, ['commands'])
}

/** `--config-env=core.pager=X`: the value is in a variable. */
function configureFrom(word: ArgumentWord, state: CommandState): void {
  const at = word.text.lastIndexOf('=')
  const key = word.text.slice(0, at)
  const value = state.command.assignments[word.text.slice(at + 1)]
  if (value !== undefined && !/[$`…]/.test(value)) applyConfig(`${key}=${value}`, state)
  else if (runsShell.test(normalKey(key)) || loadsConfig.test(normalKey(key)))
    addUnknownWord(state, word, everything)
}

// ---- settings that are made

/** `git config key value`: what the value would run. An alias of git's own commands runs when it is used. */
function setConfig(word: ArgumentWord, state: CommandState): void {
  const value = state.parsed.operands[state.parsed.operands.findIndex(({ at }) => at === word.at) + 1]
  if (value === undefined) return
  const key = normalKey(word.text)
  if (isUnknownWord(state, word.at) || isUnknownWord(state, value.at)) {
    if (runsShell.test(key) || /^alias\.|[$`]/.test(key)) addUnknownWord(state, value, everything)
    return
  }
  if (key.startsWith('alias.') && value.text.startsWith('!'))
    addRun(state, { kind: 'shell', text: value.text.slice(1), beside: true })
  else if (runsShell.test(key)) applyConfig(`${key}=${value.text}`, state)
  else if (loadsConfig.test(key)) loadFrom(`${key}=${value.text}`, value.text, state)
  keepSetting(word.text, value.text, state)
}

/** A directory of hooks in the project is as unknown as its other programs. */
function loadFrom(text: string, value: string, state: CommandState): void {
  const path = absolute(value, state)
  if (path === undefined || !path.startsWith(`${state.world.root}/`)) applyConfig(text, state)
}

/** A setting that later commands find. */
function keepSetting(key: string, value: string, state: CommandState): void {
  const first = key.indexOf('.')
  const last = key.lastIndexOf('.')
  const path = settingsFile(state)
  if (first < 0 || path === undefined) return
  const part = first === last ? '' : ` "${escaped(key.slice(first + 1, last))}"`
  state.settings.push({
    path,
    text: `[${key.slice(0, first)}${part}]\n\t${key.slice(last + 1)} = "${escaped(value)}"`,
  })
}

/** The branch of a remote that a branch follows. */
export function keepUpstream(
  branch: string,
  [remote, of]: readonly [string, string],
  state: CommandState,
): void {
  keepSetting(`branch.${branch}.remote`, remote, state)
  keepSetting(`branch.${branch}.merge`, `refs/heads/${of}`, state)
}

const escaped = (text: string): string => text.replaceAll(/["\\]/g, '\\$&')

function settingsFile(state: CommandState): string | undefined {
  const file = optionValue(state, '--file')
  if (file !== undefined) return absolute(file, state)
  return state.has('--global') || state.has('--system') ? `${state.world.home}/.gitconfig` : configPath(state)
}

/** `git remote add name url`. */
function setRemote(word: ArgumentWord, state: CommandState): void {
  const url = state.parsed.operands[1]
  if (url !== undefined && !isUnknownWord(state, url.at))
    keepSetting(`remote.${word.text}.url`, url.text, state)
}

export const gitSettingRoles = (): Roles => ({
  'git-config': roleOfAnyWord(['commands'], configure),
  'git-config-from': role(['commands'], configureFrom),
  'git-set': roleOfAnyWord(everything, setConfig),
  'git-set-remote': role(['hosts'], setRemote),
})
