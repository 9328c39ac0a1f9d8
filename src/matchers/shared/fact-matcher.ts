// Shared by the matchers over facts.
import type {
  Quantifier,
  CommandFact,
  Engines,
  EventName,
  FactKind,
  Match,
  Matcher,
  Pattern,
  PathFact,
  Subject,
  Unresolved,
} from '../../model/types.ts'
import { pathLiteralsOf } from '../../patterns/literal.ts'
import { matchPathFact, type PathFactMatch, locationsOfFact } from '../../patterns/paths/path-fact.ts'
import { describePattern } from '../../patterns/pattern.ts'
import { pathFromRoot } from '../../patterns/paths/paths.ts'

/** The events with a tool call. */
export const callEvents: readonly EventName[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

/** A maybe when unknown parts of the call could add to these facts. */
export function unresolvedMatch(subject: Subject, kinds: readonly FactKind[]): Match | undefined {
  const { unresolved, commands } = subject.facts()
  const found = unresolved.find(({ about }) => about.some((kind) => kinds.includes(kind)))
  if (found === undefined) return undefined
  const why = describeUnresolved(found, commands)
  return { is: 'maybe', why, unknown: asSentences(why) }
}

const MAX_TEXT_CHARS = 80

/** Quotes the command of an unknown word. */
function describeUnresolved({ text, reason }: Unresolved, commands: readonly CommandFact[]): string {
  if (text === '' || text === '…') return reason
  const command = commands.find(({ argv }) => argv.length > 1 && argv.includes(text))
  if (command !== undefined && reason.startsWith(`${text} `))
    return `${text} in "${short(command.argv.join(' '))}"${reason.slice(text.length)}`
  return reason.includes(text) ? reason : `in "${short(text)}" ${reason}`
}

function short(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS - 1)}…`
}

/** `… cannot be known: write it out` as two sentences. */
export function asSentences(why: string): string {
  const at = why.lastIndexOf(': ')
  const advice = why.slice(at + 2)
  return at < 0 || !/^[a-z]/.test(advice)
    ? `${asBeginning(why)}.`
    : `${asBeginning(why.slice(0, at))}. ${upperFirst(advice)}.`
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence that begins with a word of the call keeps its spelling. */
const asBeginning = (text: string): string =>
  /^(?:an?|the|in|it|its|no|of|what|where|whether|which|who|with|write) /.test(text) ? upperFirst(text) : text

type PathKind = 'reads' | 'creates' | 'edits' | 'deletes'

interface PathMatcher {
  readonly key: string
  readonly summary: string
  readonly kinds: readonly PathKind[]
  /** What lies below a directory that the call names does not count. */
  readonly named?: true
  readonly takes?: 'reads'
  readonly examples: Matcher['examples']
}

/** A matcher over the paths that a call would touch. */
export function definePathMatcher(of: PathMatcher): Matcher<Pattern> {
  const { key, summary, kinds, named, examples, takes = 'paths' } = of
  return {
    key,
    summary,
    takes,
    domain: { keys: { path: 'paths' }, plain: 'paths' },
    needs: 'facts',
    facts: kinds,
    binds: ['path', 'paths'],
    events: callEvents,
    examples,
    literals: pathLiteralsOf,
    outside: excludesProject,
    compile: (pattern, { quantifier, linear }) =>
      pathTest(pattern, { key, kinds, named, quantifier, linear }),
  }
}

function excludesProject({ no }: Pattern): boolean {
  const written = new Set(no.map(({ text }) => text))
  return written.has('./**') || (written.has('./*') && written.has('./*/**'))
}

interface PathTestOptions extends Pick<Engines, 'linear'> {
  readonly key: string
  readonly kinds: readonly PathKind[]
  readonly named: true | undefined
  readonly quantifier: Quantifier
}

interface PathMatch extends PathFactMatch {
  readonly kind: PathKind
  readonly fact: PathFact
}

interface PathMatches {
  readonly yes: readonly PathMatch[]
  readonly maybe: PathMatch | undefined
  readonly no: PathMatch | undefined
}

const none: readonly PathMatch[] = []

/** Allocates only for matches: most rules match no path. */
function matchPaths(
  pattern: Pattern,
  { kinds, named, quantifier, linear }: PathTestOptions,
  subject: Subject,
): PathMatches {
  const facts = subject.facts()
  let yes: PathMatch[] | undefined
  let maybe: PathMatch | undefined
  let no: PathMatch | undefined
  for (const kind of kinds) {
    for (const each of facts[kind]) {
      if (named === true && quantifier !== 'every' && isToldByGit(each)) continue
      if (pattern.by?.includes(each.by ?? 'name') === false) {
        no ??= { is: 'no', path: each.path, kind, fact: each }
        continue
      }
      // an allow has to name all that the call does
      const fact = named === true && each.tree === true && quantifier !== 'every' ? withoutTree(each) : each
      const found = matchPathFact(pattern, { fact, kind, quantifier, linear }, subject)
      const { is } = found
      const met = { kind, fact, ...found }
      if (is === 'maybe') maybe ??= met
      else if (is === 'no') no ??= met
      else if (yes === undefined) yes = [met]
      else yes.push(met)
    }
  }
  return { yes: yes ?? none, maybe, no }
}

/** What Git says that a command changes was not named. */
const isToldByGit = ({ listed_by }: PathFact): boolean =>
  listed_by !== undefined && listed_by.otherwise === undefined

/** What only could be below a directory has no name. */
function withoutTree({ tree: _tree, listed_by, ...fact }: PathFact): PathFact {
  return listed_by?.otherwise === 'doubt' ? { ...fact, listed_by: { ...listed_by, asks: [] } } : fact
}

function pathTest(pattern: Pattern, options: PathTestOptions): (subject: Subject) => Match {
  const { key, kinds, named, quantifier } = options
  const wanted = describePattern(pattern)
  const how = named === true ? ' by hand' : ''
  const differs: Match = { is: 'no', why: `no path that the call ${verbOf(key)}${how} is ${wanted}` }
  const absent: Match = { is: 'no', why: `the call ${verbOf(key)} no path${how}` }
  return (subject) => {
    const { yes, maybe, no } = matchPaths(pattern, options, subject)
    if (quantifier === 'every') {
      if (no !== undefined)
        return { is: 'no', why: `it ${no.kind} ${pathFromRoot(no.path, subject.event)}, too` }
      return yes[0] === undefined ? absent : pathMatch(yes[0], yes, subject)
    }
    if (yes[0] !== undefined) return pathMatch(yes[0], yes, subject)
    if (maybe !== undefined) {
      const why = whyMaybe(maybe, wanted, subject)
      return { ...pathMatch(maybe, [maybe], subject), is: 'maybe', why, unknown: asSentences(why) }
    }
    const open = pattern.guard === undefined ? unresolvedMatch(subject, kinds) : undefined
    return open ?? (no === undefined ? absent : differs)
  }
}

function whyMaybe({ path, fact, unanswered }: PathMatch, wanted: string, { event }: Subject): string {
  const place = pathFromRoot(path, event)
  if (unanswered !== undefined)
    return `${unanswered}, so what would change below ${place} is unknown: try again, or name each file`
  if (fact.listed_by?.otherwise === undefined) return `${place} could be ${wanted}: name each file`
  return `what would be written below ${place} cannot be known: name each file`
}

const verbs = { reads: 'read', creates: 'create', edits: 'edit', deletes: 'delete' } as const

function pathMatch(first: PathMatch, all: readonly PathMatch[], subject: Subject): Match {
  const path = shownPath(subject, first)
  return {
    is: 'yes',
    bind: { path, paths: [...new Set(all.map((each) => shownPath(subject, each)))].join('\n') },
    verb: verbs[first.kind],
    why: `it ${first.kind} ${path}`,
  }
}

function verbOf(key: string): string {
  return key === 'path' ? 'touches' : key === 'by_hand' ? 'writes' : key
}

function shownPath(subject: Subject, { path, fact }: PathMatch): string {
  const named = path === fact.path ? locationsOfFact(fact, subject)[0] : undefined
  if (named === undefined) return pathFromRoot(path, subject.event)
  const { relative, absolute } = named
  return relative === undefined || relative === '' ? absolute : relative
}
