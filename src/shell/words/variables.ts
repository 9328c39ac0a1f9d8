// Commands that set the shell's variables, parameters and aliases.
import { operands, textsOf } from '../interpret/call.ts'
import type { Call } from '../interpret/call.ts'
import { anything, isKnown, isPlain, number } from './marks.ts'
import { outputOf } from '../interpret/output.ts'
import { positional, unknown } from '../interpret/scope.ts'
import type { Value } from '../interpret/scope.ts'
import type { Shell } from '../interpret/shell.ts'

const mostLines = 24

export function declare(shell: Shell, call: Call, exports = false): void {
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

export function unset(shell: Shell, call: Call): void {
  for (const name of operands(call)) {
    const defined = shell.functions.get(name)
    if (defined !== undefined) shell.functions.set(name, { ...defined, sure: false })
    if (/^\w+$/.test(name) && !textsOf(call).includes('-f'))
      shell.scope.set(name, { texts: [''], unset: true, exported: false })
  }
}

/** Every word that could be a name becomes unknown, or one of the lines when those are known. */
export function readInto(shell: Shell, call: Call): void {
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

export function assignNumbers(shell: Shell, call: Call): void {
  for (const word of textsOf(call))
    for (const [, name = ''] of word.matchAll(
      /([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=|([A-Za-z_]\w*)(?:\+\+|--)/g,
    ))
      if (name !== '') shell.scope.set(name, { texts: [number] })
}

export function printInto(shell: Shell, call: Call): void {
  const [option, name] = textsOf(call)
  if (option !== '-v' || name === undefined || !/^\w+$/.test(name)) return
  shell.scope.set(name, {
    texts: [outputOf(shell, { ...call, fields: [...call.fields.slice(0, 1), ...call.fields.slice(3)] })],
  })
}

export function setParameters(shell: Shell, call: Call): void {
  const words = textsOf(call)
  if (words.some((word, at) => /^-\w*a/.test(word) || (word === 'allexport' && words[at - 1] === '-o')))
    shell.scope.exportsAll = true
  const start = words.indexOf('--')
  if (start < 0 && (words.length === 0 || /^[-+]/.test(words[0] ?? ''))) return
  const list = words.slice(start + 1)
  shell.scope.set(positional, parameters(list))
}

function parameters(list: readonly string[]): Value {
  return { texts: [list.join(' ')], list }
}

export function shift(shell: Shell, call: Call): void {
  const list = shell.scope.get(positional)?.list
  const count = Number(operands(call)[0] ?? '1')
  shell.scope.set(
    positional,
    list === undefined || !Number.isInteger(count) ? unknown : parameters(list.slice(count)),
  )
}

export function alias(shell: Shell, call: Call): void {
  for (const word of textsOf(call)) {
    const [, name = '', text = ''] = /^([^\s=]+)=([^]*)$/.exec(word) ?? []
    if (name !== '') shell.aliases.set(name, text)
  }
}
