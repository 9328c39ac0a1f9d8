// Simple commands: assignments, redirects, words, and what they run.
import type { Assignment, Command, Word } from 'unbash'
import { expandPath } from '../path-expand.ts'
import { absolutePath } from '../absolute-path.ts'
import { builtins } from './builtins.ts'
import { followText, runProgram } from './follow.ts'
import type { CommandCall } from './call.ts'
import { UNKNOWN, isKnown, isLiteral, displayText } from '../words/marks.ts'
import { outputOf } from './output.ts'
import { withInput } from './input.ts'
import { applyRedirects } from './redirects.ts'
import type { Streams } from './redirects.ts'
import { CWD, LAST_WORD, POSITIONAL, unknownValue } from './scope.ts'
import type { VariableValue } from './scope.ts'
import { addWrittenText, isTooDeep, spendCharacters, spendCommand, stopReading } from './shell.ts'
import { recordWrittenFile } from './files/written.ts'
import type { CommandContext, Field, Shell } from './shell.ts'
import { markFetched } from './files/fetched.ts'
import { addSocketSend, recordOrigin } from './sending.ts'
import { expandBraces } from '../words/braces.ts'
import { evaluateArithmetic, runCodeInPrompt } from '../words/evaluated.ts'
import { expandText, expandWords, runSubstitutions } from '../words/words.ts'

const MAX_CALLS = 12
const MAX_ELEMENTS = 4096
const noAssignments: Readonly<Record<string, string>> = {}
const none: readonly Assignment[] = []

/** Runs a simple command and returns what it prints, as far as that is known. */
export function runCommand(shell: Shell, command: Command, context: CommandContext): string {
  if (shell.stopped) return UNKNOWN
  const shared = context.pipeline !== undefined
  const callContext = {
    context: { ...context, pipeline: context.pipeline ?? shell.nextPipeline++ },
    shared,
  }
  if (!shell.scope.hasAlternatives) return runOnce(shell, command, callContext)
  return commonOutput(shell.scope.forEachCombination(() => runOnce(shell, command, callContext)))
}

export function commonOutput(outputs: readonly string[]): string {
  const [first = UNKNOWN] = outputs
  return outputs.every((output) => output === first) ? first : UNKNOWN
}

interface CallContext extends Pick<CommandCall, 'context' | 'shared'> {
  /** Its own assignments are already in effect. */
  readonly meant?: true
}

function runOnce(shell: Shell, command: Command, callContext: CallContext): string {
  const { context } = callContext
  if (shell.stopped) return UNKNOWN
  const outer = shell.outputReaders
  shell.outputReaders = []
  const fields = wordsOf(shell, command, context)
  spendCommand(shell, fields.length)
  const isBare = command.prefix.length === 0 || callContext.meant === true
  const assignments = isBare ? none : command.prefix.filter(isAssignment)
  const redirects = command.redirects
  const streams = redirects.length === 0 ? undefined : applyRedirects(shell, redirects, context)
  let output = ''
  if (fields.length === 0) {
    assignments.forEach((each) => assign(shell, each, context))
    output = streams?.stdin ?? '' // $(< file)
  } else {
    const set = assignments.length === 0 ? noAssignments : valuesOf(shell, assignments, context)
    const call: CommandCall = {
      context: streams?.stdin === undefined ? context : withInput(context, streams),
      shared: callContext.shared,
      fields,
      own: set,
      assignments: withExported(
        shell,
        assignments.length === 0 ? noAssignments : shownValues(assignments, set),
      ),
    }
    const expanded = command.name === undefined ? undefined : shell.aliases.get(command.name.text)
    if (expanded !== undefined) runAlias(shell, expanded, { command, context })
    output = dispatch(shell, call)
    if (usesOwnAssignments(command, assignments)) runAssigned(shell, { command, assignments }, callContext)
  }
  if (shell.usesLastWord) shell.scope.set(LAST_WORD, { texts: [fields.at(-1)?.text ?? ''] })
  return emitOutput(shell, { output, streams, outer, pipeline: context.pipeline })
}

/** `X=a cmd $X`: the shell expands the old X, the author probably means the new one. */
function usesOwnAssignments({ name, args }: Command, assignments: readonly Assignment[]): boolean {
  return assignments.some((each) => {
    const mention = new RegExp(String.raw`\$\{?${each.name}\b`)
    return [name, ...args].some(
      (word) => word !== undefined && mention.test(word.text.replace(/'[^']*'/g, '')),
    )
  })
}

function runAssigned(
  shell: Shell,
  { command, assignments }: { readonly command: Command; readonly assignments: readonly Assignment[] },
  callContext: CallContext,
): void {
  shell.scope.fork(() => {
    for (const each of assignments) {
      assign(shell, each, callContext.context)
      shell.scope.set(each.name, { ...(shell.scope.get(each.name) ?? unknownValue), exported: true })
    }
    runOnce(shell, command, { ...callContext, meant: true })
  })
}

function isAssignment(item: Command['prefix'][number]): item is Assignment {
  return item.type === 'Assignment'
}

function wordsOf(shell: Shell, command: Command, context: CommandContext): Field[] {
  if (command.name === undefined) return []
  const { args } = command
  if (args.every((item): item is Word => item.type === 'Word'))
    return expandWords(shell, [command.name, ...args], context)
  const fields = expandWords(shell, [command.name], context)
  for (const item of args) {
    if (item.type === 'Word') fields.push(...expandWords(shell, [item], context))
    else for (const each of bracedOf(shell, item)) fields.push(expandDeclared(shell, each, context))
  }
  return fields
}

/** `declare X={a,b}` is `declare X=a X=b`. */
function bracedOf(shell: Shell, item: Assignment): readonly Assignment[] {
  const { name, value, append } = item
  if (value.type === 'ArrayValue' || !value.text.includes('{')) return [item]
  const texts = expandBraces(value.text) ?? []
  if (texts.length < 2 || !spendCharacters(shell, texts.length * value.text.length)) return [item]
  const words = texts.map((text) => `${name}${append === true ? '+' : ''}=${text}`)
  const command = shell.parse(`declare ${words.join(' ')}`).commands[0]?.command
  return command?.type === 'Command' ? command.args.filter((each) => each.type === 'Assignment') : [item]
}

/** `X=…` after `export` and the like is not split. */
function expandDeclared(shell: Shell, item: Assignment, context: CommandContext): Field {
  if (item.value.type === 'ArrayValue' || item.index !== undefined) {
    assign(shell, item, context)
    return { text: item.name, written: item.text }
  }
  recordOrigin(shell, { name: item.name, written: item.value.text }, context)
  const text = `${item.name}${item.append === true ? '+' : ''}=${expandText(shell, item.value, context)}`
  return { text, written: item.text }
}

/** Passes the output to process substitutions and to the redirected file. */
export function emitOutput(
  shell: Shell,
  {
    output,
    streams,
    outer,
    pipeline,
  }: {
    readonly output: string
    readonly streams: Streams | undefined
    readonly outer: Shell['outputReaders']
    readonly pipeline: number
  },
): string {
  const beside = shell.outputReaders
  shell.outputReaders = outer
  for (const run of beside) run(output)
  if (streams === undefined || streams.out === 'on') return output
  if (streams.socket !== undefined) addSocketSend(shell, streams.socket, { output, pipeline })
  if (streams.out === 'file') addWrittenText(shell, output)
  if (streams.file === undefined) return ''
  recordWrittenFile(shell, streams.file, output)
  if (!isKnown(output))
    markFetched(shell, streams.file, {
      pipeline,
      program: shell.fetchingPrograms.get(pipeline) ?? 'a command',
    })
  return ''
}

function assign(shell: Shell, each: Assignment, context: CommandContext): void {
  const { scope } = shell
  const { name, value, append, index } = each
  if (index !== undefined) {
    runSubstitutions(shell, index, context)
    evaluateArithmetic(shell, index.text, context)
    if (name === ALIASES && value.type === 'Word')
      shell.aliases.set(index.value, expandText(shell, value, context))
    else if (value.type === 'Word') expandText(shell, value, context)
    return scope.set(name, unknownValue)
  }
  if (value.type === 'ArrayValue') {
    if (name === ALIASES) value.elements.forEach(({ value: element }) => setAlias(shell, element))
    const list = expandWords(shell, value.elements, context).map(({ text }) => text)
    if (value.elements.some((word) => /^\[.*\]\+?=/s.test(word.text))) return scope.set(name, unknownValue)
    const before = append === true ? elementsOf(scope.get(name)) : []
    const all =
      before === undefined || before.length + list.length > MAX_ELEMENTS ? undefined : [...before, ...list]
    return scope.set(name, all === undefined ? unknownValue : { texts: [all[0] ?? ''], list: all })
  }
  recordOrigin(shell, { name, written: value.text }, context)
  const text = expandText(shell, value, context)
  if (name === 'PS4') runCodeInPrompt(shell, text, context)
  const whole = append === true ? `${scope.text(name) ?? UNKNOWN}${text}` : text
  scope.set(name, { texts: [whole.length > 65_536 ? UNKNOWN : whole] })
}

/** `BASH_ALIASES[name]=text`, or `([name]=text)`, is what `alias name=text` is. */
const ALIASES = 'BASH_ALIASES'

function setAlias({ aliases }: Shell, element: string): void {
  const [, name, text] = /^\[([^\]]+)\]=([^]*)$/.exec(element) ?? []
  if (name !== undefined && text !== undefined) aliases.set(name, text)
}

function elementsOf(value: VariableValue | undefined): readonly string[] | undefined {
  if (value === undefined || value.unset === true) return []
  const [text = UNKNOWN, ...others] = value.texts
  return value.list ?? (others.length > 0 || !isKnown(text) ? undefined : [text])
}

/** Values with marks. */
function valuesOf(
  shell: Shell,
  assignments: readonly Assignment[],
  context: CommandContext,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { name, value } of assignments)
    if (value.type !== 'ArrayValue') values[name] = expandText(shell, value, context)
  return values
}

/** Unknown values are shown as written. */
function shownValues(
  assignments: readonly Assignment[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const { name, value } of assignments) {
    const text = values[name]
    if (text !== undefined && value.type !== 'ArrayValue')
      made[name] = isKnown(text) ? displayText(text) : value.value
  }
  return made
}

function withExported(shell: Shell, set: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!shell.scope.hasExports || !spendCharacters(shell, shell.scope.size)) return set
  let all: Record<string, string> | undefined
  for (const [name, text] of shell.scope.exported())
    (all ??= {})[name] = isKnown(text) ? displayText(text) : displayText(text).replaceAll('…', '$…')
  return all === undefined ? set : Object.assign(all, set)
}

function dispatch(shell: Shell, call: CommandCall): string {
  const name = call.fields[0]?.text ?? ''
  if (shell.stopped || isTooDeep(shell, call.context, name)) return UNKNOWN
  if (call.fields.length === 0) return ''
  if (!isLiteral(name)) {
    if (isKnown(name)) runMatching(shell, call)
    else runProgram(shell, call)
    return UNKNOWN
  }
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

/** A program named by a glob: every file that matches. */
function runMatching(shell: Shell, call: CommandCall): void {
  const [first, ...rest] = call.fields
  const path = absolutePath(shell.scope.text(CWD) ?? '', displayText(first?.text ?? ''))
  const found = path === undefined ? undefined : expandPath(path, shell.world.files)
  const programs: readonly Field[] =
    found === undefined || found.length > MAX_CALLS
      ? [{ text: UNKNOWN, written: first?.written ?? '' }]
      : found.map((each) => ({ text: each, written: each }))
  for (const program of programs) runProgram(shell, { ...call, fields: [program, ...rest] })
}

function callFunction(shell: Shell, call: CommandCall, name: string): string {
  const { scope } = shell
  const defined = shell.functions.get(name)
  if (defined === undefined) return UNKNOWN
  const depth = call.context.depth + 1
  if (depth > MAX_CALLS) {
    stopReading(shell, `the function ${name} calls itself: write its commands out`, name)
    return UNKNOWN
  }
  const args = call.fields.slice(1).map(({ text }) => text)
  const before = scope.get(POSITIONAL)
  const outerLocals = shell.locals
  shell.locals = new Map()
  for (const [name, text] of Object.entries(call.own)) {
    shell.locals.set(name, scope.get(name))
    scope.set(name, { texts: [text] })
  }
  scope.set(POSITIONAL, { texts: [args.join(' ')], list: args })
  const pipeline = call.shared ? call.context.pipeline : undefined
  const output = shell.walk(shell, [...defined.body.values()], { ...call.context, pipeline, depth })
  for (const [local, value] of shell.locals) scope.set(local, value ?? unknownValue)
  shell.locals = outerLocals
  scope.set(POSITIONAL, before ?? unknownValue)
  return output
}

function runAlias(
  shell: Shell,
  text: string,
  { command, context }: { readonly command: Command; readonly context: CommandContext },
): void {
  const rest = command.args.map((word) => word.text).join(' ')
  shell.scope.runBranches(
    [() => void followText(shell, { text: `${text} ${rest}` }, { ...context, depth: context.depth + 1 })],
    true,
  )
}
