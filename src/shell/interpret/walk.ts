// The structure of a script: lists, pipelines, branches, loops.
import { emitOutput, commonOutput, runCommand } from './commands.ts'
import { walkFor, walkWhile } from './loops.ts'
import { EMPTY, literalOf, matches, symbolic, UNKNOWN, type SymbolicText } from '../words/marks.ts'
import { createFrame, type Frame } from './facts/frame.ts'
import { applyRedirects } from './redirects.ts'
import type { CommandContext, Shell, ShellFunction } from './shell.ts'
import type {
  AndOr,
  Case,
  CompoundList,
  FunctionNode,
  If,
  Pipeline,
  PipelineNode,
  Redirected,
  Statement,
} from '../words/syntax.ts'
import { expandText, runSubstitutions } from '../words/words.ts'

const MAX_OUTPUT = 65_536

type Node = PipelineNode | AndOr | CompoundList

/** Runs statements one after the other and returns what they print. */
export function walkStatements(
  shell: Shell,
  statements: readonly Statement[],
  context: CommandContext,
): SymbolicText {
  let output = EMPTY
  for (const statement of statements) {
    if (shell.stopped) return UNKNOWN
    const printed =
      statement.background === true
        ? shell.scope.fork(() => walkNode(shell, statement.command, context))
        : walkNode(shell, statement.command, context)
    if (output.length + printed.length > MAX_OUTPUT) output = UNKNOWN
    else output = symbolic`${output}${printed}`
  }
  return output
}

function walkNode(shell: Shell, node: Node, context: CommandContext): SymbolicText {
  if (shell.stopped) return UNKNOWN
  switch (node.type) {
    case 'Command':
      return runCommand(shell, node, context)
    case 'AndOr':
      return walkList(shell, node, context)
    case 'Pipeline':
      return walkPipeline(shell, node, context)
    case 'CompoundList':
      return walkStatements(shell, node.commands, context)
    case 'BraceGroup':
      return walkStatements(shell, node.body.commands, context)
    case 'Subshell':
      return shell.scope.fork(() => walkStatements(shell, node.body.commands, context))
    case 'Redirected':
      return shell.sink.inside(() => walkRedirected(shell, node, context))
    case 'If':
      return walkIf(shell, node, context)
    case 'Case':
      return walkCase(shell, node, context)
    case 'For':
    case 'Select':
      return walkFor(shell, node, context)
    case 'While':
    case 'ArithmeticFor':
      return walkWhile(shell, node, context)
    case 'Function':
      return defineFunction(shell, node, context)
    case 'Coproc':
      return shell.scope.fork(() => walkNode(shell, node.body, context))
    case 'TestCommand':
    case 'ArithmeticCommand':
      shell.sink.inside(() => shell.scope.forEachCombination(() => runSubstitutions(shell, node, context)))
      return EMPTY
  }
}

/** `a && b || c`: commands after the first may not run. */
function walkList(shell: Shell, list: AndOr, context: CommandContext): SymbolicText {
  const { scope } = shell
  const [first, ...rest] = list.commands
  let start = scope.mark()
  let output = first === undefined ? EMPTY : walkNode(shell, first, context)
  let mark = scope.mark()
  rest.forEach((node, index) => {
    if (shell.stopped) return
    const before = list.commands[index]
    if (list.operators[index] === '&&') {
      const { ended } = scope
      start = scope.mark()
      output = symbolic`${output}${walkNode(shell, node, context)}`
      scope.ended = ended
    } else if (before !== undefined && changesState(before)) {
      const moved = scope.undo(start)
      mark = Math.min(mark, start)
      scope.runBranches([
        () => moved.forEach((value, name) => scope.set(name, value)),
        () => void walkNode(shell, node, context),
      ])
      output = UNKNOWN
    } else {
      scope.runBranches([() => void walkNode(shell, node, context)], true)
      output = UNKNOWN
    }
  })
  if (list.operators.includes('&&')) scope.markPartial(mark)
  return output
}

/** A `cd` or `git switch` that failed changes nothing. */
function changesState(node: PipelineNode): boolean {
  return node.type === 'Command' && matches(node.name?.text ?? EMPTY, /^(?:cd|pushd|popd|git|gh)$/)
}

function walkPipeline(shell: Shell, { commands }: Pipeline, context: CommandContext): SymbolicText {
  if (commands.length === 1 && commands[0] !== undefined) return walkNode(shell, commands[0], context)
  const pipeline = context.pipeline ?? shell.nextPipeline++
  let { stdin, stdinFile } = context
  let before: readonly Frame[] = []
  for (const stage of commands) {
    const frame = createFrame(shell.sink.frame, before)
    const inner: CommandContext = { ...context, pipeline, stdin, stdinFile }
    stdinFile = undefined
    stdin = shell.sink.inside(() => shell.scope.fork(() => walkNode(shell, stage, inner)), frame)
    before = [frame]
  }
  return stdin ?? UNKNOWN
}

function walkRedirected(shell: Shell, node: Redirected, context: CommandContext): SymbolicText {
  const outer = shell.outputReaders
  shell.outputReaders = []
  const piped = shell.substitutionFiles.size
  const pipeline = context.pipeline ?? shell.nextPipeline++
  const ways = shell.scope.forEachCombination(() =>
    applyRedirects(shell, node.redirects, { ...context, pipeline }),
  )
  const inputs = new Set(ways.map(({ stdin }) => stdin))
  const shares = shell.substitutionFiles.size > piped || context.pipeline !== undefined
  const stdin = inputs.size > 1 ? UNKNOWN : ways[0]?.stdin
  const inner: CommandContext = {
    ...context,
    pipeline: shares ? pipeline : undefined,
    ...(shares ? {} : { fedBy: pipeline }),
    ...(stdin !== undefined && { stdin, stdinFile: ways.length > 1 ? undefined : ways[0]?.stdinFile }),
  }
  const output = walkNode(shell, node.command, inner)
  return emitOutput(shell, { output, streams: ways[0], outer, pipeline })
}

function walkIf(shell: Shell, node: If, context: CommandContext): SymbolicText {
  const { scope } = shell
  walkStatements(shell, node.clause.commands, context)
  for (const { clause } of node.elif)
    scope.runBranches([() => void walkStatements(shell, clause.commands, context)], true)
  const bodies = [
    node.then,
    ...node.elif.map(({ then }) => then),
    ...(node.else === undefined ? [] : [node.else]),
  ]
  return walkBranches(shell, bodies, { context, orNone: node.else === undefined })
}

function walkBranches(
  shell: Shell,
  bodies: readonly CompoundList[],
  { context, orNone }: { readonly context: CommandContext; readonly orNone: boolean },
): SymbolicText {
  const outputs: SymbolicText[] = orNone ? [EMPTY] : []
  shell.scope.runBranches(
    bodies.map((body) => () => void outputs.push(walkStatements(shell, body.commands, context))),
    orNone,
  )
  return commonOutput(outputs)
}

function walkCase(shell: Shell, node: Case, context: CommandContext): SymbolicText {
  const { scope } = shell
  shell.sink.inside(() =>
    scope.forEachCombination(() => {
      expandText(shell, node.word, context)
      for (const { pattern } of node.items) for (const word of pattern) expandText(shell, word, context)
    }),
  )
  const falls = node.items.some(({ terminator }) => terminator === ';&' || terminator === ';;&')
  if (falls) {
    for (const { body } of node.items)
      scope.runBranches([() => void walkStatements(shell, body.commands, context)], true)
    return UNKNOWN
  }
  return walkBranches(
    shell,
    node.items.map(({ body }) => body),
    { context, orNone: true },
  )
}

/** It runs for every command that is not found. */
const isHandler = /^command_not_found_handler?$/

function defineFunction(shell: Shell, node: FunctionNode, context: CommandContext): SymbolicText {
  const body: readonly Statement[] =
    node.body.type === 'CompoundList'
      ? node.body.commands
      : [{ type: 'Statement', pos: node.pos, end: node.end, command: node.body, background: undefined }]
  const name = literalOf(node.name.value)
  if (name === undefined) return EMPTY
  const before = shell.functions.get(name)
  const [first] = body
  if (first !== undefined && before?.body.has(first.command) === true) return EMPTY
  const sure = shell.scope.conditionalDepth === 0 && shell.scope.subshellDepth === 0 && before === undefined
  const all: ShellFunction['body'] = before?.body ?? new Map()
  for (const statement of body) all.set(statement.command, statement)
  shell.functions.set(name, { body: all, sure })
  if (isHandler.test(name)) shell.scope.runBranches([() => void walkStatements(shell, body, context)], true)
  return EMPTY
}
