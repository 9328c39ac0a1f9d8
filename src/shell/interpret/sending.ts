// What leaves the machine: which files, variables and outputs reach a command that sends them.
import type { CommandFact, PathFact, SendFact, Sent } from '../../model/types.ts'
import type { CommandEffects, SendEffect } from '../types.ts'
import { displayText, EMPTY, isKnown, knownPart, type SymbolicText } from '../words/marks.ts'
import { makes } from './facts/made.ts'
import { type CommandContext, type DataFlow, type Shell, spendSteps } from './shell.ts'

const MAX_TEXT = 4096
const MAX_ORIGINS = 32

/** Remembers what a command or a redirect reads and writes, in case it is sent. */
export function recordFlow(shell: Shell, pipeline: number | undefined, flow: DataFlow): void {
  if (pipeline === undefined) return
  const { flows } = shell
  const known = flows.get(pipeline)
  if (known === undefined) flows.set(pipeline, [flow])
  else known.push(flow)
}

/** Remembers from which pipelines a variable has its value. */
export function recordOrigin(
  shell: Shell,
  { name, written }: { readonly name: string; readonly written: string },
  context: CommandContext,
): void {
  const own = substitution.test(written) ? pipelinesOf(context) : []
  const others = variablesIn(written).flatMap((each) => shell.origins.get(each) ?? [])
  if (own.length + others.length > 0)
    shell.origins.set(name, [...new Set([...own, ...others])].slice(0, MAX_ORIGINS))
  else shell.origins.delete(name)
}

/** The pipelines whose output a command reads. */
export function pipelinesOf({ pipeline, fedBy }: CommandContext): readonly number[] {
  return [pipeline, fedBy].filter((each) => each !== undefined)
}

const substitution = /\$\(|`|<\(|…|\{\}/

interface Sending {
  readonly shell: Shell
  readonly context: CommandContext
  readonly command: CommandFact
}

/** Adds what a command sends, to each host. */
export function addSends(effects: CommandEffects, sending: Sending): void {
  const { sends } = effects
  if (sends.length === 0) return
  const hosts = receiversOf(effects)
  for (const each of sends) {
    const to = each.kind === 'repository' ? hostOfRemote(each.remote, hosts, sending) : hosts
    const aside = each.kind === 'word' && each.aside === true
    addFacts(sentBy(each, sending), { to, aside, by: sending.command.program, shell: sending.shell })
  }
}

/** Undefined stands for one that is not known. */
type Receivers = readonly (string | undefined)[]

function receiversOf({ receivers, hosts, unresolved }: CommandEffects): Receivers {
  if (receivers.length > 0) return receivers
  const named = hosts.filter((host) => !host.startsWith('registry:'))
  if (named.length > 0) return named
  return unresolved.some(({ about }) => about.includes('hosts')) ? [undefined] : []
}

/** A remote that the repository has been given before is no news; one that this call adds is. */
function hostOfRemote(remote: string, hosts: Receivers, { shell }: Sending): Receivers {
  if (remote === '') return hosts
  const commands = shell.sink.recorded()
  if (!spendSteps(shell, commands.length / FLOWS_PER_STEP)) return hosts
  const added = commands.findLast(
    ({ program, argv }) =>
      program === 'git' &&
      argv.includes('remote') &&
      argv.includes(remote) &&
      /^(?:add|set-url)$/.test(argv[argv.indexOf('remote') + 1] ?? ''),
  )
  if (added === undefined) return []
  return [/^(?:\w+:\/\/)?(?:[^@/]*@)?([^/:]+)[/:]/.exec(added.argv.at(-1) ?? '')?.[1]?.toLowerCase()]
}

interface SendTarget {
  readonly shell: Shell
  readonly to: Receivers
  readonly by: string
  readonly aside: boolean
}

const FACT_STEPS = 3

function addFacts(all: readonly Sent[], { shell, to, by, aside }: SendTarget): void {
  if (!spendSteps(shell, to.length * all.length * FACT_STEPS)) return
  for (const host of to)
    for (const what of all)
      shell.sink.push('sends', {
        what,
        ...(host !== undefined && { to: host }),
        by,
        ...(aside && { aside }),
      })
}

function sentBy(effect: SendEffect, { shell, context, command }: Sending): readonly Sent[] {
  switch (effect.kind) {
    case 'file':
      return effect.path === undefined ? [{ kind: 'file' }] : fileWithOrigins(shell, effect.path)
    case 'repository':
      return [{ kind: 'file', path: effect.path }]
    case 'input':
      return effect.substituted === true
        ? outputsOf(shell, pipelinesOf(context), new Set())
        : inputOf(shell, context)
    case 'variable':
      return [{ kind: 'variable', name: `$${effect.name}` }]
    case 'environment':
      return [{ kind: 'output', command: { ...command, program: 'printenv', argv: ['printenv'] } }]
    case 'word':
      return command.open?.includes(effect.at) === true
        ? wordParts(shell, effect.text, context)
        : textOf(effect.text)
  }
}

const textOf = (text: string): readonly Sent[] =>
  text === '' ? [] : [{ kind: 'text', text: text.slice(0, MAX_TEXT) }]

function inputOf(shell: Shell, context: CommandContext): readonly Sent[] {
  const { stdin } = context
  if (stdin === undefined || stdin === EMPTY) return []
  if (isKnown(stdin)) return textOf(displayText(stdin))
  const found = outputsOf(shell, pipelinesOf(context), new Set())
  return found.length === 0 ? [{ kind: 'unknown' }] : [...found, ...textOf(knownPart(stdin))]
}

/** Of a word that cannot be known: its variables, and what its substitutions print. */
function wordParts(shell: Shell, written: string, context: CommandContext): readonly Sent[] {
  const seen = new Set<DataFlow>()
  const parts: readonly Sent[] = [
    ...variablesIn(written).flatMap((name) => variableParts(shell, name, seen)),
    ...(substitution.test(written) ? outputsOf(shell, pipelinesOf(context), seen) : []),
  ]
  return [...(parts.length === 0 ? [{ kind: 'unknown' as const }] : parts), ...textOf(written)]
}

function variablesIn(written: string): readonly string[] {
  return [...written.matchAll(/\$\{?[#!]?([A-Za-z_]\w*|[\d@*])/g)].map(([, name = '']) => name)
}

function variableParts(shell: Shell, name: string, seen: Set<DataFlow>): readonly Sent[] {
  const origins = shell.origins.get(name)
  return origins === undefined ? [{ kind: 'variable', name: `$${name}` }] : outputsOf(shell, origins, seen)
}

/** What the commands of these pipelines read and print. */
function outputsOf(shell: Shell, pipelines: readonly number[], seen: Set<DataFlow>): readonly Sent[] {
  return pipelines.flatMap((each) =>
    (shell.flows.get(each) ?? []).flatMap((flow) => {
      if (seen.has(flow)) return []
      seen.add(flow)
      return [
        ...flow.reads.flatMap((path) => fileWithOrigins(shell, path, seen)),
        ...(flow.command === undefined ? [] : printedBy(shell, flow.command, seen)),
      ]
    }),
  )
}

const printers = new Set(['echo', 'printf'])

function printedBy(shell: Shell, command: CommandFact, seen: Set<DataFlow>): readonly Sent[] {
  if (!printers.has(command.program)) return [{ kind: 'output', command }]
  return (command.open ?? []).flatMap((at) =>
    variablesIn(command.argv[at] ?? '').flatMap((name) => variableParts(shell, name, seen)),
  )
}

const FLOWS_PER_STEP = 10

/** The file, and what the same call has made it from. */
function fileWithOrigins(shell: Shell, path: PathFact, seen = new Set<DataFlow>()): readonly Sent[] {
  if (!spendSteps(shell, shell.flows.size / FLOWS_PER_STEP)) return [{ kind: 'file', path }]
  const makers = [...shell.flows].flatMap(([pipeline, flows]) =>
    flows.some((flow) => !seen.has(flow) && makes(flow, path)) ? [pipeline] : [],
  )
  return [{ kind: 'file', path }, ...outputsOf(shell, makers, seen)]
}

/** Adds what a command prints into a socket. */
export function addSocketSend(
  shell: Shell,
  socket: NonNullable<SendFact['to']>,
  { output, pipeline }: { readonly output: SymbolicText | undefined; readonly pipeline: number },
): void {
  const stdin = output === EMPTY ? undefined : output
  const all: readonly Sent[] =
    stdin === undefined
      ? [{ kind: 'unknown' }]
      : inputOf(shell, { wrappers: [], remote: false, depth: 0, pipeline, stdin })
  addFacts(all, { shell, to: [socket === '' ? undefined : socket], by: '/dev/tcp', aside: false })
}
