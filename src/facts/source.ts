// Where the engine's facts come from: tools by themselves, shell commands by a part of the program that is loaded for them.
import type { FactSource } from '../engine/change.ts'
import type { Event, Facts, Files, Look } from '../types.ts'
import { everything } from './kinds.ts'
import { createLook } from './look.ts'
import { factsOfTool, shellCallOf, type ShellCall } from './tools.ts'
import type { ReadArguments, World } from './types.ts'

/** What reads shell text. */
interface ShellReader {
  factsOfShell(text: string, world: World): Facts
  readArguments(argv: readonly string[]): ReadArguments
}

export interface SourceOptions {
  readonly files: Files
  readonly env: World['env']
  /** Loads what reads shell text. */
  readonly shell: () => ShellReader
}

/** Facts against the machine as it is. */
export function createFactSource({ files: all, env, shell }: SourceOptions): Omit<FactSource, 'did'> {
  // Reading a pipe would wait for somebody to write.
  const files = { ...all, read: (path: string) => (all.kind(path) === 'file' ? all.read(path) : undefined) }
  const looks = new Map<string, Look>()
  return {
    facts: (event) => factsOf(event, { files, env, shell }),
    look: (event) => {
      const known = looks.get(event.root)
      if (known !== undefined) return known
      const made = createLook({ root: event.root, files, words: (argv) => shell().readArguments(argv) })
      looks.set(event.root, made)
      return made
    },
  }
}

function factsOf(event: Event, { files, env, shell }: SourceOptions): Facts {
  const world: World = {
    root: event.root,
    home: env['HOME'] ?? env['USERPROFILE'] ?? '/root',
    cwd: event.cwd,
    files,
    env,
  }
  try {
    const call = shellCallOf(event, world)
    return call === undefined ? factsOfTool(event, world) : factsOfCall(call, world, shell)
  } catch (error) {
    return unknown(
      `its facts could not be worked out: ${error instanceof Error ? error.message : String(error)}`,
      '',
    )
  }
}

function factsOfCall(
  { command, cwd, foreign }: ShellCall,
  world: World,
  shell: SourceOptions['shell'],
): Facts {
  const text = typeof command === 'string' ? command : command.map(quoted).join(' ')
  if (foreign === true) return unknown('commands of PowerShell are not looked into', text)
  return shell().factsOfShell(text, { ...world, cwd })
}

/** One argument stays one. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function unknown(reason: string, text: string): Facts {
  return {
    commands: [],
    reads: [],
    creates: [],
    edits: [],
    deletes: [],
    adds: [],
    hosts: [],
    unresolved: [{ reason, text, about: everything }],
  }
}
