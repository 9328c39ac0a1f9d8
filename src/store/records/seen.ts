// The rules and what keeps them in force, as the project's person last saw them. It is not signed: it makes changes visible.
import { isObject } from '../../model/plain-object.ts'
import { lookAt } from '../disk/files.ts'
import { recordOf } from '../disk/record.ts'

/** By name, what is compared and what is said about it. */
export type SeenFacts = Readonly<Record<string, readonly string[]>>

const kinds = ['rule', 'settings', 'program', 'trust', 'pause', 'record'] as const
type SeenKind = (typeof kinds)[number]

export type Seen = Readonly<Record<SeenKind, SeenFacts>>

/** The record of a project. */
export interface SeenRecord {
  readonly seen: Omit<Seen, 'rule'>
  /** By the package directory: two versions side by side compile different rules. */
  readonly rules: Readonly<Record<string, SeenFacts>>
  /** The weakenings that were reported. */
  readonly told: readonly string[]
  /** How many changes of meaning were told, by the door that told them; absent: an earlier version made the record. */
  readonly meanings?: Readonly<Partial<Record<'session' | 'validate', number>>>
  /** Configuration files that held rules, absolute. */
  readonly layers: readonly string[]
  /** Of the rules that were last in force for a new session. */
  readonly digest?: string
}

/** A setting among the rules: what calls get while the configuration cannot be read. */
export const ON_CONFIG_ERROR = 'project * on_config_error'

/** Settings stand at every event. */
export function isSetting(name: string): boolean {
  return name.split(' ')[1] === '*'
}

const project = recordOf<SeenRecord>({
  name: 'seen.json',
  check: (found) => (isRecord(found) ? found : undefined),
})

export function readSeen(stateDir: string): SeenRecord | undefined {
  return project.at(stateDir).value()
}

/** Whether it has the parts that are written below. */
function isRecord(found: unknown): found is SeenRecord {
  if (!isObject(found) || !isObject(found['seen']) || !isObject(found['rules'])) return false
  const { seen, told, layers } = found
  const kinds = ['settings', 'program', 'trust', 'pause', 'record']
  return Array.isArray(told) && Array.isArray(layers) && kinds.every((kind) => isObject(seen[kind]))
}

const isThere = ([dir]: readonly [string, unknown]): boolean => lookAt(dir) === 'dir'

/** Versions that are gone are forgotten. */
export function writeSeen(stateDir: string, record: SeenRecord): void {
  const rules = Object.fromEntries(Object.entries(record.rules).filter(isThere))
  const program = Object.fromEntries(Object.entries(record.seen.program).filter(isThere))
  const kept = { ...record, rules, seen: { ...record.seen, program } }
  try {
    project.at(stateDir).write(kept)
  } catch {
    // The next look compares with the record before.
  }
}

/** What one installed package saw; another's, where it saw nothing yet; what none saw is as it is now. */
export function seenBy({ seen, rules }: SeenRecord, packageDir: string, now: Seen): Seen {
  return { ...seen, rule: rules[packageDir] ?? Object.values(rules).at(-1) ?? now.rule }
}

/** The record afterwards. */
export function withSeen(record: SeenRecord, packageDir: string, { rule, ...seen }: Seen): SeenRecord {
  return { ...record, seen, rules: { ...record.rules, [packageDir]: rule } }
}

export interface SeenChange {
  readonly kind: SeenKind
  readonly name: string
  /** In a list about this subject, or a sentence of its own. */
  readonly subject?: string
  readonly text: string
  /** Fewer calls are stopped: it is reported until a person has seen it. */
  readonly weakens: boolean
}

/** A rule that Git brought and takes away again is no news that a person has to confirm. */
export function withoutReturns(
  changes: readonly SeenChange[],
  old: Seen,
  isCommitted: () => boolean,
): readonly SeenChange[] {
  return changes.map((each) => {
    const isReturn =
      each.kind === 'rule' && each.text.endsWith(' removed') && old.rule[each.name]?.[5] === BY_GIT
    return isReturn && isCommitted() ? { ...each, weakens: false } : each
  })
}

export function changesSince(old: Seen, now: Seen): readonly SeenChange[] {
  return kinds.flatMap((kind) =>
    namesIn(old[kind], now[kind]).flatMap((name) => {
      const [before, after] = [old[kind][name], now[kind][name]]
      if (before?.join('\n') === after?.join('\n')) return []
      const found = judges[kind](name, before, after)
      return found === undefined ? [] : [{ kind, name, ...found }]
    }),
  )
}

/** What is seen once these changes were reported: weakenings stay as they were. */
export function settle(old: Seen, now: Seen, changes: readonly SeenChange[]): Seen {
  const weakened = changes.filter(({ weakens }) => weakens)
  const isTaken = (kind: SeenKind, name: string): boolean =>
    !weakened.some((each) => each.kind === kind && each.name === name)
  return merge(old, now, { isTaken, keeps: lasting })
}

/** What is seen once a person changed something: what differs between before and after. */
export function accept(seen: Seen, before: Seen, after: Seen): Seen {
  const isTaken = (kind: SeenKind, name: string): boolean =>
    String(before[kind][name]) !== String(after[kind][name])
  return merge(seen, after, { isTaken, keeps: [] })
}

interface Merging {
  readonly isTaken: (kind: SeenKind, name: string) => boolean
  /** What is missing now stays. */
  readonly keeps: readonly SeenKind[]
}

function merge(old: Seen, now: Seen, { isTaken, keeps }: Merging): Seen {
  const factsOf = (kind: SeenKind): SeenFacts =>
    Object.fromEntries(
      namesIn(old[kind], now[kind]).flatMap((name) => {
        const [before, after] = [old[kind][name], now[kind][name]]
        const isKept = after === undefined && keeps.includes(kind)
        const fact = isTaken(kind, name) && !isKept ? after : before
        return fact === undefined || fact.length === 0 ? [] : [[name, fact] as const]
      }),
    )
  return Object.fromEntries(kinds.map((kind) => [kind, factsOf(kind)])) as Seen
}

/** What one look does not find, another may: of another version, environment or checkout. */
const lasting: readonly SeenKind[] = ['settings', 'program', 'trust', 'record']

function namesIn(...facts: readonly SeenFacts[]): readonly string[] {
  return [...new Set(facts.flatMap((each) => Object.keys(each)))]
}

type SeenFact = readonly string[] | undefined
type JudgedFact = Pick<SeenChange, 'subject' | 'text' | 'weakens'>
type SeenJudge = (name: string, old: SeenFact, now: SeenFact) => JudgedFact | undefined

const judges: Readonly<Record<SeenKind, SeenJudge>> = {
  rule: judgeRule,
  settings: judgeSettings,
  program: judgeProgram,
  trust: (name, old) =>
    old === undefined
      ? {
          text: `${name.slice(0, name.lastIndexOf(' '))} is trusted, but not by "hooks trust"`,
          weakens: true,
        }
      : undefined,
  pause: (name, old, now) =>
    now === undefined || Number(now[0]) < Number(old?.[0] ?? 0)
      ? undefined
      : { text: `rule ${name} is paused until ${timeOf(now)}, but not by "hooks pause"`, weakens: true },
  record: (_, old) =>
    old === undefined
      ? undefined
      : { text: `the record of the rules that you last saw was gone on ${old[0]}`, weakens: true },
}

function timeOf([until]: readonly string[]): string {
  return new Date(Number(until)).toISOString().slice(0, 16).replace('T', ' ')
}

/** How much is left of a call. */
const force = ['allow', 'other', 'proceed', 'ask', 'deny']
const modes = ['watch', 'advise', 'enforce']

function rank(list: readonly string[], word = ''): number {
  return list.includes(word) ? list.indexOf(word) : list.indexOf('other')
}

/** What tells that Git brought a rule which no person has looked at since. */
const BY_GIT = 'git'

/** With that said of rules that are new, and of those that it was said of before. */
export function withOrigin(old: Seen, now: Seen, isCommitted: () => boolean): Seen {
  const rule = Object.entries(now.rule).map(([name, fact]) => {
    const isGits = old.rule[name] === undefined ? isCommitted() : old.rule[name][5] === BY_GIT
    return [name, isGits && fact.length === 5 ? [...fact, BY_GIT] : fact] as const
  })
  return { ...now, rule: Object.fromEntries(rule) }
}

/** `LAYER EVENT NAME`: what it does, its mode, the version that compiled it, hashes of the rest and of what is written, and whether Git brought it. */
function judgeRule(name: string, old: SeenFact, now: SeenFact): JudgedFact | undefined {
  const [layer = '', , ...words] = name.split(' ')
  const rule = words.join(' ')
  const subject = files[layer] ?? layer
  // Settings are always there; what cannot be read has none.
  if (isSetting(name) && (old === undefined || now === undefined)) return undefined
  if (old === undefined) return { subject, text: `${rule} added`, weakens: now?.[0] === 'allow' }
  if (now === undefined) return { subject, text: `${rule} removed`, weakens: old[0] !== 'allow' }
  const [does, mode, version, rest, written = now[4]] = old
  const less = rank(force, now[0]) < rank(force, does) || rank(modes, now[1]) < rank(modes, mode)
  const isSame = does === now[0] && mode === now[1]
  if (isSame && (version === now[2] ? rest === now[3] : written === now[4])) return undefined
  const text = isSame ? `${rule} changed` : `${rule} ${wordFor(old)} → ${wordFor(now)}`
  return { subject, text, weakens: isSame || less }
}

const files: Readonly<Record<string, string>> = {
  project: 'hooks.yaml',
  local: 'hooks.local.yaml',
  user: 'your own hooks.yaml',
  managed: "this machine's hooks.yaml",
}

function wordFor([does = '', mode = '']: readonly string[]): string {
  return mode === 'enforce' ? does : mode
}

/** The events at which the agent calls hooks, the setting that switches hooks off, and a hash of the commands. */
function judgeSettings(file: string, old: SeenFact, now: SeenFact): JudgedFact | undefined {
  if (now === undefined) return undefined // another environment has other files
  const [before = '', offBefore = '', lines] = old ?? []
  const [after = '', off = '', linesNow] = now
  const gone = before.split(',').filter((event) => event !== '' && !after.split(',').includes(event))
  if (gone.length > 0) return { text: `${file} no longer calls hooks at ${gone.join(', ')}`, weakens: true }
  if (off !== offBefore && off !== '')
    return { text: `${off} in ${file}: the agent runs no hooks`, weakens: true }
  if (old === undefined || old.length === 0 || before !== after)
    return after === '' ? undefined : { text: `${file} calls hooks at more events`, weakens: false }
  return lines === linesNow
    ? undefined
    : { text: `the commands that call hooks in ${file} changed`, weakens: true }
}

/** Its version, a hash of its files, and how they look. */
function judgeProgram(dir: string, old: SeenFact, now: SeenFact): JudgedFact | undefined {
  if (old === undefined || now === undefined) return undefined
  const [version, content] = old
  if (version !== now[0])
    return { text: `hooks in ${dir} is version ${now[0]} now; it was ${version}`, weakens: false }
  if (content === now[1]) return undefined
  return { text: `the files of hooks in ${dir} changed, and it is still version ${version}`, weakens: true }
}

const MAX_LISTED = 6

/** Changes with the same subject are one sentence. */
export function sentencesOf(changes: readonly SeenChange[]): readonly string[] {
  const lists = new Map<string, Set<string>>()
  for (const { subject = '', text } of changes)
    lists.set(subject, (lists.get(subject) ?? new Set()).add(text))
  return [...lists].flatMap(([subject, texts]) => {
    if (subject === '') return [...texts]
    const listed = [...texts].slice(0, MAX_LISTED).join(', ')
    const more = texts.size > MAX_LISTED ? ` and ${texts.size - MAX_LISTED} more` : ''
    return [`${subject} changed since you last saw it: ${listed}${more}`]
  })
}
