// The files that a replay reads, and what could not be looked at.
import fs from 'node:fs'
import path from 'node:path'
import type { AgentHistory } from '../../agents/shared/agent.ts'
import { agents } from '../../catalog.ts'
import { errorMessage, isMissing } from '../../model/errors.ts'
import type { Dialect, Env } from '../../model/types.ts'

export interface ReplayFile {
  readonly path: string
  readonly bytes: number
  readonly written_ms: number
}

export interface FoundFiles {
  readonly files: readonly ReplayFile[]
  readonly unreadable: readonly Unreadable[]
}

export interface Unreadable {
  readonly path: string
  readonly why: string
}

export interface HistoryPlace {
  readonly env: Env
  readonly home: string
  /** Absent: the transcripts of all projects. */
  readonly root?: string
  /** Files that were last written before are left out. */
  readonly since_ms: number
}

export const histories: readonly (AgentHistory & { readonly dialect: Dialect })[] = agents.flatMap(
  ({ history, dialect }) => (history === undefined || dialect === undefined ? [] : { ...history, dialect }),
)

/** The directories of transcripts, as they are named to a person. */
export function historyDirs({ env, home, root }: Omit<HistoryPlace, 'since_ms'>): readonly string[] {
  return histories.map((history) => {
    const dir = history.directory({ env, home })
    return root === undefined ? dir : path.join(dir, history.prefix(root))
  })
}

export function findTranscripts({ env, home, root, since_ms }: HistoryPlace): FoundFiles {
  const search = createSearch((name) => name.endsWith('.jsonl'), since_ms)
  for (const history of histories) {
    const top = history.directory({ env, home })
    const prefix = root === undefined ? '' : history.prefix(root)
    for (const name of search.namesIn(top)) if (name.startsWith(prefix)) search.add(path.join(top, name))
  }
  return search
}

/** Files named or in named directories: one payload as `.json`, or JSON lines. */
export function findNamed(paths: readonly string[]): FoundFiles {
  const search = createSearch((name) => /\.jsonl?$/.test(name), 0)
  for (const each of paths) search.add(each, true)
  return search
}

/** A session's subagents have a directory beside its own file. */
const MAX_DEPTH = 6

interface Search extends FoundFiles {
  namesIn(dir: string): readonly string[]
  /** A file that is named is read whatever its name. */
  add(file: string, named?: boolean): void
}

function createSearch(isRead: (name: string) => boolean, since_ms: number): Search {
  const files: ReplayFile[] = []
  const unreadable: Unreadable[] = []
  const attempt = <T>(file: string, look: () => T): T | undefined => {
    try {
      return look()
    } catch (error) {
      unreadable.push({ path: file, why: reasonOf(error) })
      return undefined
    }
  }
  const namesIn = (dir: string): readonly string[] =>
    fs.existsSync(dir) ? (attempt(dir, () => fs.readdirSync(dir).toSorted()) ?? []) : []
  const add = (file: string, named: boolean, depth: number): void => {
    const stat = attempt(file, () => fs.statSync(file))
    if (stat?.isDirectory() === true) {
      if (depth < MAX_DEPTH) for (const name of namesIn(file)) add(path.join(file, name), false, depth + 1)
    } else if (stat !== undefined && (named || isRead(path.basename(file))) && stat.mtimeMs >= since_ms) {
      files.push({ path: file, bytes: stat.size, written_ms: stat.mtimeMs })
    }
  }
  return { files, unreadable, namesIn, add: (file, named = false) => add(file, named, 0) }
}

export function reasonOf(error: unknown): string {
  if (isMissing(error)) return 'it is not there'
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return code === 'EACCES' || code === 'EPERM' ? 'it may not be read' : (code ?? errorMessage(error))
}
