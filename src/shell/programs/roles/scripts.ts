// Files of the project that a command runs: shell scripts and the scripts of package.json.
import { posix } from 'node:path'
import { everything } from '../../kinds.ts'
import {
  addRun,
  addUnknownWord,
  addUnresolved,
  changedCwd,
  isUnknownWord,
  role,
  roleOfAnyWord,
  runArguments,
  runWords,
  type CommandState,
  type ArgumentWord,
  type Roles,
} from '../command-state.ts'
import { markSpent, SPENT } from '../../../patterns/work.ts'
import { isOwnFile, textToRun } from '../../run-files.ts'
import { runJust } from './build/just.ts'
import { runMake } from './build/make.ts'
import { languageOf, readCodeFile, type RunFile } from './code/file.ts'
import { absolute, resolvePath } from './place.ts'

/** A longer script is no project's own. */
const MAX_OWN_CHARACTERS = 64_000

const shebang = /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?(?:\/)?(?:ba|da|z|k|a)?sh\b/

const shellName = /\.(?:ba|z|k)?sh$/

const isShell = (path: string, text: string): boolean =>
  text.startsWith('#!') ? shebang.test(text) : shellName.test(path)

/** `./x.sh`, `./x.py`: by its first line, or its name. */
export function runFile(state: CommandState): void {
  const path = absolute(state.command.argv[0] ?? '', state)
  if (path === undefined || state.command.remote === true) return
  const text = textToRun(path, state.world)
  if (text === undefined) return shellName.test(path) ? reportUnread(path, state) : undefined
  const language = languageOf(path, text)
  if (language !== undefined) readCodeFile({ path, text }, language, state)
  else if (isShell(path, text)) runScriptFile({ path, text }, state)
}

/** A script of the project that cannot be read, most often as it is too long. */
function reportUnread(path: string, state: CommandState): void {
  if (!isOwnFile(path, state.world)) return
  addUnresolved(state, { about: everything, reason: SPENT })
  markSpent()
}

/** Doubts about a script of the project are doubts about the call; of another or a very long one, only what is sure counts. */
function runScriptFile({ path, text }: RunFile, state: CommandState): void {
  const isOwn = path.startsWith(`${state.world.root}/`) && text.length <= MAX_OWN_CHARACTERS
  addRun(state, { kind: 'shell', text, ...changedCwd(state), ...(!isOwn && { file: path }) })
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
function shFile(word: ArgumentWord, state: CommandState): void {
  if (word.text === '-' || word.text === '/dev/stdin') return runInput(state)
  const path = absolute(word.text, state)
  state.starts.push(path ?? '')
  if (path === undefined) return
  state.reads.push({ path })
  if (state.command.remote === true) return
  const text = textToRun(path, state.world)
  if (text === undefined) reportUnread(path, state)
  else if (languageOf('', text) === undefined) runScriptFile({ path, text }, state)
}

const MAX_PARTS = 64

/** `run-parts dir` runs each file in it, with the words of `--arg`. */
function runParts(word: ArgumentWord, state: CommandState): void {
  const path = resolvePath(word, state, everything)
  if (path === undefined) return
  const names = state.world.files
    .list(path.path)
    .filter((name) => /^[\w-]+$/.test(name) || state.has('--regex'))
  const args = state.parsed.options.flatMap(({ name, value = '' }) => (name === '--arg' ? [value] : []))
  for (const name of names.slice(0, MAX_PARTS))
    runWords(state, { argv: [posix.join(path.path, name), ...args] })
}

/** `source .env` shows what is in it to all that follows. */
function source(word: ArgumentWord, state: CommandState): void {
  const path = resolvePath(word, state, ['reads'])
  if (path === undefined) return
  if (path.glob === true) state.reads.push(path)
  shFile(word, state)
}

// ---- package.json

function scriptsOf(state: CommandState): Record<string, unknown> {
  let dir = state.cwd
  for (let steps = 0; dir.startsWith(state.world.root) && steps < 40; steps++) {
    const text = textToRun(posix.join(dir, 'package.json'), state.world)
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
function packageScript(word: ArgumentWord, state: CommandState): void {
  const scripts = scriptsOf(state)
  const rest = state.parsed.operands
    .filter(({ at, text }) => at > word.at && text !== '--')
    .map(({ text }) => quoted(text))
  for (const name of [`pre${word.text}`, word.text, `post${word.text}`]) {
    const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined
    if (typeof text === 'string') runScript(state, name === word.text ? [text, ...rest].join(' ') : text)
  }
}

/** `npm pkg set scripts.build='vite build'`: whoever runs the script later runs this. */
function packageSetting(word: ArgumentWord, state: CommandState): void {
  const [, key = '', value] = /^([^=]*)=([^]*)$/.exec(word.text) ?? []
  if (!/^(?:scripts[.[]|.*[$`])/.test(key)) return
  if (isUnknownWord(state, word.at)) return addUnknownWord(state, word, everything)
  const [, json] = (state.has('--json') && /^\s*"([^]*)"\s*$/.exec(value ?? '')) || []
  runLater({ text: json ?? value ?? '', at: -1 }, state)
}

function runLater({ text }: ArgumentWord, state: CommandState): void {
  if (text !== '') addRun(state, { kind: 'shell', text, beside: true, ...changedCwd(state) })
}

/** Scripts that a package manager starts by itself: only what is sure in them counts. */
const lifecycles: Readonly<Record<string, string>> = {
  install: 'preinstall install postinstall prepublish preprepare prepare postprepare',
  ci: 'preinstall install postinstall prepublish preprepare prepare postprepare',
  pack: 'prepack prepare postpack',
  publish: 'prepublishOnly prepack prepare postpack publish postpublish',
  version: 'preversion version postversion',
}

function lifecycleScripts(state: CommandState): void {
  const { parsed, cwd } = state
  const verb = parsed.path.at(-1) ?? ''
  const isPlain = verb === 'version' || parsed.operands.length === 0
  if (lifecycles[verb] === undefined || !isPlain || state.has('--ignore-scripts') || state.has('--global'))
    return
  const scripts = scriptsOf(state)
  const file = posix.join(cwd, 'package.json')
  for (const name of lifecycles[verb]?.split(' ') ?? []) {
    const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined
    if (typeof text === 'string') addRun(state, { kind: 'shell', text, file, ...changedCwd(state) })
  }
}

const quoted = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** `pnpm build`: a script, else a program of the project's packages. */
function scriptOrProgram(word: ArgumentWord, state: CommandState): void {
  if (Object.hasOwn(scriptsOf(state), word.text)) packageScript(word, state)
  else if (!/[./]/.test(word.text)) runArguments(state, word.at)
}

export const scriptRoles = (): Roles => ({
  'sh-file': role(everything, shFile),
  'run-parts': role(everything, runParts),
  source: role(everything, source),
  'pm-script': role(everything, scriptOrProgram),
  script: role(everything, packageScript),
  'package-setting': roleOfAnyWord(everything, packageSetting),
  later: role(everything, runLater),
  lifecycle: role(everything, (_, state) => lifecycleScripts(state)),
  just: role(everything, ({ text }, state) => runJust(text, state)),
  make: role(everything, (_, state) => runMake(state)),
})
