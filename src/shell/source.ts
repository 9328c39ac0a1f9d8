// Facts about events, against the machine as it is.
import type { Event, Facts, Files, Loaders, Look } from '../model/types.ts'
import { factKinds } from '../model/fact-kinds.ts'
import { noFacts } from './kinds.ts'
import { createLook } from './look.ts'
import { effectsOf } from './programs/effects.ts'
import { readArguments } from './programs/read-arguments.ts'
import { factsOfShell } from './reader.ts'
import { factsOfTool, shellCallOf, type ShellCall } from './tools.ts'
import type { World } from './types.ts'

export interface SourceOptions {
  readonly files: Files
  readonly env: World['env']
  readonly parser: Loaders['parser']
}

/** The facts of calls, and lookups for matchers. */
interface FactSource {
  facts(event: Event): Facts
  look(event: Event): Look
}

export function createFactSource({ files: all, env, parser }: SourceOptions): FactSource {
  // Reading a pipe would wait for a writer.
  const files = { ...all, read: (path: string) => (all.kind(path) === 'file' ? all.read(path) : undefined) }
  const looks = new Map<string, Look>()
  return {
    facts: (event) => factsOf(event, { files, env, parser }),
    look: (event) => {
      const known = looks.get(event.root)
      if (known !== undefined) return known
      const made = createLook({ root: event.root, files, words: readArguments })
      looks.set(event.root, made)
      return made
    },
  }
}

function factsOf(event: Event, { files, env, parser }: SourceOptions): Facts {
  const world: World = {
    root: event.root,
    home: env['HOME'] ?? env['USERPROFILE'] ?? '/root',
    cwd: event.cwd,
    files,
    env,
  }
  try {
    const call = shellCallOf(event, world)
    return call === undefined ? factsOfTool(event, world) : factsOfCall(call, world, parser)
  } catch (error) {
    return unknown(
      `its facts could not be worked out: ${error instanceof Error ? error.message : String(error)}`,
      '',
    )
  }
}

function factsOfCall({ command, cwd, foreign }: ShellCall, world: World, parser: Loaders['parser']): Facts {
  const text = typeof command === 'string' ? command : command.map(quoted).join(' ')
  if (foreign === true) return unknown('commands of PowerShell are not looked into', text)
  return factsOfShell(text, { ...world, cwd }, { effectsOf, parser })
}

/** Quotes an argument for the shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function unknown(reason: string, text: string): Facts {
  return { ...noFacts, unresolved: [{ reason, text, about: factKinds }] }
}
