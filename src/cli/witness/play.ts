// Asks the engine whether a rule is met by a call, in a world made for it: no file is read, nothing is started.
import path from 'node:path'
import { native } from '../../agents/native/native.ts'
import { createSubject } from '../../engine/subject.ts'
import { createRegistry, type RuleCompiler } from '../../engine/select/registry.ts'
import { readHistory, recordCall } from '../../handlers/history.ts'
import type { Event, Files, Loaders, Look, Rule, Settings } from '../../model/types.ts'
import { createWork, spendingFrom } from '../../patterns/work.ts'
import { createFactSource } from '../../shell/source.ts'
import { createMemoryState } from '../../store/state/memory.ts'
import type { Payload } from './calls.ts'
import type { GivenState, Sketch } from './sketch.ts'

export interface Stage extends Pick<Loaders, 'parser'> {
  readonly root: string
  readonly home: string
  readonly settings: Settings
  readonly makers: RuleCompiler
}

export interface Player {
  isMet(payload: Payload, sketch: Sketch): boolean
}

export function createPlayer(rule: Rule, stage: Stage): Player {
  const registry = createRegistry([rule], stage.settings, stage.makers)
  return {
    isMet(payload, sketch) {
      const subject = subjectFor(payload, sketch, stage)
      return spendingFrom(createWork(), () =>
        registry.select(subject, -Infinity).some((live) => live.test(subject).is === 'yes'),
      )
    },
  }
}

function subjectFor(payload: Payload, { before = [], given = {}, path: touched }: Sketch, stage: Stage) {
  const { root, home, parser, settings } = stage
  const env = { HOME: home }
  const files = filesOf(worldOf(given, touched, stage))
  const decode = (each: Payload): Event => native.decode(placed(each, stage), { env, cwd: root, root, files })
  const source = createFactSource({ files, env, parser, settings })
  const state = createMemoryState({ now: () => 0, elapsed: () => 0 })
  for (const each of before) {
    const event = decode({ event: 'PostToolUse', ...each })
    recordCall(event, () => source.facts(event), { state, hide: (text) => text })
  }
  return createSubject(decode(payload), {
    facts: (event) => source.facts(event),
    look: (event) => ({ ...source.look(event), listed: listedIn(given) }),
    did: () => readHistory(state, { reportsResults: true }),
    real: (file) => file,
  })
}

/** A working directory is named from the root. */
function placed(payload: Payload, { root, home }: Stage): Payload {
  const { cwd } = payload
  return typeof cwd === 'string' ? { ...payload, cwd: absolute(cwd, { root, home }) } : payload
}

const absolute = (file: string, { root, home }: Pick<Stage, 'root' | 'home'>): string =>
  path.resolve(root, file.replace(/^~(?=\/|$)/, home))

const COMMIT = 'a'.repeat(40)
const notes: Readonly<Record<string, string>> = {
  rebase: 'rebase-merge/head-name',
  merge: 'MERGE_HEAD',
  'cherry-pick': 'CHERRY_PICK_HEAD',
  bisect: 'BISECT_LOG',
}

/** The texts of a repository with a remote, by path. */
function worldOf(given: GivenState, touched: Sketch['path'], stage: Stage): ReadonlyMap<string, string> {
  const { branch = 'work', pushed = false, worktree = false, operation } = given
  const { root } = stage
  const common = worktree ? `${path.dirname(root)}/main/.git` : `${root}/.git`
  const own = worktree ? `${common}/worktrees/a` : common
  const note = operation === undefined ? undefined : notes[operation]
  const isThere = touched !== undefined && touched.verb !== 'create' && touched.verb !== 'write'
  return new Map([
    ...(worktree ? [[`${root}/.git`, `gitdir: ${own}\n`] as const] : []),
    [`${own}/HEAD`, `ref: refs/heads/${branch}\n`],
    [`${common}/refs/heads/${branch}`, `${COMMIT}\n`],
    [`${common}/config`, `[remote "origin"]\n\turl = https://github.com/acme/shop.git\n`],
    [`${common}/refs/remotes/origin/${branch}`, `${pushed ? COMMIT : 'b'.repeat(40)}\n`],
    [`${own}/logs/HEAD`, `${'b'.repeat(40)} ${COMMIT} Dana <dana@shop.example> 0 +0000\tcommit: change\n`],
    ...(note === undefined ? [] : [[`${own}/${note}`, `${COMMIT}\n`] as const]),
    ...(isThere ? [[absolute(touched.at, stage), 'a\n'] as const] : []),
  ])
}

function filesOf(texts: ReadonlyMap<string, string>): Files {
  const names = [...texts.keys()]
  const unused = (): never => {
    throw new TypeError('a witness writes nothing')
  }
  return {
    read: (file) => texts.get(file),
    kind: (file) => (texts.has(file) ? 'file' : names.some((name) => name.startsWith(`${file}/`)) ? 'dir' : undefined),
    list: (dir) => {
      const below = names.flatMap((name) => (name.startsWith(`${dir}/`) ? [name.slice(dir.length + 1)] : []))
      return [...new Set(below.map((name) => name.replace(/\/.*/s, '/')))].sort()
    },
    real: (file) => file,
    write: unused,
    append: unused,
    remove: unused,
  }
}

/** What Git would say of such a repository. */
function listedIn({ dirty = true, ahead = false, behind = false, staged }: GivenState): Look['listed'] {
  const list = (dir: string, names: readonly string[]) => (names.length === 0 ? [] : [{ dir, names }])
  return (top, { asks }) => {
    const words = asks.flat().join(' ')
    if (words.includes('rev-list')) return list(top, (words.includes('..HEAD') ? ahead : behind) ? ['a'] : [])
    if (!words.includes('--cached')) return list(top, dirty ? ['a.txt'] : [])
    const file = path.resolve(top, staged ?? 'a.txt')
    return list(path.dirname(file), [path.basename(file)])
  }
}
