// Files of the project that a command runs: shell scripts and the scripts of package.json.
import { posix } from 'node:path'
import { everything } from '../../kinds.ts'
import {
  addRun,
  addUnresolved,
  changedCwd,
  role,
  runArguments,
  type CommandState,
  type CommandWord,
  type Roles,
} from '../command-state.ts'
import { absolute, resolvePath } from './place.ts'

const MAX_CHARACTERS = 64_000

/** A file below the root, when it is not too long. */
function textOf(path: string, { world }: CommandState): string | undefined {
  if (!path.startsWith(`${world.root}/`) || world.files.kind(path) !== 'file') return undefined
  const text = world.files.read(path)
  return text === undefined || text.length > MAX_CHARACTERS ? undefined : text
}

const shebang = /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?(?:\/)?(?:ba|da|z|k|a)?sh\b/

const isShell = (path: string, text: string): boolean =>
  text.startsWith('#!') ? shebang.test(text) : /\.(?:ba|z|k)?sh$/.test(path)

/** `./x.sh`: followed when it is a shell script of the project. */
export function runFile(state: CommandState): void {
  const word = state.command.argv[0] ?? ''
  const path = absolute(word, state)
  const text = path === undefined ? undefined : textOf(path, state)
  if (path !== undefined && text !== undefined && isShell(path, text)) runScript(state, text)
}

function runScript(state: CommandState, text: string): void {
  addRun(state, { kind: 'shell', text, ...changedCwd(state) })
}

/** Runs what is on standard input. */
export function runInput(state: CommandState): void {
  if (state.input?.text !== undefined) runScript(state, state.input.text)
  else if (state.input !== undefined)
    addUnresolved(state, {
      about: everything,
      reason: `what ${state.command.program} would run cannot be known: write the commands out`,
    })
}

/** `bash x.sh`, or what is on standard input. */
function shFile(word: CommandWord, state: CommandState): void {
  if (word.text === '-' || word.text === '/dev/stdin') return runInput(state)
  const path = absolute(word.text, state)
  state.starts.push(path ?? '')
  const text = path === undefined ? undefined : textOf(path, state)
  if (text !== undefined && !/^#!.*\b(?:python|node|perl|ruby|php)/.test(text)) runScript(state, text)
}

/** `source .env` shows what is in it to all that follows. */
function source(word: CommandWord, state: CommandState): void {
  const path = resolvePath(word, state, ['reads'])
  if (path === undefined) return
  state.reads.push(path)
  shFile(word, state)
}

// ---- package.json

function scriptsOf(state: CommandState): Record<string, unknown> {
  let dir = state.cwd
  for (let steps = 0; dir.startsWith(state.world.root) && steps < 40; steps++) {
    const text = textOf(posix.join(dir, 'package.json'), state)
    if (text !== undefined) return parsed(text)
    if (dir === '/') break
    dir = posix.dirname(dir)
  }
  return {}
}

function parsed(text: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text)
    const scripts =
      typeof found === 'object' && found !== null && 'scripts' in found ? found.scripts : undefined
    return typeof scripts === 'object' && scripts !== null ? { ...scripts } : {}
  } catch {
    return {}
  }
}

/** `npm run build` with what runs before and after it, and the words that follow. */
function packageScript(word: CommandWord, state: CommandState): void {
  const scripts = scriptsOf(state)
  const rest = state.parsed.operands
    .filter(({ at, text }) => at > word.at && text !== '--')
    .map(({ text }) => quoted(text))
  for (const name of [`pre${word.text}`, word.text, `post${word.text}`]) {
    const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined
    if (typeof text === 'string') runScript(state, name === word.text ? [text, ...rest].join(' ') : text)
  }
}

const quoted = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** `pnpm build`: a script, else a program of the project's packages. */
function scriptOrProgram(word: CommandWord, state: CommandState): void {
  if (Object.hasOwn(scriptsOf(state), word.text)) packageScript(word, state)
  else if (!/[./]/.test(word.text)) runArguments(state, word.at)
}

export const scriptRoles = (): Roles => ({
  'sh-file': role(everything, shFile),
  source: role(everything, source),
  'pm-script': role(everything, scriptOrProgram),
  script: role(everything, packageScript),
})
