// What built-ins read of the agent's own files, such as memory and skills, where these lie in a file system of the host's.
import { posix } from 'node:path'
import { isObject } from '../model/plain-object.ts'
import type { Builtin, Context, Files } from '../model/types.ts'
import type { FileSystem } from './tools/file-system.ts'
import { filesBelow, textsOf } from './tools/search-tools.ts'

/** Over a file system that may be far away: what the options name is read before the built-in is asked. */
export function readingFrom<O>(builtin: Builtin<O>, fs: FileSystem): Builtin<O> {
  if (builtin.agentFiles === undefined) return builtin
  return {
    ...builtin,
    compile: (options) => {
      const handle = builtin.compile(options)
      const paths = builtin.agentFiles?.(options) ?? []
      return async (subject, context) => {
        const files = await snapshotOf(fs, paths)
        const event = { ...subject.event, root: fs.root }
        const over = { event, facts: () => subject.facts(), did: () => subject.did() }
        return handle(over, Object.create(context, { files: { value: files } }) as Context)
      }
    },
  }
}

/** The files as they are now; of directories, each `SKILL.md` in or below them. */
export async function snapshotOf(fs: FileSystem, paths: readonly string[]): Promise<Files> {
  const found: string[] = []
  for (const path of paths) {
    if (path.startsWith('~')) throw new Error(`${path} is in no home: the files are those of ${fs.root}`)
    const at = await fs.resolve(path)
    const kind = await fs.kind(at)
    if (kind === undefined) continue
    for await (const file of filesBelow(fs, { path: at }, { complete: true }))
      if (kind === 'file' || file.name === 'SKILL.md') found.push(file.path)
  }
  const texts = new Map<string, string>()
  const dirs = new Map<string, Set<string>>()
  for await (const { path, text } of textsOf(fs, found, {})) {
    texts.set(path, text)
    for (
      let [dir, name] = splitPath(path);
      !(dirs.get(dir)?.has(name) ?? false);
      [dir, name] = splitPath(dir, '/')
    )
      dirs.set(dir, (dirs.get(dir) ?? new Set()).add(name))
  }
  return {
    read: (file) => texts.get(file),
    list: (dir) => [...(dirs.get(posix.join(dir, '.')) ?? [])].toSorted(),
    kind: (path) => (texts.has(path) ? 'file' : dirs.has(path) ? 'dir' : undefined),
    real: (path) => path,
    write: refuse,
    append: refuse,
    remove: refuse,
  }
}

function splitPath(path: string, end = ''): readonly [dir: string, name: string] {
  return [posix.dirname(path), posix.basename(path) + end]
}

function refuse(): never {
  throw new Error('the files of the agent are only read')
}

/** Of each entry of the package: they do not share what a module holds. */
const TIE = Symbol.for('hooks-yaml/files')

/** Says of a stack's rules where their files are. */
export function tieFiles(rules: readonly object[], fs: FileSystem): void {
  for (const rule of rules) Object.defineProperty(rule, TIE, { value: fs })
}

/** Where the files are of the stack whose rules these are. */
export function tiedFiles(config: unknown): FileSystem | undefined {
  const rules: unknown = isObject(config) ? config['rules'] : undefined
  if (!Array.isArray(rules)) return undefined
  const tied = rules.map((rule: unknown): unknown => (isObject(rule) ? Reflect.get(rule, TIE) : undefined))
  return tied.find((fs) => fs !== undefined) as FileSystem | undefined // set above
}
