// What the arguments of a call in code do.
import type { FactKind } from '../../../../model/types.ts'
import { everything } from '../../../kinds.ts'
import { addRun, addUnresolved, runShell, type CommandState, type Role } from '../../command-state.ts'
import type { CodeNames } from './calls.ts'
import { hostRoles } from '../hosts.ts'
import type { Token } from './lexer.ts'
import { applyDestination, pathRoles } from '../paths.ts'
import { choicesOf, listOf, textOf } from '../values.ts'

export interface CodeCall {
  readonly name: string
  readonly args: readonly (readonly Token[])[]
  readonly names: CodeNames
  readonly state: CommandState
  readonly text: string
}

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

export function addUnknownCall(
  call: Pick<CodeCall, 'state' | 'text'>,
  about: readonly FactKind[],
  what: string,
): void {
  if (call.state.unresolved.some((each) => each.reason.startsWith(what))) return
  addUnresolved(call.state, {
    about,
    text: call.text,
    reason: `${what} in this code cannot be known: write its arguments out, or use a plain command`,
  })
}

/** Where the words of a list, or one text for a shell, are run. */
function runList(words: readonly (string | undefined)[], call: CodeCall): void {
  if (words[0] === undefined) return addUnknownCall(call, everything, `what "${call.name}" runs`)
  const open = words.flatMap((word, at) => (word === undefined ? [at] : []))
  addRun(call.state, {
    kind: 'argv',
    argv: words.map((word) => word ?? '…'),
    ...(open.length === 0 ? {} : { open }),
  })
}

type ArgumentHandler = (call: CodeCall, at: number) => void

/** What a mode such as `w` or `r+` does to a file. */
function openAs(path: string, mode: string | undefined, state: CommandState): void {
  const word = { text: path, at: -1 }
  if (mode === undefined || /^[br<:t]*$|^r[btU]*$/.test(mode) || mode.includes('+'))
    pathRoles.read?.apply(word, state)
  if (mode === undefined || /[wax+>]/.test(mode)) pathRoles.write?.apply(word, state)
}

const argumentHandlers: Readonly<Record<string, ArgumentHandler>> = {
  any: (call) => addUnknownCall(call, everything, `what "${call.name}" does`),
  none: () => {},
  /** Until it is connected or bound, it reaches nobody. */
  socket: (call) => {
    if (/\b(?:connect(?:_ex)?|bind|sendto|sendmsg)\b/.test(call.text))
      addUnknownCall(call, everything, `what "${call.name}" does`)
  },
  text: () => {},
  look: () => {},
  mode: () => {},
  list: () => {},
  'perl-mode': () => {},
  adds: () => {},
  open: (call, at) => {
    const { args, names, state } = call
    const path = textOf(args[at], names)
    const given = keyword('mode', call) ?? plainArgument(args[at + 1])
    const mode = given === undefined ? 'r' : textOf(given, names)
    if (path === undefined) {
      if (args[at] !== undefined && !/^\d+$/.test(args[at]?.[0]?.text ?? ''))
        addUnknownCall(call, mode === 'r' ? ['reads'] : files, `the file of "${call.name}"`)
    } else if (path.startsWith('|')) runShell(state, path.slice(1))
    else if (/^[a-z]+:\/\//i.test(path)) hostRoles.url?.apply({ text: path, at: -1 }, state)
    else openAs(path, mode, state)
  },
  'open-flag': (call, at) => argumentHandlers.open?.(call, at),
  'perl-open': (call) => {
    const [, second, third] = call.args
    const mode = textOf(second, call.names)
    if (mode === undefined) return addUnknownCall(call, everything, 'the file of "open"')
    const [, sign = '', rest = ''] = /^\s*(\+?[<>]{0,2}|\|?-?\|?)\s*(?::\S+)?\s*([^]*)$/.exec(mode) ?? []
    const path = third === undefined ? rest : textOf(third, call.names)
    if (sign.includes('|') || rest.endsWith('|')) {
      if (path === undefined) addUnknownCall(call, everything, 'what "open" runs')
      else runShell(call.state, path.replace(/\|$/, ''))
    } else if (path === undefined) addUnknownCall(call, files, 'the file of "open"')
    else openAs(path, sign.includes('+') ? '+' : sign === '' ? 'r' : sign, call.state)
  },
  sh: (call, at) => {
    const text = textOf(call.args[at], call.names)
    if (text === undefined) addUnknownCall(call, everything, `what "${call.name}" runs`)
    else runShell(call.state, text)
  },
  argv: (call, at) => {
    const words = listOf(call.args[at], call.names)
    const text = textOf(call.args[at], call.names)
    if (words !== undefined) runList(words, call)
    else if (text === undefined) addUnknownCall(call, everything, `what "${call.name}" runs`)
    else runShell(call.state, text)
  },
  program: (call, at) => {
    const program = textOf(call.args[at], call.names)
    const given = call.args[at + 1]
    const words = given === undefined || given[0]?.text === '{' ? [] : listOf(given, call.names)
    if (program === undefined) addUnknownCall(call, everything, `what "${call.name}" runs`)
    else if (words?.length === 0) runShell(call.state, program)
    else runList([program, ...(words ?? [undefined])], call)
  },
  words: (call) => {
    const said = call.args.filter(
      (each) =>
        each[0]?.text !== '{' &&
        each[1]?.text !== ':' &&
        each[0]?.text !== 'out' &&
        each[0]?.text !== 'exception',
    )
    const texts = said.map((each) => textOf(each, call.names))
    if (texts.length === 1 && texts[0] !== undefined) runShell(call.state, texts[0])
    else runList(texts, call)
  },
  path: () => {},
  /** The file that is given by that name. */
  filename: (call) => {
    const given = keyword('filename', call)
    if (given !== undefined) applyArgument('write', given, call)
  },
  /** Each file is read, and with `inplace` written. */
  lines: (call) => {
    const given = keyword('files', call) ?? plainArgument(call.args[0])
    if (given === undefined) return
    const inPlace = keyword('inplace', call) ?? plainArgument(call.args[1])
    applyArgument('read', given, call)
    if (inPlace !== undefined && !/^(?:False|0)$/.test(inPlace[0]?.text ?? ''))
      applyArgument('edit', given, call)
  },
  /** A host, or a pair of a host and a port. */
  address: (call) => {
    const given = keyword('address', call) ?? keyword('host', call) ?? plainArgument(call.args[0])
    const host =
      given === undefined ? undefined : (listOf(given, call.names)?.[0] ?? textOf(given, call.names))
    if (given !== undefined && host === undefined)
      addUnknownCall(call, ['hosts'], `the argument of "${call.name}"`)
    else if (host !== undefined && !host.startsWith('/'))
      hostRoles.host?.apply({ text: host, at: -1 }, call.state)
  },
  both: (call, at) => argumentHandlers.open?.({ ...call, args: [call.args[at] ?? [], []] }, 0),
}

/** An argument that is given by name. */
const keyword = (name: string, { args }: CodeCall): readonly Token[] | undefined =>
  args.find((each) => each[0]?.text === name && each[1]?.text === '=')?.slice(2)

/** An argument that is not given by name. */
const plainArgument = (tokens: readonly Token[] | undefined): readonly Token[] | undefined =>
  tokens === undefined ||
  tokens.length === 0 ||
  tokens[1]?.text === '=' ||
  tokens[1]?.text === ':' ||
  tokens[0]?.text === '{'
    ? undefined
    : tokens

/** A role for each of the texts that an argument could be. */
function applyArgument(name: string, given: readonly Token[], call: CodeCall): void {
  const role = roleOf(name)
  for (const choice of choicesOf(given, call.names))
    if (choice === undefined) addUnknownCall(call, role?.about ?? [], `the argument of "${call.name}"`)
    else role?.apply({ ...choice, at: -1 }, call.state)
}

export const roleOf = (name: string): Role | undefined => pathRoles[name] ?? hostRoles[name]

export function applyCall(said: readonly string[], call: CodeCall): void {
  const { state, args } = call
  said.forEach((name, at) => {
    const own = argumentHandlers[name]
    if (own !== undefined) return own(call, at)
    const given = args[at]?.[1]?.text === '=' ? args[at]?.slice(2) : args[at]
    if (given !== undefined) applyArgument(name, given, call)
  })
  applyDestination(state)
  state.sources.length = 0
  delete state.into
}
