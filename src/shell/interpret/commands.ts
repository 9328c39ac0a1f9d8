// Simple commands: assignments, redirects, words, and what they run.
import { expandPath } from '../path-expand.ts'
import {
  assign,
  bracedOf,
  expandDeclared,
  nameOf,
  shownValues,
  valuesOf,
  withExported,
} from './assignments.ts'
import { builtins } from './builtins.ts'
import { followText } from './files/follow-text.ts'
import { runProgram } from './follow.ts'
import { type CommandCall, recordCommand } from './call.ts'
import {
  displayText,
  EMPTY,
  isKnown,
  joinTexts,
  literalOf,
  literalText,
  matches,
  symbolic,
  UNKNOWN,
  type SymbolicText,
} from '../words/marks.ts'
import { outputOf } from './output.ts'
import { withInput } from './input.ts'
import { applyRedirects } from './redirects.ts'
import type { Streams } from './redirects.ts'
import { LAST_WORD, pathOf, POSITIONAL, unknownValue } from './scope.ts'
import { addWrittenText, isTooDeep, spendCommand, stopReading } from './shell.ts'
import { recordWrittenFile } from './files/written.ts'
import type { CommandContext, WordField, Shell } from './shell.ts'
import { markFetched } from './files/fetched.ts'
import { addSocketSend } from './sending.ts'
import { EXPORTS, useSource } from './facts/sources.ts'
import type { Assignment, Command, Word } from '../words/syntax.ts'
import { expandWords } from '../words/words.ts'

const MAX_CALLS = 12
const noAssignments: Readonly<Record<string, never>> = {}
const none: readonly Assignment[] = []
/** `> file` does what `: > file` does. */
const nothing: Pick<CommandCall, 'fields' | 'own' | 'assignments'> = {
  fields: [{ text: literalText(':'), written: ':' }],
  own: noAssignments,
  assignments: noAssignments,
}

/** Runs a simple command and returns what it prints, as far as that is known. */
export function runCommand(shell: Shell, command: Command, context: CommandContext): SymbolicText {
  if (shell.stopped) return UNKNOWN
  const shared = context.pipeline !== undefined
  const callContext = {
    context: { ...context, pipeline: context.pipeline ?? shell.nextPipeline++ },
    shared,
  }
  if (!shell.scope.hasAlternatives) return runOnce(shell, command, callContext)
  return commonOutput(shell.scope.forEachCombination(() => runOnce(shell, command, callContext)))
}

export function commonOutput(outputs: readonly SymbolicText[]): SymbolicText {
  const [first = UNKNOWN] = outputs
  return outputs.every((output) => output === first) ? first : UNKNOWN
}

interface CommandCallContext extends Pick<CommandCall, 'context' | 'shared'> {
  /** Its own assignments are already in effect. */
  readonly meant?: true
}

function runOnce(shell: Shell, command: Command, callContext: CommandCallContext): SymbolicText {
  return shell.sink.inside(() => runInside(shell, command, callContext))
}

function runInside(shell: Shell, command: Command, callContext: CommandCallContext): SymbolicText {
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
  let output = EMPTY
  if (fields.length === 0) {
    assignments.forEach((each) => assign(shell, each, context))
    // A file is written somewhere, in some state of the repository: only a command says where.
    if (streams?.out === 'file') recordCommand(shell, { ...callContext, ...nothing })
    output = streams?.stdin ?? EMPTY // $(< file)
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
    const expanded =
      shell.aliases.size === 0 ? undefined : shell.aliases.get(literalOf(command.name?.text) ?? '')
    if (expanded !== undefined) runAlias(shell, expanded, { command, context })
    useSource(shell, EXPORTS)
    output = dispatch(shell, call)
    if (usesOwnAssignments(command, assignments)) runAssigned(shell, { command, assignments }, callContext)
  }
  if (shell.usesLastWord) shell.scope.set(LAST_WORD, { texts: [fields.at(-1)?.text ?? EMPTY] })
  return emitOutput(shell, { output, streams, outer, pipeline: context.pipeline })
}

/** `X=a cmd $X`: the shell expands the old X, the author probably means the new one. */
function usesOwnAssignments({ name, args }: Command, assignments: readonly Assignment[]): boolean {
  return assignments.some((each) => {
    const mention = new RegExp(String.raw`\$\{?${nameOf(each)}\b`)
    return [name, ...args].some(
      (word) => word !== undefined && matches(word.text.replace(/'[^']*'/g, ''), mention),
    )
  })
}

function runAssigned(
  shell: Shell,
  { command, assignments }: { readonly command: Command; readonly assignments: readonly Assignment[] },
  callContext: CommandCallContext,
): void {
  shell.scope.fork(() => {
    for (const each of assignments) {
      assign(shell, each, callContext.context)
      const name = nameOf(each)
      shell.scope.set(name, { ...(shell.scope.get(name) ?? unknownValue), exported: true })
    }
    runOnce(shell, command, { ...callContext, meant: true })
  })
}

function isAssignment(item: Command['prefix'][number]): item is Assignment {
  return item.type === 'Assignment'
}

function wordsOf(shell: Shell, command: Command, context: CommandContext): WordField[] {
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

/** Passes the output to process substitutions and to the redirected file. */
export function emitOutput(
  shell: Shell,
  {
    output,
    streams,
    outer,
    pipeline,
  }: {
    readonly output: SymbolicText
    readonly streams: Streams | undefined
    readonly outer: Shell['outputReaders']
    readonly pipeline: number
  },
): SymbolicText {
  const beside = shell.outputReaders
  shell.outputReaders = outer
  for (const run of beside) run(output)
  if (streams === undefined || streams.out === 'on') return output
  if (streams.socket !== undefined) addSocketSend(shell, streams.socket, { output, pipeline })
  if (streams.out === 'file')
    addWrittenText(shell, output, streams.appends === true ? undefined : streams.file)
  if (streams.file === undefined) return EMPTY
  recordWrittenFile(shell, streams.file, output)
  if (!isKnown(output))
    markFetched(shell, streams.file, {
      pipeline,
      program: shell.fetchingPrograms.get(pipeline) ?? 'a command',
    })
  return EMPTY
}

function dispatch(shell: Shell, call: CommandCall): SymbolicText {
  const word = call.fields[0]?.text ?? EMPTY
  if (shell.stopped || isTooDeep(shell, call.context, displayText(word))) return UNKNOWN
  if (call.fields.length === 0) return EMPTY
  const name = literalOf(word)
  if (name === undefined) {
    if (isKnown(word)) runMatching(shell, call)
    else runProgram(shell, call)
    return UNKNOWN
  }
  const defined = call.plain === true ? undefined : shell.functions.get(name)
  if (defined !== undefined) {
    const output = callFunction(shell, call, name)
    if (defined.sure && shell.functions.get(name) === defined) return output
  }
  const builtin = builtins.get(name)
  const output = builtin === undefined ? runProgram(shell, call) : builtin(shell, call, dispatch)
  return output ?? outputOf(shell, call)
}

/** A program named by a glob: every file that matches. */
function runMatching(shell: Shell, call: CommandCall): void {
  const [first, ...rest] = call.fields
  const path = pathOf(shell.scope, first?.text ?? EMPTY)
  const found = path === undefined ? undefined : expandPath(path.path, shell.world.files)
  const programs: readonly WordField[] =
    found === undefined || found.length > MAX_CALLS
      ? [{ text: UNKNOWN, written: first?.written ?? '' }]
      : found.map((each) => ({ text: literalText(each), written: each }))
  for (const program of programs)
    shell.sink.inside(() => runProgram(shell, { ...call, fields: [program, ...rest] }))
}

function callFunction(shell: Shell, call: CommandCall, name: string): SymbolicText {
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
  scope.set(POSITIONAL, { texts: [joinTexts(args, ' ')], list: args })
  const pipeline = call.shared ? call.context.pipeline : undefined
  const output = shell.walk(shell, [...defined.body.values()], { ...call.context, pipeline, depth })
  for (const [local, value] of shell.locals) scope.set(local, value ?? unknownValue)
  shell.locals = outerLocals
  scope.set(POSITIONAL, before ?? unknownValue)
  return output
}

function runAlias(
  shell: Shell,
  text: SymbolicText,
  { command, context }: { readonly command: Command; readonly context: CommandContext },
): void {
  const rest = joinTexts(
    command.args.map((word) => word.text),
    ' ',
  )
  shell.scope.runBranches(
    [
      () =>
        void followText(shell, { text: symbolic`${text} ${rest}` }, { ...context, depth: context.depth + 1 }),
    ],
    true,
  )
}
