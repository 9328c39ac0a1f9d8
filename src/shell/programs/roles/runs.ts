// Words that are a command of their own.
import { posix } from 'node:path'
import type { PathFact } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import {
  addBareShell,
  addRun,
  addUnknownWord,
  changedCwd,
  isUnknownWord,
  optionValue,
  role,
  roleOfAnyWord,
  runArguments,
  runWords,
  type CommandState,
  type ArgumentWord,
  type Roles,
} from '../command-state.ts'
import { addHost, hostRoles } from './hosts.ts'
import { absolute, resolvePath } from './place.ts'
import { addDoubt } from './unpack.ts'

/** The word and all that follows it, as one command. */
const command = roleOfAnyWord(everything, ({ at }, state) => runArguments(state, at))

/** `npm exec NAME -- WORDS`: npm takes the dashes away. */
const npmCommand = roleOfAnyWord(everything, ({ at, text }, state) => {
  if (state.command.argv[at + 1] === '--') runArguments(state, at + 2, text)
  else runArguments(state, at)
})

/** Words of a shell, joined as ssh, watch and eval do. */
export function runText(state: CommandState, words: readonly ArgumentWord[]): void {
  const open = words.some(({ at }) => isUnknownWord(state, at))
  addRun(state, {
    kind: 'shell',
    text: words.map(({ text }) => text).join(' '),
    ...(open ? { open } : {}),
    ...changedCwd(state),
  })
}

const from = (state: CommandState, at: number): ArgumentWord[] =>
  state.command.argv.slice(at).map((text, index) => ({ text, at: at + index }))

// ---- words put into a command

interface MutableWords {
  argv: string[]
  open: number[]
  globs: number[]
}

type Substitution = (text: string) => { text: string; glob?: true; open?: true }

/** Words with this token become unknown. */
const unknownWith =
  (token: string): Substitution =>
  (text) =>
    text.includes(token) ? { text, open: true } : { text }

/** The words of this command in a range, each substituted. */
function substituteWords(
  state: CommandState,
  [start, end]: readonly [number, number],
  put: Substitution = (text) => ({ text }),
): MutableWords {
  const words: MutableWords = { argv: [], open: [], globs: [] }
  for (let at = start; at < end; at++) {
    const { text, glob, open } = put(state.command.argv[at] ?? '')
    const index = words.argv.push(text) - 1
    if (open === true || isUnknownWord(state, at)) words.open.push(index)
    if (glob === true || state.command.globs?.includes(at) === true) words.globs.push(index)
  }
  return words
}

const MAX_ITEMS = 64

/** The items that xargs makes of what it reads; undefined when a quote is left open. */
function itemsOf(text: string, state: CommandState): string[] | undefined {
  const given = optionValue(state, '--delimiter')
  if (state.has('--null') || given !== undefined) {
    const sign =
      given === undefined || given === '\\0' ? '\0' : given.replace(/^\\n$/, '\n').replace(/^\\t$/, '\t')
    return text
      .replace(/\n$/, '')
      .split(sign)
      .filter((item) => item !== '')
  }
  return splitItems(text, state.has('--replace') ? lineItem : blankItem)
}

/** Words as a shell would split them; undefined when a quote is left open. */
export function splitItems(text: string, item: RegExp = blankItem): string[] | undefined {
  if (text.replace(item, '').trim() !== '') return undefined
  return (text.match(item) ?? []).map((each) => each.trim().replace(quoting, '$1$2$3'))
}

const blankItem = /(?:[^\s'"\\]|'[^'\n]*'|"[^"\n]*"|\\[^])+/g
const lineItem = /(?:[^\n'"\\]|'[^'\n]*'|"[^"\n]*"|\\[^])+/g
const quoting = /'([^'\n]*)'|"([^"\n]*)"|\\([^])/g

/** xargs: what it reads is added, or put in for the word of `-I`. */
const xargs = roleOfAnyWord(everything, (word, state) => {
  const { command, input, parsed } = state
  const mark = parsed.options.find(({ name }) => name === '--replace')
  const token = mark === undefined ? undefined : (mark.value ?? '{}')
  const range = [word.at, command.argv.length] as const
  const items = state.has('--arg-file') || input?.text === undefined ? undefined : itemsOf(input.text, state)
  if (items === undefined || items.length > MAX_ITEMS) {
    if (token !== undefined) return runWords(state, substituteWords(state, range, unknownWith(token)))
    const words = substituteWords(state, range)
    words.open.push(words.argv.push('…') - 1)
    return runWords(state, words, true)
  }
  if (token === undefined) {
    const words = substituteWords(state, range)
    words.argv.push(...items)
    return runWords(state, words)
  }
  for (const item of items)
    runWords(
      state,
      substituteWords(state, range, (text) => ({ text: text.replaceAll(token, item) })),
    )
})

/** GNU parallel: a command, then its words after `:::`, or whole commands there. */
const parallel = roleOfAnyWord(everything, (word, state) => {
  const { argv } = state.command
  const mark = argv.findIndex((text, at) => at >= word.at && /^::::?\+?$/.test(text))
  const end = mark < 0 ? argv.length : mark
  const items = mark < 0 || argv[mark]?.startsWith('::::') === true ? undefined : argv.slice(mark + 1)
  const range = [word.at, end] as const
  // One word may be a whole line.
  const run = (words: MutableWords, more?: true): void =>
    /\s/.test(words.argv[0] ?? '') && words.open.length === 0
      ? addRun(state, { kind: 'shell', text: words.argv.join(' '), ...changedCwd(state) })
      : runWords(state, words, more)
  if (end === word.at) {
    for (const at of from(state, end + 1)) runText(state, [at])
    return
  }
  if (items === undefined || items.length > MAX_ITEMS) {
    const words = substituteWords(state, range, (text) =>
      /\{.*\}/.test(text) ? { text, open: true } : { text },
    )
    if (words.open.length === 0) words.open.push(words.argv.push('…') - 1)
    return run(words, true)
  }
  for (const item of items) {
    const words = substituteWords(state, range, (text) => ({ text: text.replaceAll('{}', item) }))
    if (!argv.slice(...range).some((text) => text.includes('{}'))) words.argv.push(item)
    run(words)
  }
})

// ---- find

/** What `find` finds, as patterns of absolute paths: by name where each alternative has one. */
function foundPaths(state: CommandState): PathFact[] {
  const { argv } = state.command
  const starts = state.parsed.operands.filter(({ text }) => !/^(?:[(),!]|\{\}|;|\+)$/.test(text))
  const first = state.parsed.options.find(({ name }) => !/^-(?:[HLPD]|O\d?)$/.test(name))?.at ?? argv.length
  const roots = starts.filter(({ at }) => at < first)
  const names = namesOf(argv.slice(first))
  const step = state.parsed.options.some(({ name, value }) => name === '-maxdepth' && value === '1')
    ? ''
    : '**/'
  return (roots.length === 0 ? [{ text: '.', at: -1 }] : roots).flatMap((word): PathFact[] => {
    const root = isUnknownWord(state, word.at) ? undefined : resolvePath(word, state, ['reads'])
    if (root === undefined) return []
    if (names === undefined) return [{ ...root, tree: true }]
    return names.map((name) => ({ path: posix.join(root.path, step + name), glob: true }))
  })
}

/** The `-name` patterns of an expression; undefined when an alternative has none. */
function namesOf(words: readonly string[]): string[] | undefined {
  const names: string[] = []
  let own: string | undefined
  let isPruned = false
  for (const [at, word] of [...words, '-o'].entries()) {
    const next = words[at + 1] ?? ''
    const isNegated = words[at - 1] === '!' || words[at - 1] === '-not'
    if (word === '-prune') isPruned = true
    else if (word === '-name' && !isNegated) own = next
    else if (word === '-iname' && !isNegated)
      own = next.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
    if (!/^(?:-or?|,)$/.test(word)) continue
    if (own !== undefined) names.push(own)
    else if (!isPruned) return undefined
    own = undefined
    isPruned = false
  }
  return names
}

const hasUnknownWords = ({ command: { open = [] } }: CommandState): boolean => open.length > 0

/** `-delete`, and the search itself, which reads no contents. */
const findDelete = roleOfAnyWord(['deletes'], (_, state) => {
  if (hasUnknownWords(state))
    return addUnknownWord(state, { text: state.command.argv.join(' '), at: -1 }, ['deletes'])
  const found = foundPaths(state)
  state.deletes.push(
    ...(findsDirectories(state) ? found.map((fact) => ({ ...fact, keeps: true as const })) : found),
  )
})

/** `-type d -delete` removes only those that are empty. */
function findsDirectories({ command: { argv } }: CommandState): boolean {
  return (
    argv.some((word, at) => word === '-type' && argv[at + 1] === 'd') &&
    !argv.some((word) => /^(?:-o|-or|,|!|-not|\()$/.test(word))
  )
}

/** `-exec rm {} ;`: what it finds replaces `{}`. */
const exec = roleOfAnyWord(everything, ({ at }, state) => {
  const { argv } = state.command
  const end = state.parsed.options.find((option) => option.from === at)?.to ?? argv.length
  const isEnded = argv[end - 1] === ';' || argv[end - 1] === '+'
  const range = [at, isEnded ? end - 1 : end] as const
  const isUsed = argv.slice(...range).some((text) => text.includes('{}'))
  if (!isUsed || hasUnknownWords(state))
    return runWords(state, substituteWords(state, range, unknownWith('{}')))
  for (const { path, tree } of foundPaths(state)) {
    const found = tree === true ? posix.join(path, '**') : path
    const put: Substitution = (text) =>
      text.includes('{}') ? { text: text.replaceAll('{}', found), glob: true } : { text }
    runWords(state, substituteWords(state, range, put))
  }
})

// ---- environments

/** Options and words of `env -S`. */
const split = roleOfAnyWord(everything, (word, state) => {
  const last = state.parsed.operands[0]
  runText(state, [word, ...(last === undefined ? [] : from(state, last.at))])
})

/** A directory of this machine that a container sees. */
const mount = role(['reads', 'creates', 'edits', 'deletes'], (word, state) => {
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(word.text)?.[1] ?? word.text.split(':')[0] ?? ''
  if (!/^[./~]/.test(source)) return
  state.unresolved.push({
    reason: `a container would see ${source}: what it does there cannot be known`,
    text: state.command.argv.join(' '),
    about: ['reads', 'creates', 'edits', 'deletes'],
  })
  const path = absolute(source, state)
  const isReadOnly = /(?:^|[:,])(?:ro|readonly)(?:[,:]|=true|=1|$)/.test(word.text)
  // the project as a whole is there to work in
  if (path !== undefined && path !== state.world.root && !isReadOnly) addDoubt(path, state)
})

/** `-o ProxyCommand=…` runs here. */
const sshOption = role(['commands', 'hosts'], ({ text }, state) => {
  const [, key = '', value = ''] = /^\s*(\w+)[\s=]+([^]*)$/.exec(text) ?? []
  if (/^(?:proxycommand|localcommand|knownhostscommand|matchexec)$/i.test(key) && value !== 'none')
    state.runs.push({ kind: 'shell', text: value })
  else if (/^hostname$/i.test(key)) addHost(value, state)
  else if (/^proxyjump$/i.test(key)) hostRoles.jump?.apply({ text: value, at: -1 }, state)
})

export const runRoles = (): Roles => ({
  command,
  'npm-command': npmCommand,
  'command+': xargs,
  parallel,
  exec,
  'find-delete': findDelete,
  sh: roleOfAnyWord(everything, (word, state) => {
    runText(state, [word])
    addBareShell(state, word.text)
  }),
  'sh-words': roleOfAnyWord(everything, ({ at }, state) => runText(state, from(state, at))),
  'env-split': split,
  mount,
  'ssh-option': sshOption,
})
