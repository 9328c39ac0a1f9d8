// Files that a text fetches, or writes with unknown content, and then runs.
import type { CommandFact, PathFact } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { absolutePath } from '../../absolute-path.ts'
import type { CommandEffects } from '../../types.ts'
import type { Shell, FetchedFile } from '../shell.ts'

type Origin = Pick<CommandFact, 'program' | 'pipeline' | 'cwd'>

/** Records a file with unknown content. */
export function markFetched(shell: Shell, path: string, { program, pipeline }: Omit<Origin, 'cwd'>): void {
  if (!shell.fetchedFiles.has(path)) shell.fetchedFiles.set(path, { program, pipeline })
}

/** Records what a command fetches, or makes from fetched files. */
export function trackFetched(
  shell: Shell,
  effects: CommandEffects,
  { program, pipeline, cwd }: Origin,
): void {
  const { fetchedFiles, fetchingPrograms } = shell
  const isPlain = effects.hosts.length === 0 && effects.unresolved.length === 0
  if (isPlain && fetchedFiles.size === 0 && fetchingPrograms.size === 0) return
  const fetches =
    effects.hosts.some((host) => !host.startsWith('registry:')) ||
    effects.unresolved.some(({ about }) => about.includes('hosts'))
  if (fetches) fetchingPrograms.set(pipeline, program)
  const before = [...effects.reads, ...effects.deletes].map(({ path }) => fetchedFileAt(shell, path))
  const by = before.find((each) => each !== undefined) ?? fetchedInPipeline(shell, pipeline)
  if (by === undefined) return
  const from = { program: by.program, pipeline: by.pipeline }
  for (const { path, tree } of [...effects.creates, ...effects.edits])
    fetchedFiles.set(path, tree === true ? { ...from, tree } : from)
  if (effects.unresolved.some(isSomewhere)) fetchedFiles.set(cwd, { ...from, tree: true })
}

function fetchedInPipeline({ fetchingPrograms }: Shell, pipeline: number): FetchedFile | undefined {
  const program = fetchingPrograms.get(pipeline)
  return program === undefined ? undefined : { program, pipeline }
}

/** It creates a file with an unknown path. */
function isSomewhere({ about }: CommandEffects['unresolved'][number]): boolean {
  return about.includes('creates')
}

function fetchedFileAt({ fetchedFiles, world }: Shell, path: PathFact['path']): FetchedFile | undefined {
  const own = fetchedFiles.get(path)
  if (own !== undefined || path === '') return own
  for (const [top, each] of fetchedFiles)
    if (each.tree === true && path.startsWith(`${top}/`) && world.files.kind(path) === undefined) return each
  return undefined
}

/** The command facts of a fetched script that runs: the program, and the shell that runs it; undefined for other commands. */
export function reportFetchedScript(
  shell: Shell,
  fact: CommandFact,
  starts: readonly string[],
): readonly CommandFact[] | undefined {
  if (shell.fetchedFiles.size === 0 || starts.length === 0) return undefined
  const found = starts.map((path) => fetchedFileAt(shell, path)).find((each) => each !== undefined)
  if (found === undefined) return undefined
  const { program, pipeline } = found
  shell.sink.unresolved(
    `what runs here comes from ${program} in the same call: read it first, and run it in a call of its own`,
    fact.argv.join(' '),
    everything,
  )
  const joined = { ...fact, pipeline }
  if (!fact.argv[0]?.includes('/')) return [joined]
  return [joined, { ...joined, program: 'sh', argv: ['sh', ...fact.argv] }]
}

/** The files that a command runs: script arguments, and its own path. */
export function startsOf(
  { starts }: CommandEffects,
  { argv: [word = ''], cwd }: CommandFact,
): readonly string[] {
  return word.includes('/') ? [...starts, absolutePath(cwd, word) ?? ''] : starts
}
