// Facts about events, against the machine as it is.
import { isObject } from '../model/plain-object.ts'
import type { Clock, Event, Facts, Files, Loaders, Look, SessionRefs, Settings } from '../model/types.ts'
import { groupsWithFacts, groupWith, type ToolGroup } from '../model/tool-groups.ts'
import { matchesName } from '../patterns/pattern.ts'
import { mustSpend, spend } from '../patterns/work.ts'
import { factKinds } from '../model/events.ts'
import { innerCall } from './inner-call.ts'
import { countedFiles } from './look/counted-files.ts'
import { createFacts, noFacts } from './kinds.ts'
import { shellOfCmd } from './dialects/cmd.ts'
import { shellOfPowerShell } from './dialects/powershell.ts'
import { createLook } from './look.ts'
import { createListBudget } from './look/lists.ts'
import { effectsOf } from './programs/effects.ts'
import { readArguments } from './programs/read-arguments.ts'
import { factsOfShell, parses } from './reader.ts'
import { inputFault } from './tool-input.ts'
import { factsOfTool, guessedFacts, shellCallOf, type ShellCall, type ToolWorld } from './tools.ts'
import { quoted } from './tool-shapes.ts'
import type { World } from './types.ts'

export interface FactOptions {
  readonly files: Files
  readonly env: World['env']
  readonly parser: Loaders['parser']
  /** The tools that files add to shipped groups, and the programs that they say are wrappers. */
  readonly settings?: Pick<Settings, 'tool_groups' | 'wrappers'> | undefined
  readonly clock?: Pick<Clock, 'elapsed'>
  /** Until the call has to be answered. */
  readonly left_ms?: number
  readonly refs?: (() => SessionRefs | undefined) | undefined
}

const performanceClock = { elapsed: () => performance.now() }

/** The facts of calls, and lookups for matchers. */
interface EventFacts {
  facts(event: Event): Facts
  look(event: Event): Look
}

export function createFactSource(options: FactOptions): EventFacts {
  const { files: all, env, parser, settings, clock = performanceClock, left_ms, refs } = options
  const files = countedFiles(all, spend)
  const matched = countedFiles(all, mustSpend)
  const looks = new Map<string, Look>()
  const budget = createListBudget(clock, left_ms)
  return {
    facts: (event) => factsOf(event, { files, env, parser, settings }),
    look: (event) => {
      const known = looks.get(event.root)
      if (known !== undefined) return known
      const made = createLook({ root: event.root, env, files: matched, budget, refs, words: readArguments })
      looks.set(event.root, made)
      return made
    },
  }
}

function factsOf(event: Event, { files, env, parser, settings = {} }: FactOptions): Facts {
  const { tool_groups: groups, wrappers } = settings
  const { tool_name = '', native_tool: native } = event
  const world: ToolWorld = {
    root: event.root,
    home: env['HOME'] ?? env['USERPROFILE'] ?? '/root',
    cwd: event.cwd,
    branch: event.branch,
    files,
    before: (path) => textBefore(path, event, files),
    env,
    ...(wrappers !== undefined && { wrappers }),
    ...(groups !== undefined && {
      extendedGroup: (tool: string) => groupIn(groups, tool, tool === tool_name ? native : undefined),
    }),
  }
  try {
    const facts = readWithInner(event, world, parser)
    const fault = inputFault(event, world.extendedGroup?.(tool_name))
    return fault === undefined ? facts : { ...facts, unresolved: [...facts.unresolved, fault] }
  } catch (error) {
    return unknown(
      `its facts could not be worked out: ${error instanceof Error ? error.message : String(error)}`,
      '',
    )
  }
}

/** After a call the file holds what was written; the agent's output may say what it held. */
function textBefore(path: string, { event, tool_output }: Event, files: Files): string | undefined {
  if (event !== 'PostToolUse') return files.read(path)
  const old = isObject(tool_output) ? tool_output.originalFile : undefined
  return typeof old === 'string' ? old : undefined
}

function readEvent(event: Event, world: ToolWorld, parser: Loaders['parser']): Facts {
  const call = shellCallOf(event, world)
  if (call === undefined) return factsOfTool(event, world)
  const facts = factsOfCall(call, world, parser)
  if (call.guessed !== true && call.added !== true) return facts
  const fields = factsOfTool(event, world)
  return call.guessed === true || fields.unresolved.length > 0 ? guessedBeside(facts, fields) : facts
}

/** With what a call inside of it would do. */
function readWithInner(event: Event, world: ToolWorld, parser: Loaders['parser']): Facts {
  const facts = readEvent(event, world, parser)
  const inner = groupWith(event.tool_name ?? '') === undefined ? innerCall(event) : undefined
  return inner === undefined ? facts : guessedBeside(facts, readEvent(inner, world, parser))
}

const dialects = { powershell: shellOfPowerShell, cmd: shellOfCmd } as const

function factsOfCall(
  { command, cwd, dialect, guessed, doubtful }: ShellCall,
  world: World,
  parser: Loaders['parser'],
): Facts {
  const text = typeof command === 'string' ? command : command.map(quoted).join(' ')
  const short = clip(text)
  const shell = dialect === undefined ? text : dialects[dialect](text)
  if (doubtful === true || (guessed === true && !parses(shell, parser)))
    return unknown(
      `whether "${short}" is a command cannot be known: use a shell tool to run commands`,
      short,
      ['commands'],
    )
  return factsOfShell(shell, { ...world, cwd }, { effectsOf, parser })
}

const MAX_QUOTED_CHARS = 80

function clip(text: string): string {
  return text.length <= MAX_QUOTED_CHARS ? text : `${text.slice(0, MAX_QUOTED_CHARS - 1)}…`
}

function groupIn(
  groups: NonNullable<Settings['tool_groups']>,
  tool: string,
  also: string | undefined,
): ToolGroup | undefined {
  return groupsWithFacts.find((name) => {
    const patterns = groups[name] ?? []
    return patterns.some((pattern) => matchesName(pattern, tool, { linear: noLinear, also }) !== undefined)
  })
}

/** No tool has a name that long. */
function noLinear(): never {
  throw new RangeError('the name of the tool is too long')
}

/** The facts of a call that may be a shell's, and of the paths and hosts in its other fields. */
function guessedBeside(shell: Facts, fields: Facts): Facts {
  const both = createFacts()
  for (const kind of factKinds) (both[kind] as unknown[]).push(...shell[kind], ...fields[kind])
  both.unresolved.push(...new Set([guessedFacts, ...shell.unresolved, ...fields.unresolved]))
  return both
}

function unknown(reason: string, text: string, about = factKinds): Facts {
  return { ...noFacts, ...unresolved(reason, text, about) }
}

function unresolved(reason: string, text: string, about = factKinds): Pick<Facts, 'unresolved'> {
  return { unresolved: [{ reason, text, about }] }
}
