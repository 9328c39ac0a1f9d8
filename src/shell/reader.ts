import type * as Unbash from 'unbash'
import type { Facts, Loaders } from '../model/types.ts'
import type { EffectsOf, World } from './types.ts'
import { spendingHalf, takePart } from '../patterns/work.ts'
import { everything } from './kinds.ts'
import { followText } from './interpret/files/follow-text.ts'
import { createReading } from './run-files.ts'
import { hiddenInText } from './interpret/hidden.ts'
import { checkoutAt } from './interpret/git-state.ts'
import { CWD, VariableScope } from './interpret/scope.ts'
import type { CommandContext, Shell } from './interpret/shell.ts'
import { filesWith, type TextFiles } from './interpret/files/written.ts'
import { FactSink } from './interpret/facts/sink.ts'
import { walkStatements } from './interpret/walk.ts'
import { literalText, withMarks } from './words/marks.ts'

const topLevel: CommandContext = {
  wrappers: [],
  remote: false,
  pipeline: undefined,
  stdin: undefined,
  depth: 0,
}

/** What the reader knows about programs, and its parser. */
export interface ShellKnowledge extends Pick<Loaders, 'parser'> {
  /** What one program does. */
  readonly effectsOf: EffectsOf
}

/** What a shell command would do. Nothing is run. It spends half of what is left of the call's work, so that rules have the rest. */
export function factsOfShell(text: string, world: World, knowledge: ShellKnowledge): Facts {
  return spendingHalf(() => readShell(text, world, knowledge))
}

function readShell(text: string, world: World, knowledge: ShellKnowledge): Facts {
  const shell = startShell(text, world, knowledge)
  try {
    readText(shell, text)
  } catch (error) {
    shell.sink.unresolved(`the command could not be worked out (${String(error)})`, text, everything)
  }
  return shell.sink.facts()
}

function readText(shell: Shell, text: string): void {
  const { sink } = shell
  const hidden = hiddenInText(text)
  if (hidden !== undefined) return sink.unresolved(`${hidden}: write it in plain letters`, text, everything)
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  followText(shell, { text: literalText(lines), args: [] }, topLevel)
}

function startShell(source: string, world: World, { effectsOf, parser }: ShellKnowledge): Shell {
  const scope = new VariableScope(world.env)
  scope.set(CWD, { texts: [literalText(world.cwd)] })
  const sink = new FactSink()
  const text: TextFiles = {
    writtenFiles: new Map(),
    copiedFiles: new Map(),
    substitutionFiles: new Map(),
    shownTexts: new Map(),
  }
  const written = (path: string): ReturnType<NonNullable<World['written']>> =>
    text.writtenFiles.has(path) || text.copiedFiles.has(path) ? 'known' : sink.written(path)
  const files = filesWith(text, world.files)
  return {
    ...text,
    world: {
      ...world,
      files,
      reading: createReading(),
      written,
      changes: () => sink.changes(),
      checkout: (dir) => checkoutAt(scope, files, dir),
    },
    source,
    usesLastWord: /\$\{?_(?!\w)/.test(source),
    scope,
    sink,
    functions: new Map(),
    aliases: new Map(),
    fetchedFiles: new Map(),
    fetchingPrograms: new Map(),
    flows: new Map(),
    origins: new Map(),
    sources: new Map(),
    descriptors: new Map(),
    outputReaders: [],
    nextPipeline: 0,
    locals: undefined,
    filesWork: takePart(4),
    stopped: false,
    walk: walkStatements,
    effectsOf,
    parse: (text) => withMarks((source) => parseText(source, parser), text),
  }
}

/** Is it shell text? */
export function parses(text: string, parser: Loaders['parser']): boolean {
  return (parseText(text, parser).errors?.length ?? 0) === 0
}

function parseText(text: string, parser: Loaders['parser']): Unbash.ParsedScript {
  try {
    return parser().parse(text)
  } catch (error) {
    const message = error instanceof RangeError ? 'nested too deep' : String(error)
    const errors = [{ message, pos: 0 }]
    return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands: [], errors }
  }
}
