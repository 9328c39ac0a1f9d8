// Files of the project that a command runs: shell scripts and the scripts of package.json.
import { posix } from 'node:path'
import { everything } from '../../kinds.ts'
import { doubt, doubtWord, isOpen, run, runWords, type Act, type Roles, type Word } from '../act.ts'
import { absolute, place } from './place.ts'

const mostCharacters = 64_000

/** A file below the root, when it is not too long. */
function textOf(path: string, { world }: Act): string | undefined {
  if (!path.startsWith(`${world.root}/`) || world.files.kind(path) !== 'file') return undefined
  const text = world.files.read(path)
  return text === undefined || text.length > mostCharacters ? undefined : text
}

const shebang = /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?(?:\/)?(?:ba|da|z|k|a)?sh\b/

const isShell = (path: string, text: string): boolean =>
  text.startsWith('#!') ? shebang.test(text) : /\.(?:ba|z|k)?sh$/.test(path)

/** `./x.sh`: followed when it is a shell script of the project. */
export function runFile(act: Act): void {
  const word = act.command.argv[0] ?? ''
  const path = absolute(word, act)
  const text = path === undefined ? undefined : textOf(path, act)
  if (path !== undefined && text !== undefined && isShell(path, text)) runShell(text, act)
}

function runShell(text: string, act: Act): void {
  run(act, { kind: 'shell', text, ...(act.cwd === act.command.cwd ? {} : { cwd: act.cwd }) })
}

/** What stands on standard input is run. */
export function runInput(act: Act): void {
  if (act.input?.text !== undefined) runShell(act.input.text, act)
  else if (act.input !== undefined)
    doubt(act, act.command.argv.join(' '), {
      about: everything,
      reason: `what ${act.command.program} would run cannot be known: write the commands out`,
    })
}

/** `bash x.sh`, or what is on standard input. */
function shFile(word: Word, act: Act): void {
  if (isOpen(act, word.at)) return doubtWord(act, word, everything)
  if (word.text === '-' || word.text === '/dev/stdin') return runInput(act)
  const path = absolute(word.text, act)
  act.starts.push(path ?? '')
  const text = path === undefined ? undefined : textOf(path, act)
  if (text !== undefined && !/^#!.*\b(?:python|node|perl|ruby|php)/.test(text)) runShell(text, act)
}

/** `source .env` shows what is in it to all that follows. */
function source(word: Word, act: Act): void {
  if (isOpen(act, word.at)) return doubtWord(act, word, everything)
  const path = place(word, act, ['reads'])
  if (path === undefined) return
  act.reads.push(path)
  shFile(word, act)
}

// ---- package.json

function scriptsOf(act: Act): Record<string, unknown> {
  let dir = act.cwd
  for (let steps = 0; dir.startsWith(act.world.root) && steps < 40; steps++) {
    const text = textOf(posix.join(dir, 'package.json'), act)
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
function packageScript(word: Word, act: Act): void {
  if (isOpen(act, word.at)) return doubtWord(act, word, everything)
  const scripts = scriptsOf(act)
  const rest = act.reading.operands
    .filter(({ at, text }) => at > word.at && text !== '--')
    .map(({ text }) => quoted(text))
  for (const name of [`pre${word.text}`, word.text, `post${word.text}`]) {
    const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined
    if (typeof text === 'string') runShell(name === word.text ? [text, ...rest].join(' ') : text, act)
  }
}

const quoted = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** `pnpm build`: a script, else a program of the project's packages. */
function scriptOrProgram(word: Word, act: Act): void {
  if (isOpen(act, word.at)) return doubtWord(act, word, everything)
  if (Object.hasOwn(scriptsOf(act), word.text)) packageScript(word, act)
  else if (!/[./]/.test(word.text)) runWords(act, word.at)
}

export const scriptRoles = (): Roles => ({
  'sh-file': { about: everything, knows: true, apply: shFile },
  source: { about: everything, knows: true, apply: source },
  'pm-script': { about: everything, knows: true, apply: scriptOrProgram },
  script: { about: everything, knows: true, apply: packageScript },
})
