// Words that are a command of their own.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import {
  around,
  doubtWord,
  isOpen,
  run,
  runWords,
  type Act,
  type Role,
  type Roles,
  type Word,
} from '../act.ts'
import { place } from './place.ts'

function role(apply: Role['apply'], about: readonly FactKind[] = everything): Role {
  return { about, knows: true, apply }
}

/** The word and all that follows it, as one command. */
const command = role(({ at }, act) => runWords(act, at))

/** Words of a shell, joined as ssh, watch and eval do. */
export function runText(act: Act, words: readonly Word[]): void {
  const open = words.some(({ at }) => isOpen(act, at))
  const { cwd } = around(act)
  run(act, {
    kind: 'shell',
    text: words.map(({ text }) => text).join(' '),
    ...(open ? { open } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  })
}

const from = (act: Act, at: number): Word[] =>
  act.command.argv.slice(at).map((text, index) => ({ text, at: at + index }))

// ---- words put into a command

interface Words {
  argv: string[]
  open: number[]
  globs: number[]
}

/** A command of this one's words, each `{}` in them put in by `fill`. */
function fill(
  act: Act,
  [start, end]: readonly [number, number],
  put: (text: string) => { text: string; glob?: true; open?: true },
): Words {
  const words: Words = { argv: [], open: [], globs: [] }
  for (let at = start; at < end; at++) {
    const { text, glob, open } = put(act.command.argv[at] ?? '')
    const index = words.argv.push(text) - 1
    if (open === true || isOpen(act, at)) words.open.push(index)
    if (glob === true || act.command.globs?.includes(at) === true) words.globs.push(index)
  }
  return words
}

function runFilled(act: Act, { argv, open, globs }: Words, more?: true): void {
  if (argv.length === 0) return
  run(act, {
    kind: 'argv',
    argv,
    ...(open.length === 0 ? {} : { open }),
    ...(globs.length === 0 ? {} : { globs }),
    ...around(act),
    ...(more === undefined ? {} : { more }),
  })
}

const mostWords = 64

/** The items that xargs makes of what it reads; undefined when a quote is left open. */
function itemsOf(text: string, act: Act): string[] | undefined {
  const given = act.reading.options.find(({ name }) => name === '--delimiter')?.value
  if (act.has('--null') || given !== undefined) {
    const sign =
      given === undefined || given === '\\0' ? '\0' : given.replace(/^\\n$/, '\n').replace(/^\\t$/, '\t')
    return text
      .replace(/\n$/, '')
      .split(sign)
      .filter((item) => item !== '')
  }
  const word = act.has('--replace') ? lineItem : blankItem
  const rest = text.replace(word, '').trim()
  return rest === ''
    ? (text.match(word) ?? []).map((item) => item.trim().replace(quoting, '$1$2$3'))
    : undefined
}

const blankItem = /(?:[^\s'"\\]|'[^'\n]*'|"[^"\n]*"|\\[^])+/g
const lineItem = /(?:[^\n'"\\]|'[^'\n]*'|"[^"\n]*"|\\[^])+/g
const quoting = /'([^'\n]*)'|"([^"\n]*)"|\\([^])/g

/** xargs: what it reads is added, or put in for the word of `-I`. */
const added = role((word, act) => {
  const { command, input, reading } = act
  const mark = reading.options.find(({ name }) => name === '--replace')
  const token = mark === undefined ? undefined : (mark.value ?? '{}')
  const range = [word.at, command.argv.length] as const
  const items = act.has('--arg-file') || input?.text === undefined ? undefined : itemsOf(input.text, act)
  if (items === undefined || items.length > mostWords) {
    const words = fill(act, range, (text) =>
      token !== undefined && text.includes(token) ? { text, open: true } : { text },
    )
    if (token !== undefined) return runFilled(act, words)
    words.open.push(words.argv.push('…') - 1)
    return runFilled(act, words, true)
  }
  if (token === undefined) {
    const words = fill(act, range, (text) => ({ text }))
    words.argv.push(...items)
    return runFilled(act, words)
  }
  for (const item of items)
    runFilled(
      act,
      fill(act, range, (text) => ({ text: text.replaceAll(token, item) })),
    )
})

/** GNU parallel: a command, then its words after `:::`, or whole commands there. */
const parallel = role((word, act) => {
  const { argv } = act.command
  const mark = argv.findIndex((text, at) => at >= word.at && /^::::?\+?$/.test(text))
  const end = mark < 0 ? argv.length : mark
  const items = mark < 0 || argv[mark]?.startsWith('::::') === true ? undefined : argv.slice(mark + 1)
  const range = [word.at, end] as const
  if (end === word.at) {
    for (const at of from(act, end + 1)) runText(act, [at])
    return
  }
  if (items === undefined || items.length > mostWords) {
    const words = fill(act, range, (text) => (/\{.*\}/.test(text) ? { text, open: true } : { text }))
    if (words.open.length === 0) words.open.push(words.argv.push('…') - 1)
    return runFilled(act, words, true)
  }
  for (const item of items) {
    const words = fill(act, range, (text) => ({ text: text.replaceAll('{}', item) }))
    if (!argv.slice(...range).some((text) => text.includes('{}'))) words.argv.push(item)
    runFilled(act, words)
  }
})

// ---- find

/** What `find` finds, as patterns of absolute paths: by name where each alternative has one. */
function found(act: Act): PathFact[] {
  const { argv } = act.command
  const starts = act.reading.operands.filter(({ text }) => !/^(?:[(),!]|\{\}|;|\+)$/.test(text))
  const first = act.reading.options.find(({ name }) => !/^-(?:[HLPD]|O\d?)$/.test(name))?.at ?? argv.length
  const roots = starts.filter(({ at }) => at < first)
  const names = namesOf(argv.slice(first))
  const step = act.reading.options.some(({ name, value }) => name === '-maxdepth' && value === '1')
    ? ''
    : '**/'
  return (roots.length === 0 ? [{ text: '.', at: -1 }] : roots).flatMap((word): PathFact[] => {
    const root = isOpen(act, word.at) ? undefined : place(word, act, ['reads'])
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

function findOpen(act: Act): boolean {
  return act.command.open !== undefined && act.command.open.length > 0
}

/** `-delete`, and the search itself, which reads no contents. */
const findDelete = role(
  (_, act) => {
    if (findOpen(act)) return doubtWord(act, { text: act.command.argv.join(' '), at: -1 }, ['deletes'])
    act.deletes.push(...found(act))
  },
  ['deletes'],
)

/** `-exec rm {} ;`: what it finds is put in for `{}`. */
const exec = role(({ at }, act) => {
  const { argv } = act.command
  const inside = act.reading.options.find((option) => option.from === at)
  const end = inside === undefined ? argv.length : inside.to
  const isEnded = argv[end - 1] === ';' || argv[end - 1] === '+'
  const range = [at, isEnded ? end - 1 : end] as const
  const isUsed = argv.slice(...range).some((text) => text.includes('{}'))
  if (!isUsed)
    return runFilled(
      act,
      fill(act, range, (text) => ({ text })),
    )
  if (findOpen(act))
    return runFilled(
      act,
      fill(act, range, (text) => (text.includes('{}') ? { text, open: true } : { text })),
    )
  for (const { path, tree } of found(act)) {
    const all = tree === true ? posix.join(path, '**') : path
    runFilled(
      act,
      fill(act, range, (text) =>
        text.includes('{}') ? { text: text.replaceAll('{}', all), glob: true } : { text },
      ),
    )
  }
})

// ---- environments

/** Options and words of `env -S`. */
const split = role((word, act) => {
  const last = act.reading.operands[0]
  runText(act, [word, ...(last === undefined ? [] : from(act, last.at))])
})

/** A directory of this machine that a container sees. */
const mount: Role = {
  about: ['reads', 'creates', 'edits', 'deletes'],
  apply(word, act) {
    const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(word.text)?.[1] ?? word.text.split(':')[0] ?? ''
    if (!/^[./~]/.test(source)) return
    act.unresolved.push({
      reason: `a container would see ${source}: what it does there cannot be known`,
      text: act.command.argv.join(' '),
      about: ['reads', 'creates', 'edits', 'deletes'],
    })
  },
}

/** `-o ProxyCommand=…` runs here. */
const sshOption: Role = {
  about: ['commands', 'hosts'],
  apply({ text }, act) {
    const [, key = '', value = ''] = /^\s*(\w+)[\s=]+([^]*)$/.exec(text) ?? []
    if (/^(?:proxycommand|localcommand|knownhostscommand|matchexec)$/i.test(key) && value !== 'none')
      act.runs.push({ kind: 'shell', text: value })
  },
}

export const runRoles = (): Roles => ({
  command,
  'command+': added,
  parallel,
  exec,
  'find-delete': findDelete,
  sh: role((word, act) => runText(act, [word])),
  'sh-words': role(({ at }, act) => runText(act, from(act, at))),
  'env-split': split,
  mount,
  'ssh-option': sshOption,
})
