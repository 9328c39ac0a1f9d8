// The structure of a script: lists, pipelines, branches, loops.
import type {
  AndOr,
  Case,
  CompoundList,
  Function as FunctionNode,
  If,
  Pipeline,
  PipelineNode,
  Redirected,
  Statement,
} from 'unbash'
import { emit, oneOf, runCommand } from './commands.ts'
import { walkFor, walkWhile } from './loops.ts'
import { anything } from '../words/marks.ts'
import { redirect } from './redirects.ts'
import type { At, Shell } from './shell.ts'
import { expandText, walkInside } from '../words/words.ts'

const mostOutput = 65_536

type Node = PipelineNode | AndOr | CompoundList

/** Runs statements one after the other and returns what they print. */
export function walk(shell: Shell, statements: readonly Statement[], at: At): string {
  let output = ''
  for (const statement of statements) {
    if (shell.stopped) return anything
    const printed =
      statement.background === true
        ? shell.scope.fork(() => walkNode(shell, statement.command, at))
        : walkNode(shell, statement.command, at)
    if (output.length + printed.length > mostOutput) output = anything
    else output += printed
  }
  return output
}

function walkNode(shell: Shell, node: Node, at: At): string {
  if (shell.stopped) return anything
  switch (node.type) {
    case 'Command':
      return runCommand(shell, node, at)
    case 'AndOr':
      return walkList(shell, node, at)
    case 'Pipeline':
      return walkPipeline(shell, node, at)
    case 'CompoundList':
      return walk(shell, node.commands, at)
    case 'BraceGroup':
      return walk(shell, node.body.commands, at)
    case 'Subshell':
      return shell.scope.fork(() => walk(shell, node.body.commands, at))
    case 'Redirected':
      return walkRedirected(shell, node, at)
    case 'If':
      return walkIf(shell, node, at)
    case 'Case':
      return walkCase(shell, node, at)
    case 'For':
    case 'Select':
      return walkFor(shell, node, at)
    case 'While':
    case 'ArithmeticFor':
      return walkWhile(shell, node, at)
    case 'Function':
      return define(shell, node)
    case 'Coproc':
      return shell.scope.fork(() => walkNode(shell, node.body, at))
    case 'TestCommand':
    case 'ArithmeticCommand':
      shell.scope.everyWay(() => walkInside(shell, node, at))
      return ''
  }
}

/** `a && b || c`: what follows the first runs in some cases only. */
function walkList(shell: Shell, list: AndOr, at: At): string {
  const { scope } = shell
  const [first, ...rest] = list.commands
  let start = scope.mark()
  let output = first === undefined ? '' : walkNode(shell, first, at)
  let mark = scope.mark()
  rest.forEach((node, index) => {
    if (shell.stopped) return
    const before = list.commands[index]
    if (list.operators[index] === '&&') {
      const { ended } = scope
      start = scope.mark()
      output += walkNode(shell, node, at)
      scope.ended = ended
    } else if (before !== undefined && isMove(before)) {
      const moved = scope.undo(start)
      mark = Math.min(mark, start)
      scope.join([
        () => moved.forEach((value, name) => scope.set(name, value)),
        () => void walkNode(shell, node, at),
      ])
      output = anything
    } else {
      scope.join([() => void walkNode(shell, node, at)], true)
      output = anything
    }
  })
  if (list.operators.includes('&&')) scope.smear(mark)
  return output
}

/** A `cd` that fails has changed nothing. */
function isMove(node: PipelineNode): boolean {
  return node.type === 'Command' && /^(?:cd|pushd|popd)$/.test(node.name?.text ?? '')
}

function walkPipeline(shell: Shell, { commands }: Pipeline, at: At): string {
  if (commands.length === 1 && commands[0] !== undefined) return walkNode(shell, commands[0], at)
  const pipeline = at.pipeline ?? shell.nextPipeline++
  let stdin = at.stdin
  for (const stage of commands) {
    const inner: At = { wrappers: at.wrappers, remote: at.remote, pipeline, stdin, depth: at.depth }
    stdin = shell.scope.fork(() => walkNode(shell, stage, inner))
  }
  return stdin ?? anything
}

function walkRedirected(shell: Shell, node: Redirected, at: At): string {
  const outer = shell.beside
  shell.beside = []
  const piped = shell.pipes.size
  const pipeline = at.pipeline ?? shell.nextPipeline++
  const ways = shell.scope.everyWay(() => redirect(shell, node.redirects, { ...at, pipeline }))
  const inputs = new Set(ways.map(({ stdin }) => stdin))
  const shares = shell.pipes.size > piped || at.pipeline !== undefined
  const stdin = inputs.size > 1 ? anything : ways[0]?.stdin
  const inner: At = { ...at, pipeline: shares ? pipeline : undefined, stdin: stdin ?? at.stdin }
  const output = walkNode(shell, node.command, inner)
  return emit(shell, { output, streams: ways[0], outer, pipeline })
}

// ---- branches

function walkIf(shell: Shell, node: If, at: At): string {
  const { scope } = shell
  walk(shell, node.clause.commands, at)
  for (const { clause } of node.elif) scope.join([() => void walk(shell, clause.commands, at)], true)
  const bodies = [
    node.then,
    ...node.elif.map(({ then }) => then),
    ...(node.else === undefined ? [] : [node.else]),
  ]
  return branches(shell, bodies, { at, orNone: node.else === undefined })
}

interface Branching {
  readonly at: At
  readonly orNone: boolean
}

function branches(shell: Shell, bodies: readonly CompoundList[], { at, orNone }: Branching): string {
  const outputs: string[] = orNone ? [''] : []
  shell.scope.join(
    bodies.map((body) => () => void outputs.push(walk(shell, body.commands, at))),
    orNone,
  )
  return oneOf(outputs)
}

function walkCase(shell: Shell, node: Case, at: At): string {
  const { scope } = shell
  scope.everyWay(() => {
    expandText(shell, node.word, at)
    for (const { pattern } of node.items) for (const word of pattern) expandText(shell, word, at)
  })
  const falls = node.items.some(({ terminator }) => terminator === ';&' || terminator === ';;&')
  if (falls) {
    for (const { body } of node.items) scope.join([() => void walk(shell, body.commands, at)], true)
    return anything
  }
  return branches(
    shell,
    node.items.map(({ body }) => body),
    { at, orNone: true },
  )
}

function define(shell: Shell, node: FunctionNode): string {
  const body: readonly Statement[] =
    node.body.type === 'CompoundList'
      ? node.body.commands
      : [{ type: 'Statement', pos: node.pos, end: node.end, command: node.body, background: undefined }]
  const name = node.name.value
  const before = shell.functions.get(name)
  if (before?.body.some(({ command }) => command === body[0]?.command) === true) return ''
  const sure = shell.scope.unsure === 0 && shell.scope.forks === 0 && before === undefined
  shell.functions.set(name, { body: before === undefined ? body : [...before.body, ...body], sure })
  return ''
}
