// What a shell text would do: it is read as the shell would read it, and nothing is run.
import { parse } from 'unbash'
import type { ParsedScript } from 'unbash'
import type { Facts } from '../types.ts'
import type { EffectsOf, World } from './types.ts'
import { everything } from './kinds.ts'
import { followText } from './shell/follow.ts'
import { hiddenInText } from './shell/hidden.ts'
import { directory, Scope } from './shell/scope.ts'
import type { At, Shell } from './shell/shell.ts'
import { Sink } from './shell/sink.ts'
import { walk } from './shell/walk.ts'

/** The longest text that a system starts a shell with. */
const mostText = 131_072
const mostCommands = 6000
const mostCharacters = 2_000_000
const mostScripts = 262_144
const mostHereDocuments = 1000

const outermost: At = { wrappers: [], remote: false, pipeline: undefined, stdin: undefined, depth: 0 }

export type FactsOfShell = (text: string, world: World) => Facts

export function createShell({ effectsOf }: { readonly effectsOf: EffectsOf }): FactsOfShell {
  return (text, world) => {
    const shell = startShell(text, world, effectsOf)
    try {
      read(shell, text)
    } catch (error) {
      shell.sink.unresolved(`the command could not be worked out (${String(error)})`, text, everything)
    }
    return shell.sink.facts()
  }
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

function startShell(source: string, world: World, effectsOf: EffectsOf): Shell {
  const scope = new Scope(world.env)
  scope.set(directory, { texts: [world.cwd] })
  return {
    world,
    effectsOf,
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
    parse: parseText,
  }
}

function parseText(shell: Shell, text: string): ParsedScript {
  try {
    return parse(text)
  } catch (error) {
    const message = String(error)
    return {
      type: 'Script',
      pos: 0,
      end: text.length,
      shebang: undefined,
      commands: [],
      errors: [{ message, pos: 0 }],
    }
  }
}
