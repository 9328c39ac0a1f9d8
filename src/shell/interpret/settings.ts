// What a command of the text sets for later ones: git's remotes and configuration, npm's registry.
import type { CommandFact } from '../../model/types.ts'
import { absolutePath } from '../absolute-path.ts'
import { commonDirOf } from '../git/dir.ts'
import { readArguments } from '../programs/read-arguments.ts'
import type { Shell } from './shell.ts'
import { recordWrittenFile } from './written-files.ts'

export function recordSetting(shell: Shell, fact: CommandFact): void {
  if (fact.remote === true || (fact.open?.length ?? 0) > 0) return
  if (fact.program === 'git') recordGit(shell, fact)
  else if (fact.program === 'npm' || fact.program === 'pnpm') recordNpm(shell, fact)
}

function append(shell: Shell, path: string | undefined, text: string): void {
  if (path === undefined) return
  const before = shell.writtenFiles.has(path) ? '' : `${shell.world.files.read(path) ?? ''}\n`
  recordWrittenFile(shell, path, before + text)
}

/** `git remote add name url`, `git config key value`. */
function recordGit(shell: Shell, { argv, cwd }: CommandFact): void {
  const {
    path: [, verb, action],
    operands,
    options,
  } = readArguments(argv)
  const texts = operands.map(({ text }) => text)
  if (verb === 'remote' && (action === 'add' || action === 'set-url') && texts[1] !== undefined)
    return append(shell, configFile(shell, cwd), section('remote', texts[0], `url = ${texts[1]}`))
  const [key = '', value] = texts
  const [, head, name, field] = /^([\w-]+)(?:\.([^]+))?\.([\w-]+)$/.exec(key) ?? []
  if (verb !== 'config' || value === undefined || head === undefined || field === undefined) return
  const isGlobal = options.some(({ name: each }) => each === '--global' || each === '--system')
  const file = isGlobal ? `${shell.world.home}/.gitconfig` : configFile(shell, cwd)
  append(shell, file, section(head, name, `${field} = ${value}`))
}

const section = (head: string, name: string | undefined, pair: string): string =>
  `[${head}${name === undefined ? '' : ` "${name}"`}]\n\t${pair}`

function configFile({ world }: Shell, cwd: string): string | undefined {
  const dir = commonDirOf(cwd, world.files) ?? commonDirOf(world.root, world.files)
  return dir === undefined ? undefined : `${dir}/config`
}

/** `npm config set registry=url`, `npm set registry url`. */
function recordNpm(shell: Shell, { argv, cwd }: CommandFact): void {
  const { path, operands, options } = readArguments(argv)
  if (path.at(-1) !== 'set') return
  const [first = '', second] = operands.map(({ text }) => text)
  const isLocal = options.some(({ name, value }) => name === '--location' && value === 'project')
  const file = isLocal ? absolutePath(cwd, '.npmrc') : `${shell.world.home}/.npmrc`
  append(shell, file, second === undefined ? first : `${first}=${second}`)
}
