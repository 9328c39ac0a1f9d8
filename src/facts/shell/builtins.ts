// Commands that change the shell itself: where it stands, its variables, what runs next.
import { expandPath } from '../path-expand.ts'
import { absolutePath } from '../paths.ts'
import { hiddenInText } from './hidden.ts'
import { record } from './call.ts'
import { followText } from './follow.ts'
import type { Call } from './call.ts'
import { anything, isKnown, isPlain, number, shown } from './marks.ts'
import { outputOf } from './output.ts'
import { directory, positional, unknown } from './scope.ts'
import type { Value } from './scope.ts'
import { everything } from './shell.ts'
import type { At, Field, Shell } from './shell.ts'

/** Runs another command of the same shell. */
type RunCall = (shell: Shell, call: Call) => string

type Builtin = (shell: Shell, call: Call, run: RunCall) => string | undefined

const stack = ' stack'
const mostScript = 65_536
const mostLines = 24

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', recorded(changeDirectory)],
  ['chdir', recorded(changeDirectory)],
  ['pushd', recorded(push)],
  ['popd', recorded(pop)],
  ['export', recorded((shell, call) => declare(shell, call, true))],
  ['declare', recorded((shell, call) => declare(shell, call))],
  ['typeset', recorded((shell, call) => declare(shell, call))],
  ['local', recorded((shell, call) => declare(shell, call))],
  ['readonly', recorded((shell, call) => declare(shell, call))],
  ['unset', recorded(unset)],
  ['read', recorded(readInto)],
  ['mapfile', recorded(readInto)],
  ['readarray', recorded(readInto)],
  ['getopts', recorded(readInto)],
  ['let', recorded(assignNumbers)],
  ['printf', recorded(printInto)],
  ['set', recorded(setParameters)],
  ['shift', recorded(shift)],
  ['alias', recorded(alias)],
  ['exit', recorded((shell) => void (shell.scope.ended = true))],
  ['true', recorded(() => {})],
  ['false', recorded(() => {})],
  [':', recorded(() => {})],
  ['echo', recorded(() => {})],
  ['return', recorded((shell) => void (shell.scope.left = true))],
  ['break', recorded((shell) => void (shell.scope.left = true))],
  ['continue', recorded((shell) => void (shell.scope.left = true))],
  ['trap', trap],
  ['eval', evaluate],
  ['source', source],
  ['.', source],
  ['exec', execute],
  ['command', inner(/^-[^vV-]+$/, /^-[pvV]+$/)],
  ['builtin', inner(/^--$/)],
  ['noglob', inner(/^--$/)],
  ['nocorrect', inner(/^--$/)],
])

/** The command counts, and only the shell does something. */
function recorded(act: (shell: Shell, call: Call) => void): Builtin {
  return (shell, call) => {
    record(shell, call)
    act(shell, call)
    return undefined
  }
}

const textsOf = ({ fields }: Call): string[] => fields.slice(1).map(({ text }) => text)

/** The words after the options. */
function operands(call: Call): string[] {
  const words = textsOf(call)
  const first = words.findIndex((word) => word === '--' || !/^-./.test(word))
  if (first < 0) return []
  return words[first] === '--' ? words.slice(first + 1) : words.slice(first)
}

// ---- where the shell stands

function moveTo(shell: Shell, text: string | undefined): void {
  const { scope } = shell
  const before = scope.text(directory) ?? ''
  scope.set('OLDPWD', before === '' ? unknown : { texts: [before] })
  const to = text !== undefined && isKnown(text) ? absolutePath(before, text) : undefined
  scope.set(directory, { texts: [to ?? ''] })
}

function changeDirectory(shell: Shell, call: Call): void {
  const words = operands(call)
  const [to] = words
  if (to === '-') return moveTo(shell, shell.scope.text('OLDPWD'))
  moveTo(shell, to ?? shell.scope.text('HOME') ?? shell.world.home)
}

function push(shell: Shell, call: Call): void {
  const { scope } = shell
  const [to] = operands(call)
  const before = scope.text(directory) ?? ''
  const kept = scope.get(stack)?.list ?? []
  if (to === undefined || /^[+-]\d/.test(to)) return moveTo(shell, undefined)
  scope.set(stack, { texts: [''], list: [before, ...kept] })
  moveTo(shell, to)
}

function pop(shell: Shell, call: Call): void {
  const [top, ...kept] = shell.scope.get(stack)?.list ?? []
  if (top === undefined || operands(call).length > 0) return moveTo(shell, undefined)
  shell.scope.set(stack, { texts: [''], list: kept })
  shell.scope.set(directory, { texts: [top] })
}

// ---- variables

function declare(shell: Shell, call: Call, exports = false): void {
  const options = textsOf(call)
    .filter((word) => /^[-+]/.test(word))
    .join('')
  const exported = (exports && !options.includes('n')) || options.includes('x')
  const local =
    call.fields[0]?.text === 'local' ||
    call.fields[0]?.text === 'declare' ||
    call.fields[0]?.text === 'typeset'
  for (const word of textsOf(call)) {
    const found = /^(\w+)(\+?)=([^]*)$/.exec(word)
    const own = found?.[1] ?? word
    if (local && shell.locals?.has(own) === false) shell.locals.set(own, shell.scope.get(own))
    if (found !== null) {
      const [, name = '', appends, text = ''] = found
      const before = appends === '+' ? (shell.scope.text(name) ?? '') : ''
      const strange = /[niluA]/.test(options.replace('-x', ''))
      shell.scope.set(name, {
        texts: [strange ? anything : before + text],
        ...(exported ? { exported } : {}),
      })
    } else if (!isPlain(word)) shell.scope.forget()
    else if (exported && /^\w+$/.test(word))
      shell.scope.set(word, { ...(shell.scope.get(word) ?? unknown), exported })
  }
}

function unset(shell: Shell, call: Call): void {
  for (const name of operands(call)) {
    const defined = shell.functions.get(name)
    if (defined !== undefined) shell.functions.set(name, { ...defined, sure: false })
    if (/^\w+$/.test(name) && !textsOf(call).includes('-f'))
      shell.scope.set(name, { texts: [''], unset: true, exported: false })
  }
}

/** Every word that could be a name becomes unknown, or one of the lines when those are known. */
function readInto(shell: Shell, call: Call): void {
  const names = textsOf(call).filter((word) => /^[A-Za-z_]\w*$/.test(word))
  const { stdin } = call.at
  const simple =
    call.fields[0]?.text === 'read' &&
    textsOf(call).every((word) => /^-r?a?$/.test(word) || names.includes(word))
  if (simple && names.length > 0 && stdin !== undefined && isKnown(stdin)) {
    const lines = [
      ...new Set(
        stdin
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => line.trim()),
      ),
    ]
    if (lines.length <= mostLines)
      return setFields(shell, { names, lines, isList: textsOf(call).some((word) => /^-r?a$/.test(word)) })
  }
  for (const name of ['REPLY', 'MAPFILE', ...names]) shell.scope.set(name, unknown)
}

interface Read {
  readonly names: readonly string[]
  readonly lines: readonly string[]
  /** `read -a`: all words of a line become one array. */
  readonly isList: boolean
}

/** Each name takes a word, the last one what is left of the line. */
function setFields({ scope }: Shell, { names, lines, isList }: Read): void {
  const [first = '', ...more] = lines
  if (isList) {
    const list = first.split(/\s+/)
    return names.forEach((name) =>
      scope.set(name, more.length > 0 ? unknown : { texts: [list[0] ?? ''], list }),
    )
  }
  names.forEach((name, at) => {
    const before = new RegExp(`^(?:\\S+\\s*){0,${at}}`)
    const isLast = at === names.length - 1
    const texts = lines
      .map((line) => line.replace(before, ''))
      .map((rest) => (isLast ? rest : rest.replace(/\s[^]*$/, '')))
    scope.set(name, { texts: [...new Set(texts)] })
  })
}

function assignNumbers(shell: Shell, call: Call): void {
  for (const word of textsOf(call))
    for (const [, name = ''] of word.matchAll(
      /([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=|([A-Za-z_]\w*)(?:\+\+|--)/g,
    ))
      if (name !== '') shell.scope.set(name, { texts: [number] })
}

function printInto(shell: Shell, call: Call): void {
  const [option, name] = textsOf(call)
  if (option !== '-v' || name === undefined || !/^\w+$/.test(name)) return
  shell.scope.set(name, {
    texts: [outputOf(shell, { ...call, fields: [...call.fields.slice(0, 1), ...call.fields.slice(3)] })],
  })
}

function setParameters(shell: Shell, call: Call): void {
  const words = textsOf(call)
  const start = words.indexOf('--')
  if (start < 0 && (words.length === 0 || /^[-+]/.test(words[0] ?? ''))) return
  const list = words.slice(start + 1)
  shell.scope.set(positional, parameters(list))
}

function parameters(list: readonly string[]): Value {
  return { texts: [list.join(' ')], list }
}

function shift(shell: Shell, call: Call): void {
  const list = shell.scope.get(positional)?.list
  const count = Number(operands(call)[0] ?? '1')
  shell.scope.set(
    positional,
    list === undefined || !Number.isInteger(count) ? unknown : parameters(list.slice(count)),
  )
}

function alias(shell: Shell, call: Call): void {
  for (const word of textsOf(call)) {
    const [, name = '', text = ''] = /^([^\s=]+)=([^]*)$/.exec(word) ?? []
    if (name !== '') shell.aliases.set(name, text)
  }
}

// ---- what runs next

function within(call: Call, skip: number): Call {
  const wrapper = call.fields[0]?.text ?? ''
  const at = { ...call.at, wrappers: [...call.at.wrappers, wrapper], depth: call.at.depth + 1 }
  return { ...call, at, fields: call.fields.slice(skip) }
}

/** Where a text runs that the command runs. */
function around(call: Call, shared: boolean): At {
  const { at } = within(call, 1)
  return { ...at, pipeline: shared ? at.pipeline : undefined }
}

/** Runs the words after its own options; with other options it only tells something. */
function inner(own: RegExp, tells?: RegExp): Builtin {
  return (shell, call, run) => {
    let from = 1
    while (own.test(call.fields[from]?.text ?? '') || call.fields[from]?.text === '--') from++
    if (call.fields.length > from && tells?.test(call.fields[from]?.text ?? '') !== true)
      return run(shell, { ...within(call, from), plain: true })
    record(shell, call)
    return undefined
  }
}

function execute(shell: Shell, call: Call, run: RunCall): string | undefined {
  let from = 1
  while (call.fields[from]?.text.startsWith('-') === true) from += call.fields[from]?.text === '-a' ? 2 : 1
  if (call.fields.length <= from) return recorded(() => {})(shell, call, run)
  const output = run(shell, { ...within(call, from), plain: true })
  shell.scope.ended = true
  return output
}

function evaluate(shell: Shell, call: Call): string {
  const text = call.fields.slice(1).map(({ text }) => text)
  if (text[0] === '--') text.shift()
  if (text.some((word) => !isKnown(word))) record(shell, call)
  return followText(shell, { text: text.join(' ') }, around(call, call.shared))
}

function trap(shell: Shell, call: Call): undefined {
  record(shell, call)
  const [text] = operands(call)
  if (text === undefined || text === '' || text === '-' || operands(call).length < 2) return
  shell.scope.join([() => void followText(shell, { text }, around(call, false))], true)
}

function source(shell: Shell, call: Call): string {
  const [file, ...args] = call.fields.slice(1)
  const given =
    file === undefined
      ? undefined
      : (shell.pipes.get(file.text) ?? (file.text === '/dev/stdin' ? (call.at.stdin ?? '') : undefined))
  record(shell, call)
  if (file === undefined) return ''
  const at = around(call, call.shared || given !== undefined)
  const text = given ?? scriptText(shell, file)
  if (text === undefined) return anything
  return followText(shell, { text, ...(args.length > 0 ? { args: args.map(({ text }) => text) } : {}) }, at)
}

/** A pattern that names one file names that. */
function pathOf(shell: Shell, { text }: Field): string | undefined {
  if (!isKnown(text) || text.includes(number)) return undefined
  const path = absolutePath(shell.scope.text(directory) ?? '', shown(text))
  if (isPlain(text) || path === undefined) return path
  const found = expandPath(path, shell.world.files)
  return found?.length === 1 ? found[0] : undefined
}

/** The text of a script in the project; undefined when it is elsewhere: its run is then just a command. */
function scriptText(shell: Shell, file: Field): string | undefined {
  const { files, root } = shell.world
  const path = pathOf(shell, file)
  if (path !== undefined) shell.sink.reads.push({ path })
  else
    shell.sink.unresolved(
      'which file is sourced is only known at run time: write its path out',
      file.written,
      everything,
    )
  // values of an environment file are secrets: they are not read
  const isScript = path?.startsWith(`${root}/`) === true && !/\/\.env[^/]*$/.test(path)
  const text = isScript ? files.read(path) : undefined
  const fits = text !== undefined && text.length <= mostScript && (shell.bytesLeft -= text.length) >= 0
  if (fits && hiddenInText(text) === undefined) return text
  shell.scope.forget()
  return undefined
}
