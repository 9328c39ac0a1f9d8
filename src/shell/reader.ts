import type { ParsedScript } from 'unbash'
import type { Facts, Loaders } from '../model/types.ts'
import type { EffectsOf, World } from './types.ts'
import { everything } from './kinds.ts'
import { followText } from './interpret/follow.ts'
import { hiddenInText } from './interpret/hidden.ts'
import { directory, Scope } from './interpret/scope.ts'
import { parseSimple } from './interpret/simple.ts'
import type { At, Shell } from './interpret/shell.ts'
import { Sink } from './interpret/sink.ts'
import { walk } from './interpret/walk.ts'

/** The longest text that a system starts a shell with. */
const mostText = 131_072
const mostCommands = 6000
const mostCharacters = 2_000_000
const mostScripts = 262_144
const mostHereDocuments = 1000

const outermost: At = { wrappers: [], remote: false, pipeline: undefined, stdin: undefined, depth: 0 }

/** Where a shell reader takes its knowledge from. */
export interface Knowledge extends Pick<Loaders, 'parser'> {
  /** What one program does by itself. */
  readonly effectsOf: EffectsOf
}

/** What a shell command would do: it is read as the shell would read it, and nothing is run. */
export function factsOfShell(text: string, world: World, knowledge: Knowledge): Facts {
  const shell = startShell(text, world, knowledge)
  try {
    read(shell, text)
  } catch (error) {
    shell.sink.unresolved(`the command could not be worked out (${String(error)})`, text, everything)
  }
  return shell.sink.facts()
}

function read(shell: Shell, text: string): void {
  const { sink } = shell
  if (text.length > mostText)
    return sink.unresolved(`the text is longer than ${mostText} characters: split it up`, text, everything)
  const hidden = hiddenInText(text)
  if (hidden !== undefined) return sink.unresolved(`${hidden}: write it in plain letters`, text, everything)
  if (countOf(text, '<<') > mostHereDocuments)
    return sink.unresolved('the text has more here-documents than are read: split it up', text, everything)
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  followText(shell, { text: lines, args: [] }, outermost)
}

function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++
  return count
}

function startShell(source: string, world: World, { effectsOf, parser }: Knowledge): Shell {
  const scope = new Scope(world.env)
  scope.set(directory, { texts: [world.cwd] })
  return {
    world,
    source,
    scope,
    sink: new Sink(),
    functions: new Map(),
    aliases: new Map(),
    written: new Map(),
    taken: new Map(),
    fetching: new Map(),
    pipes: new Map(),
    beside: [],
    nextPipeline: 0,
    locals: undefined,
    commandsLeft: mostCommands,
    charactersLeft: mostCharacters,
    bytesLeft: mostScripts,
    stopped: false,
    walk,
    effectsOf,
    parse: (text) => parseText(text, parser),
  }
}

function parseText(text: string, parser: Loaders['parser']): ParsedScript {
  const simple = parseSimple(text)
  if (simple !== undefined) return simple
  try {
    return parser().parse(text)
  } catch (error) {
    const errors = [{ message: String(error), pos: 0 }]
    return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands: [], errors }
  }
}
