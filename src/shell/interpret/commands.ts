// Simple commands: assignments, redirects, words, and what they run.
import type { Assignment, Command, Word } from 'unbash'
import { expandPath } from '../path-expand.ts'
import { absolutePath } from '../absolute-path.ts'
import { builtins } from './builtins.ts'
import { followText, runProgram } from './follow.ts'
import type { Call } from './call.ts'
import { anything, isKnown, isPlain, shown } from '../words/marks.ts'
import { outputOf } from './output.ts'
import { redirect } from './redirects.ts'
import type { Streams } from './redirects.ts'
import { directory, positional, unknown } from './scope.ts'
import type { Value } from './scope.ts'
import { addText, addWritten, spend, stop } from './shell.ts'
import type { At, Field, Shell } from './shell.ts'
import { take } from './taken.ts'
import { expandText, expandWords, walkInside } from '../words/words.ts'

const mostCalls = 12
const mostElements = 4096
const noAssignments: Readonly<Record<string, string>> = {}
const none: readonly Assignment[] = []

/** Runs a simple command and returns what it prints, as far as that is known. */
export function runCommand(shell: Shell, command: Command, at: At): string {
  if (shell.stopped) return anything
  const shared = at.pipeline !== undefined
  const { wrappers, remote, stdin, depth } = at
  const around = {
    at: { wrappers, remote, stdin, depth, pipeline: at.pipeline ?? shell.nextPipeline++ },
    shared,
  }
  if (!shell.scope.choices) return runOnce(shell, command, around)
  return oneOf(shell.scope.everyWay(() => runOnce(shell, command, around)))
}

export function oneOf(outputs: readonly string[]): string {
  const [first = anything] = outputs
  return outputs.every((output) => output === first) ? first : anything
}

interface Around extends Pick<Call, 'at' | 'shared'> {
  /** The assignments in front of it have been made. */
  readonly meant?: true
}

function runOnce(shell: Shell, command: Command, around: Around): string {
  const { at } = around
  if (shell.stopped) return anything
  const outer = shell.beside
  shell.beside = []
  const fields = wordsOf(shell, command, at)
  shell.commandsLeft -= 1 + Math.floor(fields.length / 16)
  if (shell.commandsLeft < 0) stop(shell, 'the text has more commands than are read: split it up', '')
  const isBare = command.prefix.length === 0 || around.meant === true
  const assignments = isBare ? none : command.prefix.filter(isAssignment)
  const redirects = command.redirects
  const streams = redirects.length === 0 ? undefined : redirect(shell, redirects, at)
  let output = ''
  if (fields.length === 0) {
    assignments.forEach((each) => assign(shell, each, at))
    output = streams?.stdin ?? '' // $(< file)
  } else {
    const set = assignments.length === 0 ? noAssignments : valuesOf(shell, assignments, at)
    const stdin = streams?.stdin ?? at.stdin
    const call: Call = {
      at: stdin === at.stdin ? at : { ...at, stdin },
      shared: around.shared,
      fields,
      own: set,
      assignments: withExported(
        shell,
        assignments.length === 0 ? noAssignments : shownValues(assignments, set),
      ),
    }
    const expanded = command.name === undefined ? undefined : shell.aliases.get(command.name.text)
    if (expanded !== undefined) runAlias(shell, expanded, { command, at })
    output = dispatch(shell, call)
    if (isMeant(command, assignments)) runAsMeant(shell, { command, assignments }, around)
  }
  return emit(shell, { output, streams, outer, pipeline: at.pipeline })
}

/** `X=a cmd $X`: the words have what X was before, and whoever writes it means what it is now. */
function isMeant({ name, args }: Command, assignments: readonly Assignment[]): boolean {
  return assignments.some((each) => {
    const mention = new RegExp(String.raw`\$\{?${each.name}\b`)
    return [name, ...args].some(
      (word) => word !== undefined && mention.test(word.text.replace(/'[^']*'/g, '')),
    )
  })
}

interface Meant {
  readonly command: Command
  readonly assignments: readonly Assignment[]
}

/** Both count. */
function runAsMeant(shell: Shell, { command, assignments }: Meant, around: Around): void {
  shell.scope.fork(() => {
    for (const each of assignments) {
      assign(shell, each, around.at)
      shell.scope.set(each.name, { ...(shell.scope.get(each.name) ?? unknown), exported: true })
    }
    runOnce(shell, command, { ...around, meant: true })
  })
}

function isAssignment(item: Command['prefix'][number]): item is Assignment {
  return item.type === 'Assignment'
}

function wordsOf(shell: Shell, command: Command, at: At): Field[] {
  if (command.name === undefined) return []
  const { args } = command
  if (args.every((item): item is Word => item.type === 'Word'))
    return expandWords(shell, [command.name, ...args], at)
  const fields = expandWords(shell, [command.name], at)
  for (const item of args) {
    if (item.type === 'Word') fields.push(...expandWords(shell, [item], at))
    else fields.push(declared(shell, item, at))
  }
  return fields
}

/** `X=…` behind `export` and the like is not split. */
function declared(shell: Shell, item: Assignment, at: At): Field {
  if (item.value.type === 'ArrayValue' || item.index !== undefined) {
    assign(shell, item, at)
    return { text: item.name, written: item.text }
  }
  const text = `${item.name}${item.append === true ? '+' : ''}=${expandText(shell, item.value, at)}`
  return { text, written: item.text }
}

interface Printed {
  readonly output: string
  readonly streams: Streams | undefined
  readonly outer: Shell['beside']
  readonly pipeline: number
}

/** Hands the output to what stands beside the command, and to the file it goes to. */
export function emit(shell: Shell, { output, streams, outer, pipeline }: Printed): string {
  const beside = shell.beside
  shell.beside = outer
  for (const run of beside) run(output)
  if (streams === undefined || streams.out === 'on') return output
  if (streams.out === 'file') addText(shell, output)
  if (streams.file === undefined) return ''
  addWritten(shell, streams.file, output)
  if (!isKnown(output))
    take(shell, streams.file, { pipeline, program: shell.fetching.get(pipeline) ?? 'a command' })
  return ''
}

// ---- variables

function assign(shell: Shell, each: Assignment, at: At): void {
  const { scope } = shell
  const { name, value, append, index } = each
  if (index !== undefined) {
    walkInside(shell, index, at)
    if (value.type === 'Word') expandText(shell, value, at)
    return scope.set(name, unknown)
  }
  if (value.type === 'ArrayValue') {
    const list = expandWords(shell, value.elements, at).map(({ text }) => text)
    if (value.elements.some((word) => /^\[.*\]\+?=/s.test(word.text))) return scope.set(name, unknown)
    const before = append === true ? elementsOf(scope.get(name)) : []
    const all =
      before === undefined || before.length + list.length > mostElements ? undefined : [...before, ...list]
    return scope.set(name, all === undefined ? unknown : { texts: [all[0] ?? ''], list: all })
  }
  const text = expandText(shell, value, at)
  const whole = append === true ? `${scope.text(name) ?? anything}${text}` : text
  scope.set(name, { texts: [whole.length > 65_536 ? anything : whole] })
}

/** Undefined when they cannot be known. */
function elementsOf(value: Value | undefined): readonly string[] | undefined {
  if (value === undefined || value.unset === true) return []
  const [text = anything, ...others] = value.texts
  return value.list ?? (others.length > 0 || !isKnown(text) ? undefined : [text])
}

/** With marks, as the command's own shell would have them. */
function valuesOf(
  shell: Shell,
  assignments: readonly Assignment[],
  at: At,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { name, value } of assignments)
    if (value.type !== 'ArrayValue') values[name] = expandText(shell, value, at)
  return values
}

/** What is not known stands as written. */
function shownValues(
  assignments: readonly Assignment[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const { name, value } of assignments) {
    const text = values[name]
    if (text !== undefined && value.type !== 'ArrayValue')
      made[name] = isKnown(text) ? shown(text) : value.value
  }
  return made
}

function withExported(shell: Shell, set: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!shell.scope.exports || !spend(shell, shell.scope.size)) return set
  let all: Record<string, string> | undefined
  for (const [name, text] of shell.scope.exported())
    (all ??= {})[name] = isKnown(text) ? shown(text) : shown(text).replaceAll('…', '$…')
  return all === undefined ? set : Object.assign(all, set)
}

// ---- what runs

/** Runs one command of this shell: a function, a builtin or a program. */
function dispatch(shell: Shell, call: Call): string {
  if (shell.stopped) return anything
  const name = call.fields[0]?.text ?? ''
  if (call.fields.length === 0) return ''
  if (!isPlain(name)) return isKnown(name) ? runMatching(shell, call) : runUnknown(shell, call)
  const defined = call.plain === true ? undefined : shell.functions.get(name)
  if (defined !== undefined) {
    const output = callFunction(shell, call, name)
    if (defined.sure && shell.functions.get(name) === defined) return output
  }
  const builtin = builtins.get(name)
  if (builtin === undefined) runProgram(shell, call)
  else {
    const output = builtin(shell, call, dispatch)
    if (output !== undefined) return output
  }
  return outputOf(shell, call)
}

function runUnknown(shell: Shell, call: Call): string {
  runProgram(shell, call)
  return anything
}

/** A program named by a pattern: every file that it could be. */
function runMatching(shell: Shell, call: Call): string {
  const [first, ...rest] = call.fields
  const path = absolutePath(shell.scope.text(directory) ?? '', shown(first?.text ?? ''))
  const found = path === undefined ? undefined : expandPath(path, shell.world.files)
  if (found === undefined || found.length > mostCalls) {
    runProgram(shell, { ...call, fields: [{ text: anything, written: first?.written ?? '' }, ...rest] })
    return anything
  }
  for (const each of found) runProgram(shell, { ...call, fields: [{ text: each, written: each }, ...rest] })
  return anything
}

function callFunction(shell: Shell, call: Call, name: string): string {
  const { scope } = shell
  const defined = shell.functions.get(name)
  if (defined === undefined) return anything
  const depth = call.at.depth + 1
  if (depth > mostCalls) {
    stop(shell, `the function ${name} calls itself: write its commands out`, name)
    return anything
  }
  const args = call.fields.slice(1).map(({ text }) => text)
  const before = scope.get(positional)
  const outerLocals = shell.locals
  shell.locals = new Map()
  for (const [name, text] of Object.entries(call.own)) {
    shell.locals.set(name, scope.get(name))
    scope.set(name, { texts: [text] })
  }
  scope.set(positional, { texts: [args.join(' ')], list: args })
  const pipeline = call.shared ? call.at.pipeline : undefined
  const output = shell.walk(shell, defined.body, { ...call.at, pipeline, depth })
  for (const [local, value] of shell.locals) scope.set(local, value ?? unknown)
  shell.locals = outerLocals
  scope.set(positional, before ?? unknown)
  return output
}

interface Aliased {
  readonly command: Command
  readonly at: At
}

function runAlias(shell: Shell, text: string, { command, at }: Aliased): void {
  const rest = command.args.map((word) => word.text).join(' ')
  shell.scope.join(
    [() => void followText(shell, { text: `${text} ${rest}` }, { ...at, depth: at.depth + 1 })],
    true,
  )
}
