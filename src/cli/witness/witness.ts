// Makes a call from a rule's match and plays it: the first that the rule meets is its witness.
import type { Condition, Event, Files, Loaders, Look, Rule, Settings, Subject } from '../../model/types.ts'
import { type SketchedPayload, payloadsFor } from './calls.ts'
import { sketchesAgainst, sketchesFor } from './keys.ts'
import { combineAll, MAX_SKETCHES, type Sketch, type Values } from './sketch.ts'
import path from 'node:path'
import { native } from '../../agents/native/native.ts'
import { createSubject } from '../../engine/subject.ts'
import { createRegistry, type RuleCompiler } from '../../engine/live.ts'
import { readHistory, recordCall } from '../../handlers/history.ts'
import { createWork, spendingFrom } from '../../patterns/work.ts'
import { createFactSource } from '../../shell/source.ts'
import { createMemoryState } from '../../store/state/memory.ts'
import { createOverlay } from '../trial/bench.ts'

export interface Witness {
  /** As `hooks run -` takes it. */
  readonly payload: SketchedPayload
  readonly sketch: Sketch
}

/** `dead`: nothing can meet its match. */
export type FoundWitness = Witness | 'dead' | 'none'

const MAX_PLAYS = 600

export function witnessOf(rule: Rule, stage: Stage): FoundWitness {
  if (rule.dead === true) return 'dead'
  const isMet = createPlayer(rule, stage)
  const sketches = rule.match === undefined ? [{}] : sketchesOf(rule.match, true)
  const tries = sketches
    .slice(0, MAX_SKETCHES)
    .map((sketch) => payloadsFor(sketch, rule.event).map((payload) => placed(payload, stage)))
  let plays = 0
  // The plainest form of each before the further ones of any.
  for (const round of Array.from({ length: Math.max(0, ...tries.map(({ length }) => length)) }).keys())
    for (const [at, payloads] of tries.entries()) {
      const payload = payloads[round]
      const sketch = sketches[at]
      if (payload === undefined || sketch === undefined) continue
      if (plays++ >= MAX_PLAYS) return 'none'
      if (isMet(payload, sketch)) return { payload, sketch }
    }
  return 'none'
}

/** Sketches of calls that a condition could hold for, or could not. */
function sketchesOf(condition: Condition, holds: boolean): readonly Sketch[] {
  switch (condition.kind) {
    case 'key':
      return holds
        ? sketchesFor(condition.key, condition.pattern)
        : sketchesAgainst(condition.key, condition.pattern)
    case 'not':
      return sketchesOf(condition.of, !holds)
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => sketchesOf(part, holds))
      return (condition.kind === 'all') === holds ? combineAll(parts) : interleaved(parts)
    }
  }
}

function interleaved(parts: readonly (readonly Sketch[])[]): readonly Sketch[] {
  const longest = Math.max(0, ...parts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat()
}

/** A world made for the call, in which the engine is asked: no file is read, nothing is started. */
export interface Stage extends Pick<Loaders, 'parser'> {
  readonly root: string
  readonly home: string
  readonly settings: Settings
  readonly makers: RuleCompiler
}

/** Is the rule met by a call? */
export function createPlayer(
  rule: Rule,
  stage: Stage,
): (payload: SketchedPayload, sketch: Sketch) => boolean {
  const registry = createRegistry([rule], stage.settings, stage.makers)
  return (payload, sketch) => {
    const subject = subjectFor(payload, sketch, stage)
    return spendingFrom(createWork(), () =>
      registry.select(subject, -Infinity).some((live) => live.test(subject).is === 'yes'),
    )
  }
}

function subjectFor(payload: SketchedPayload, sketch: Sketch, stage: Stage): Subject {
  const { before = [], given = {} } = sketch
  const { root, home, parser, settings } = stage
  const env = { HOME: home }
  const files = worldOf(sketch, stage)
  const decode = (each: SketchedPayload): Event => native.decode(each, { env, cwd: root, root, files })
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
function placed(payload: SketchedPayload, { root, home }: Stage): SketchedPayload {
  const { cwd } = payload
  return typeof cwd === 'string' ? { ...payload, cwd: absolute(cwd, { root, home }) } : payload
}

const absolute = (file: string, { root, home }: Pick<Stage, 'root' | 'home'>): string =>
  path.resolve(root, file.replace(/^~(?=\/|$)/, home))

const COMMIT = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)
const notes: Readonly<Record<string, string>> = {
  rebase: 'rebase-merge/head-name',
  merge: 'MERGE_HEAD',
  'cherry-pick': 'CHERRY_PICK_HEAD',
  bisect: 'BISECT_LOG',
}

/** A repository with a remote, and the file that is touched. */
function worldOf({ given = {}, path: touched, verb }: Sketch, stage: Stage): Files {
  const { branch = 'work', pushed, worktree, operation } = given
  const { root } = stage
  const common = worktree === true ? `${path.dirname(root)}/main/.git` : `${root}/.git`
  const own = worktree === true ? `${common}/worktrees/a` : common
  const isThere = touched !== undefined && verb !== 'create' && verb !== 'write'
  const files = createOverlay(nothing)
  if (worktree === true) files.write(`${root}/.git`, `gitdir: ${own}\n`)
  if (typeof operation === 'string') files.write(`${own}/${notes[operation] ?? 'NOTE'}`, COMMIT)
  if (isThere) files.write(absolute(touched, stage), 'a\n')
  files.write(`${own}/HEAD`, `ref: refs/heads/${String(branch)}\n`)
  files.write(`${own}/logs/HEAD`, `${OTHER} ${COMMIT} Dana <dana@shop.example> 0 +0000\tcommit: change\n`)
  files.write(`${common}/refs/heads/${String(branch)}`, COMMIT)
  files.write(`${common}/refs/remotes/origin/${String(branch)}`, pushed === true ? COMMIT : OTHER)
  files.write(`${common}/config`, '[remote "origin"]\n\turl = https://github.com/acme/shop.git\n')
  return files
}

const nothing: Files = {
  read: () => undefined,
  kind: () => undefined,
  list: () => [],
  real: (file) => file,
  write: () => undefined,
  append: () => undefined,
  remove: () => undefined,
}

const listed = (dir: string, names: readonly string[]) => (names.length === 0 ? [] : [{ dir, names }])

/** What Git would say of such a repository. */
function listedIn({ dirty = true, ahead = false, behind = false, staged = 'a.txt' }: Values): Look['listed'] {
  return (top, { asks }) => {
    const words = asks.flat().join(' ')
    if (words.includes('rev-list'))
      return listed(top, (words.includes('..HEAD') ? ahead : behind) === true ? ['a'] : [])
    const file = path.resolve(top, words.includes('--cached') ? String(staged) : 'a.txt')
    return listed(
      path.dirname(file),
      dirty === true || words.includes('--cached') ? [path.basename(file)] : [],
    )
  }
}
