import { isAbsolute, resolve } from 'node:path'
import type { Host, SentPayload } from './call.ts'
import { childPath } from '../patterns/paths/paths.ts'
import { projectKey, type Dirs } from '../store/disk/dirs.ts'
import { findRoot, type FoundRoot } from '../store/project.ts'
import { lookAt } from '../store/disk/files.ts'
import { recordOf } from '../store/disk/record.ts'
import type { Files } from '../model/types.ts'

interface Located extends FoundRoot {
  /** Why the root is not sure. */
  readonly problem?: string
  /** The payload, its directory being one that exists here. */
  readonly payload: Readonly<Record<string, unknown>>
}

interface LocateContext {
  readonly files: Files
  readonly dirs: Dirs
}

/** Which project this event belongs to. The root is fixed for a session: an agent that moves its directory keeps its rules. */
export function locateProject(host: Host, request: SentPayload, where: LocateContext): Located {
  const { options, payload } = request
  if (options.root !== undefined)
    return {
      root: where.files.real(resolve(host.cwd, options.root)),
      nested: [],
      payload: relocatePayload(payload, { files: where.files, root: options.root }),
    }
  const found = request.live ? liveRoot(host, request, where) : findRoot(where.files.real(host.cwd), lookAt)
  return {
    ...found,
    payload: request.live ? payload : relocatePayload(payload, { files: where.files, root: found.root }),
  }
}

function liveRoot(
  host: Host,
  request: SentPayload,
  where: LocateContext,
): FoundRoot & Pick<Located, 'problem'> {
  const named = request.dialect.root?.(request.payload, host.env)
  const { cwd, session_id: session = request.payload['conv_id'] } = request.payload
  const from = where.files.real(named ?? (typeof cwd === 'string' && isAbsolute(cwd) ? cwd : host.cwd))
  if (typeof session !== 'string') return findRoot(from, lookAt)
  const record = roots.at(childPath(where.dirs.state, 'roots'), projectKey(session))
  const { dryRun } = request.options
  return named === undefined ? sessionRoot(from, record, dryRun) : namedRoot(from, record, dryRun)
}

/** Where the root of a session's first event is kept. */
const roots = recordOf<{ readonly root: string }>({
  parse: (text) => ({ root: text.slice(text.indexOf('\n') + 1) }), // an earlier version wrote a code before it
  print: ({ root }) => root,
})

type RootRecord = ReturnType<typeof roots.at>
type SessionRoot = FoundRoot & Pick<Located, 'problem'>

/** While it is a directory. */
function rootIn(found: ReturnType<RootRecord['read']>): string | undefined {
  const root = typeof found === 'object' ? found.root : ''
  return isAbsolute(root) && lookAt(root) === 'dir' ? root : undefined
}

function keepRoot(record: RootRecord, root: string): void {
  try {
    record.write({ root })
  } catch {
    // Without a record the next event looks again.
  }
}

/** The root of the session's first event. */
function sessionRoot(from: string, record: RootRecord, dry: boolean): SessionRoot {
  const known = record.read()
  const root = rootIn(known)
  if (root !== undefined) return { root, nested: [] }
  const found = findRoot(from, lookAt)
  if (known === 'damaged') {
    const problem = `${record.file} cannot be read, so it is not sure that the rules of ${found.root} are those of this session`
    return { ...found, problem }
  }
  if (!dry) keepRoot(record, found.root)
  return found
}

/** Where the agent says. A hooks.yaml above that may go away during the session: its root is kept. */
function namedRoot(from: string, record: RootRecord, dry: boolean): SessionRoot {
  const found = findRoot(from, lookAt)
  if (found.bare !== true) {
    if (!dry && found.root !== from && rootIn(record.read()) !== found.root) keepRoot(record, found.root)
    return found
  }
  const root = rootIn(record.read())
  return root === undefined ? found : { root, nested: [] }
}

/** A payload captured elsewhere names a directory that is not here: it is read as the root, and so are the paths below it. */
export function relocatePayload(
  payload: Readonly<Record<string, unknown>>,
  { files, root }: { readonly files: Files; readonly root: string },
): Readonly<Record<string, unknown>> {
  const { cwd } = payload
  if (typeof cwd !== 'string' || cwd === '' || files.kind(cwd) === 'dir') return payload
  return replaceRoot(payload, cwd.replace(/\/+$/, ''), root) as typeof payload // a mapping stays one
}

function replaceRoot(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') {
    return value === from || value.startsWith(`${from}/`) ? to + value.slice(from.length) : value
  }
  if (Array.isArray(value)) return value.map((item) => replaceRoot(item, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceRoot(item, from, to)]))
}
