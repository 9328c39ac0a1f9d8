// A shop's repository in memory, and subjects whose facts are worked out against it.
import { createSubject, type FactSource } from '../../src/engine/subject.ts'
import { readHistory, recordCall } from '../../src/handlers/history.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { normalizePath } from '../../src/patterns/paths/paths.ts'
import { loaders } from './loaders.ts'
import { hideSecrets } from '../../src/patterns/secrets/secrets.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import type { Event, Files, State, Subject } from '../../src/model/types.ts'

export interface Shop {
  /** Paths of files, below /shop unless absolute; a link's text is `-> target`. */
  readonly files?: Readonly<Record<string, string>>
  /** Paths of one and the same file. */
  readonly twins?: readonly (readonly string[])[]
  /** The file system takes `.ENV` for `.env`. */
  readonly folds?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export const root = '/shop'

/** Only to read. */
function filesOf({ files = {}, twins = [], folds = false }: Shop): Files {
  const place = (path: string): string => normalizePath(path.startsWith('/') ? path : `${root}/${path}`)
  const fold = (path: string): string => (folds ? path.toLowerCase() : path)
  const texts = new Map(Object.entries(files).map(([path, text]) => [place(path), text]))
  const real = (path: string, links = 0): string => {
    const parts = place(path).split('/').slice(1)
    for (let at = parts.length; at > 0; at--) {
      const head = `/${parts.slice(0, at).join('/')}`
      const target = /^-> (.*)$/.exec(texts.get(head) ?? '')?.[1]
      if (target === undefined || links > 9) continue
      const from = target.startsWith('/') ? target : `${head}/../${target}`
      return real([from, ...parts.slice(at)].join('/'), links + 1)
    }
    return place(path)
  }
  const all = [...texts.keys()]
  const named = (path: string): string | undefined => all.find((each) => fold(each) === fold(real(path)))
  const isDir = (path: string): boolean =>
    fold(path) === fold(root) ||
    path === '/' ||
    all.some((each) => fold(each).startsWith(`${fold(real(path))}/`))
  const unused = (): never => {
    throw new Error('nothing is written here')
  }
  return {
    read: (path) => texts.get(named(path) ?? ''),
    write: unused,
    append: unused,
    remove: unused,
    list: (dir) => {
      const base = `${real(dir).replace(/\/$/, '')}/`
      const names = all.filter((each) => each.startsWith(base)).map((each) => each.slice(base.length))
      return [
        ...new Set(names.map((name) => (name.includes('/') ? `${name.split('/', 1)[0] ?? ''}/` : name))),
      ].sort()
    },
    kind: (path) => (named(path) !== undefined ? 'file' : isDir(path) ? 'dir' : undefined),
    real: (path) => real(path),
    inode: (path) => {
      const name = named(path)
      const same = twins.find((each) => each.map(place).includes(name ?? ''))
      const id = same?.join() ?? name ?? (isDir(path) ? fold(real(path)) : undefined)
      return id === undefined ? undefined : { id, links: same?.length ?? 1 }
    },
  }
}

export function sourceOf(shop: Shop): FactSource {
  const files = filesOf(shop)
  const made = createFactSource({ files, env: { HOME: '/home/dana', ...shop.env }, parser: loaders.parser })
  return { ...made, did: () => ({ calls: [], prompt: 0, known_since: 0 }), real: files.real }
}

/** The same in a session in which these calls and prompts came before. */
export function sourceAfter(
  shop: Shop,
  before: readonly Partial<Event>[],
  state: State = newState(),
): FactSource {
  const source = sourceOf(shop)
  for (const given of before) {
    const event: Event = {
      event: given.prompt === undefined ? 'PostToolUse' : 'UserPromptSubmit',
      cwd: root,
      root,
      raw: {},
      ...given,
    }
    if (event.event === 'UserPromptSubmit') state.count('runs')
    recordCall(event, () => source.facts(event), { state, hide: (text) => hideSecrets(text, '…') })
  }
  return { ...source, did: () => readHistory(state, { reportsResults: true }) }
}

export function newState(): State {
  return createMemoryState({ now: () => 0, elapsed: () => 0 })
}

export function subjectIn(shop: Shop, given: Partial<Event>): Subject {
  return createSubject({ event: 'PreToolUse', cwd: root, root, raw: {}, ...given }, sourceOf(shop))
}

export function bash(command: string, cwd = root): Partial<Event> {
  return { tool_name: 'Bash', tool_input: { command }, cwd }
}

export function tool(tool_name: string, tool_input: unknown): Partial<Event> {
  return { tool_name, tool_input }
}
