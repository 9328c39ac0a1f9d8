// What the matchers over facts share.
import type {
  Asked,
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
import { findPath, type FoundPath, namesOfFact } from '../../patterns/paths/path-fact.ts'
import { describePattern } from '../../patterns/pattern.ts'
import { pathFromRoot } from '../../patterns/paths/paths.ts'

/** The events that have a tool call. */
export const aboutFacts: readonly EventName[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

/** Maybe, when what cannot be known of the call could add to these facts. */
export function doubtAbout(subject: Subject, kinds: readonly FactKind[]): Match | undefined {
  const { unresolved, commands } = subject.facts()
  const found = unresolved.find(({ about }) => about.some((kind) => kinds.includes(kind)))
  if (found === undefined) return undefined
  const why = inItsCommand(found, commands)
  return { is: 'maybe', why, unknown: asSentences(why) }
}

const MAX_OF_TEXT = 80

/** A word stands in its command; what hides in a longer text comes after that text. */
function inItsCommand({ text, reason }: Unresolved, commands: readonly CommandFact[]): string {
  if (text === '' || text === '…') return reason
  const command = commands.find(({ argv }) => argv.length > 1 && argv.includes(text))
  if (command !== undefined && reason.startsWith(`${text} `))
    return `${text} in "${short(command.argv.join(' '))}"${reason.slice(text.length)}`
  return reason.includes(text) ? reason : `${short(text)}: ${reason}`
}

function short(text: string): string {
  return text.length <= MAX_OF_TEXT ? text : `${text.slice(0, MAX_OF_TEXT - 1)}…`
}

/** `… cannot be known: write it out` as two sentences, the second one an advice. */
export function asSentences(why: string): string {
  const at = why.lastIndexOf(': ')
  const advice = why.slice(at + 2)
  return at < 0 || !/^[a-z]/.test(advice)
    ? `${why}.`
    : `${why.slice(0, at)}. ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`
}

type PathKind = 'reads' | 'creates' | 'edits' | 'deletes'

interface PathMatcher {
  readonly key: string
  readonly summary: string
  readonly kinds: readonly PathKind[]
  readonly examples: Matcher['examples']
}

/** A matcher over the paths that a call would touch. */
export function definePathMatcher({ key, summary, kinds, examples }: PathMatcher): Matcher<Pattern> {
  return {
    key,
    summary,
    takes: 'paths',
    needs: 'facts',
    facts: kinds,
    binds: ['path', 'paths'],
    events: aboutFacts,
    examples,
    literals: pathLiteralsOf,
    outside: excludesProject,
    compile: (pattern, { asked, linear }) => pathTest(pattern, { key, kinds, asked, linear }),
  }
}

/** As a list says that the project is not meant. */
function excludesProject({ no }: Pattern): boolean {
  const written = new Set(no.map(({ text }) => text))
  return written.has('./**') || (written.has('./*') && written.has('./*/**'))
}

interface PathQuestion extends Pick<Engines, 'linear'> {
  readonly key: string
  readonly kinds: readonly PathKind[]
  readonly asked: Asked
}

/** A fact that meets the pattern, or could. */
interface Met extends FoundPath {
  readonly kind: PathKind
  readonly fact: PathFact
}

/** The call's paths by how they meet the pattern; of those that could, the first. */
interface Meeting {
  readonly yes: readonly Met[]
  readonly maybe: Met | undefined
  readonly no: Met | undefined
}

const none: readonly Met[] = []

/** One list is made where it is needed: most rules meet no path, or one. */
function meetPaths(pattern: Pattern, { kinds, asked, linear }: PathQuestion, subject: Subject): Meeting {
  const facts = subject.facts()
  let yes: Met[] | undefined
  let maybe: Met | undefined
  let no: Met | undefined
  for (const kind of kinds) {
    for (const fact of facts[kind]) {
      const { is, path } = findPath(pattern, { fact, kind, asked, linear }, subject)
      const met = { kind, fact, is, path }
      if (is === 'maybe') maybe ??= met
      else if (is === 'no') no ??= met
      else if (yes === undefined) yes = [met]
      else yes.push(met)
    }
  }
  return { yes: yes ?? none, maybe, no }
}

function pathTest(pattern: Pattern, question: PathQuestion): (subject: Subject) => Match {
  const { key, kinds, asked } = question
  const wanted = describePattern(pattern)
  const differs: Match = { is: 'no', why: `no path that the call ${verbOf(key)} is ${wanted}` }
  const absent: Match = { is: 'no', why: `the call ${verbOf(key)} no path` }
  return (subject) => {
    const { yes, maybe, no } = meetPaths(pattern, question, subject)
    if (asked === 'every') {
      if (no !== undefined)
        return { is: 'no', why: `it ${no.kind} ${pathFromRoot(no.path, subject.event)}, too` }
      return yes[0] === undefined ? absent : told(yes[0], yes, subject)
    }
    if (yes[0] !== undefined) return told(yes[0], yes, subject)
    if (maybe !== undefined) {
      const why = `${pathFromRoot(maybe.path, subject.event)} could be ${wanted}: name each file`
      return { ...told(maybe, [maybe], subject), is: 'maybe', why, unknown: asSentences(why) }
    }
    return doubtAbout(subject, kinds) ?? (no === undefined ? absent : differs)
  }
}

const verbs = { reads: 'read', creates: 'create', edits: 'edit', deletes: 'delete' } as const

function told(first: Met, met: readonly Met[], subject: Subject): Match {
  const path = shownIn(subject, first)
  return {
    is: 'yes',
    bind: { path, paths: met.length === 1 ? path : shownOnce(met, subject).join('\n') },
    verb: verbs[first.kind],
    why: `it ${first.kind} ${path}`,
  }
}

function shownOnce(met: readonly Met[], subject: Subject): string[] {
  return [...new Set(met.map((each) => shownIn(subject, each)))]
}

function verbOf(key: string): string {
  return key === 'path' ? 'touches' : key
}

/** Relative to the root when it is inside. */
function shownIn(subject: Subject, { path, fact }: Met): string {
  const named = path === fact.path ? namesOfFact(fact, subject)[0] : undefined
  if (named === undefined) return pathFromRoot(path, subject.event)
  const { relative, absolute } = named
  return relative === undefined || relative === '' ? absolute : relative
}
