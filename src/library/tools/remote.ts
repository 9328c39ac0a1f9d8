// A file system behind a program that runs a shell elsewhere: ssh, docker exec, kubectl exec. It needs a POSIX shell there, with base64, find, readlink -f and stat.
import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { createSpawn } from '../../handlers/spawn/spawn.ts'
import { defined } from '../../model/plain-object.ts'
import {
  COMMAND_MS,
  type CommandOptions,
  commandResult,
  decodeText,
  type FileEntry,
  type FileSystem,
  MAX_BYTES,
  MAX_PRINTED,
} from './file-system.ts'
import { ToolMistake } from './tool.ts'

const MAX_ANSWER = 60_000_000
/** Larger files are left out of searches. */
const MAX_SEARCHED = 1_000_000
/** Of a script, for what goes wrong in words for the model. */
const MISTAKE = 64

export interface RemoteOptions {
  /** Absolute, on the other side: where relative paths begin, and what nothing leads out of. */
  readonly root: string
  /** How long one command may take, milliseconds. Absent: two minutes. */
  readonly timeout_ms?: number | undefined
}

/**
 * The files that a program reaches: `remoteFiles(['ssh', 'build.example'], { root: '/srv/shop' })`, or
 * `['docker', 'exec', '-i', 'shop']`. Its words are followed by `sh -s`, with a script on stdin. Paths are confined to
 * the root, links included; commands start in it and are not confined: rules decide about them.
 */
export function remoteFiles(
  command: readonly [string, ...string[]],
  { root: given, timeout_ms = COMMAND_MS }: RemoteOptions,
): FileSystem {
  if (!posix.isAbsolute(given))
    throw new TypeError(`Expected the \`root\` option to be absolute, got ${given}`)
  const root = posix.resolve(given)
  const run: RunRemote = (script, options = {}, most = MAX_ANSWER) =>
    runScript(`root=${quote(root)}\n${helpers}${script}`, { command, most, timeout_ms, ...defined(options) })
  const answer = async (script: string, options?: CommandOptions): Promise<string> =>
    answerOf(await run(script, options), command)
  return {
    root,
    resolve: (path) => confined(path, root),
    list: async (dir) => entriesOf(await answer(`place ${quote(dir)}\n${LIST}`)),
    kind: async (path) => {
      const kind = await answer(`place ${quote(path)}\n${KIND}`)
      return kind === 'file' || kind === 'dir' ? kind : undefined
    },
    read: async (file) => decodeText(Buffer.from(await answer(`place ${quote(file)}\n${READ}`), 'base64')),
    write: async (file, text) => void (await answer(`place ${quote(file)}\n${writing(text)}`)),
    ...searches(answer),
    execute: async (line, options) => {
      const script = `place "$root"\ncd "$found" && sh -c ${quote(line)} </dev/null\n`
      const done = await run(script, options, MAX_PRINTED)
      options.signal?.throwIfAborted()
      if (done.end === 'exit' && !done.isWhole) throw new Error(whyNot(done, command))
      return commandResult(done)
    },
  }
}

type RunRemote = (script: string, options?: CommandOptions, most?: number) => Promise<Done>

function searches(
  answer: (script: string, options: CommandOptions) => Promise<string>,
): Pick<FileSystem, 'find' | 'readAll'> {
  return {
    find: async (dir, { without, ...options }) => {
      const names = without.map((name) => `-o -name ${quote(name)} `).join('')
      const found = await answer(`place ${quote(dir)}\n${FIND.replace('NAMES', names)}`, options)
      return found
        .split('\0')
        .slice(0, -1)
        .map((name) => posix.join(dir, name))
    },
    readAll: async (files, options) => {
      const lines = (await answer(files.map((file) => `one ${quote(file)}\n`).join(''), options)).split('\n')
      return files.map((_, at) => textIn(lines[at] ?? '!'))
    },
  }
}

function confined(path: string, root: string): string {
  if (path.includes('\0')) throw new ToolMistake('the path holds a NUL')
  const found = posix.resolve(root, path)
  const below = posix.relative(root, found)
  if (below === '..' || below.startsWith('../')) throw new ToolMistake(`${path} is outside of ${root}`)
  return found
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Text as it stands; a backslash between `$` and `{` keeps an expansion of the shell's from JavaScript. */
function sh(parts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return String.raw(parts, ...values).replaceAll('$\\{', '${')
}

const helpers = sh`
fail() { printf 'hooks: %s\n' "$1" >&2; exit ${MISTAKE}; }
real() { # into $found; what is not there yet stays as it is written
  found=$1 more=
  while [ ! -e "$found" ] && [ ! -L "$found" ]; do more=/$\{found##*/}$more found=$\{found%/*}; [ -n "$found" ] || found=/; done
  found=$(readlink -f "$found" && echo x) || fail 'its links lead nowhere'
  found=$\{found%?x}; [ "$found" != / ] || found=
  found=$found$more; [ -n "$found" ] || found=/
}
place() {
  real "$root"; top=$found
  real "$1"
  case $found in "$top" | "$\{top%/}"/*) ;; *) fail 'it leads out of the root' ;; esac
}
one() {
  if (place "$1") 2>/dev/null && place "$1" && [ -f "$found" ] && [ "$(wc -c <"$found")" -le ${MAX_SEARCHED} ]
  then base64 <"$found" | tr -d '\n'; echo
  else echo '!'
  fi
}
`

const KIND = sh`if [ -d "$found" ]; then printf dir; elif [ -e "$found" ]; then printf file; fi
`

const LIST = sh`[ -e "$found" ] || fail 'there is no such directory'
[ -d "$found" ] || fail 'it is a file, not a directory'
cd "$found" && find . ! -name . -prune -exec sh -c '
for each; do
  if [ -L "$each" ]; then type=symlink; elif [ -d "$each" ]; then type=dir; else type=file; fi
  printf "%s %s\000" "$type" "$each"
done
printf "\000"
stat -c "%s %n" "$@" 2>/dev/null || stat -f "%z %N" "$@"
printf "\000"' sh {} +
`

const FIND = sh`[ -e "$found" ] || fail 'there is no such directory'
cd "$found" && find . \( -name '.?*' NAMES\) -type d -prune -o -type f -exec printf '%s\000' {} +
`

const READ = sh`[ -e "$found" ] || fail 'there is no such file'
[ ! -d "$found" ] || fail 'it is a directory'
[ -f "$found" ] || fail 'it is not a file'
[ "$(wc -c <"$found")" -le ${MAX_BYTES} ] || fail 'it has more than ${MAX_BYTES} bytes'
base64 <"$found" || fail 'it cannot be read'
`

/** The text stands below it. A name that nobody can foresee is no link; what is there keeps its mode. */
const WRITE = sh`[ ! -d "$found" ] || fail 'it is a directory'
[ ! -e "$found" ] || [ -f "$found" ] || fail 'it is not a file'
mkdir -p "$\{found%/*}/" || fail 'its directory cannot be made'
made=$\{found%/*}/.hooks.ID.tmp
trap 'rm -f "$made"' EXIT
[ ! -e "$found" ] || cp -p "$found" "$made" || fail 'it cannot be written'
if printf '' | base64 -d >/dev/null 2>&1; then how=-d; else how=-D; fi
base64 $how >"$made" <<'HOOKS' || fail 'it cannot be written'
`

function writing(text: string): string {
  const lines = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n')
  return `${WRITE.replace('ID', randomUUID())}${lines}\nHOOKS\nmv -f "$made" "$found" || fail 'it cannot be written'\n`
}

interface RemoteCommand extends CommandOptions {
  readonly command: readonly [string, ...string[]]
  readonly most: number
}

type Done = Awaited<ReturnType<ReturnType<typeof createSpawn>>> & {
  /** The script ran to its end. */
  readonly isWhole: boolean
}

/** The script says when it ends: a program that gives it no stdin would end well, too. */
async function runScript(
  script: string,
  { command, most, signal, timeout_ms = COMMAND_MS }: RemoteCommand,
): Promise<Done> {
  const mark = `hooks ended ${randomUUID()}`
  const done = await createSpawn(signal === undefined ? {} : { signal })({
    argv: [...command, 'sh', '-s'],
    cwd: process.cwd(),
    env: Object.fromEntries(
      Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    stdin: `(\n${script}\n)\nstatus=$?\nprintf '\\n%s' '${mark}' >&2\nexit $status\n`,
    timeout_ms,
    max_stdout: most,
  })
  signal?.throwIfAborted()
  if (done.end === 'failed') throw new Error(`${command[0]} could not be started: ${done.failure ?? ''}`)
  const isWhole = done.stderr.endsWith(`\n${mark}`)
  return { ...done, isWhole, stderr: isWhole ? done.stderr.slice(0, -mark.length - 1) : done.stderr }
}

function answerOf(done: Done, command: RemoteCommand['command']): string {
  if (done.end === 'exit' && done.isWhole && done.code === 0) return done.stdout
  const [, said] = done.isWhole && done.code === MISTAKE ? (/hooks: (.*)\n?$/.exec(done.stderr) ?? []) : []
  throw said === undefined ? new Error(whyNot(done, command)) : new ToolMistake(said)
}

function whyNot({ end, code, stderr, isWhole }: Done, [program]: RemoteCommand['command']): string {
  if (end === 'timeout') return `${program} did not answer in time`
  if (end === 'flood') return `${program} answered too much`
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const why =
    last !== '' ? last : isWhole ? 'nothing was said' : 'it runs no script from stdin (docker exec needs -i)'
  return `${program} ended with ${code ?? end}: ${why}`
}

function entriesOf(text: string): readonly FileEntry[] {
  const names: (readonly [name: string, type: string])[] = []
  const sizes = new Map<string, number>()
  for (const part of text.split('\0')) {
    const [, type, name] = /^(symlink|dir|file) \.\/([^]*)$/.exec(part) ?? []
    if (type !== undefined && name !== undefined) names.push([name, type])
    else for (const [, size, path] of part.matchAll(/^(\d+) \.\/(.*)$/gm)) sizes.set(path ?? '', Number(size))
  }
  return names
    .map(([name, type]) => ({ name, type: type as FileEntry['type'], size: sizes.get(name) ?? 0 })) // of the pattern
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function textIn(line: string): string | undefined {
  if (line === '!') return undefined
  try {
    return decodeText(Buffer.from(line, 'base64'))
  } catch {
    return undefined
  }
}
