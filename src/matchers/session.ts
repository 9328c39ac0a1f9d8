// Earlier calls of the session, tested like the current call.
import { type CommandPattern, commandText, matchCommands } from '../patterns/commands/command-pattern.ts'
import type { CommandQuestion } from '../patterns/commands/command-stage.ts'
import { matchPathFact } from '../patterns/paths/path-fact.ts'
import { parentPath, pathFromRoot } from '../patterns/paths/paths.ts'
import { describePattern, matchesName } from '../patterns/pattern.ts'
import type { Engines, Event, FactKind, Match, Matcher, PastCall, Pattern, Subject } from '../model/types.ts'

type LoadLinear = Engines['linear']

export interface SessionPattern {
  readonly wrote?: Pattern
  readonly read?: Pattern
  readonly ran?: CommandPattern
  readonly used?: Pattern
  /** Absent: since the last prompt. */
  readonly since?: 'start' | CommandPattern
}

export const session: Matcher<SessionPattern> = {
  key: 'session',
  summary: 'what calls did since the last prompt of the user, or since a command last succeeded',
  takes: 'session',
  domain: { keys: { wrote: 'paths', read: 'paths', ran: 'commands', used: 'tools', since: 'commands' } },
  needs: 'state',
  binds: ['path', 'paths', 'command'],
  examples: [
    { pattern: { wrote: 'src/**', since: 'npm test' }, event: {}, before: [wrote('src/cart.ts')], is: 'yes' },
    {
      pattern: { wrote: 'src/**', since: 'npm test' },
      event: {},
      before: [wrote('src/cart.ts'), shell('npm test')],
      is: 'no',
    },
    { pattern: { wrote: '*.test.ts' }, event: {}, before: [wrote('src/cart.ts')], is: 'no' },
    {
      pattern: { read: 'docs/style.md', since: 'start' },
      event: {},
      before: [shell('cat docs/style.md')],
      is: 'yes',
    },
    { pattern: { ran: 'npm test' }, event: {}, before: [shell('npm test', true)], is: 'yes' },
    { pattern: { used: 'mcp__orders__*' }, event: {}, before: [wrote('src/cart.ts')], is: 'no' },
    { pattern: { wrote: 'src/**' }, event: {}, before: [shell('cp orders.ts $TARGET')], is: 'maybe' },
  ],
  literals: () => 'any',
  compile(pattern, { linear, quantifier }) {
    const isExact = quantifier !== 'some'
    const questions = questionsIn(pattern, { linear, exact: isExact })
    const answer = (subject: Subject): Match => {
      // What `since` meets is what lets go, where the rest does not.
      const window = windowOf(subject, pattern.since, { linear, exact: !isExact })
      const parts = questions.map((question) => answerQuestion(question, window, subject))
      const worst = parts.find(({ is }) => is === 'no') ?? parts.find(({ is }) => is === 'maybe')
      if (worst !== undefined) return { is: worst.is, why: `${worst.why} ${window.words}` }
      const bind = Object.fromEntries(parts.flatMap((part) => Object.entries(part.bind ?? {})))
      return {
        is: 'yes',
        bind,
        past: Object.keys(bind),
        why: `${parts.map(({ why }) => why).join(', ')} ${window.words}`,
      }
    }
    const isByTree = pattern.since !== undefined && pattern.since !== 'start'
    return (subject) => {
      const parts = isByTree ? treesOf(subject).map((tree) => answer(inTree(tree, subject))) : []
      const found = ['yes', 'maybe'].flatMap((is) => parts.find((part) => part.is === is) ?? [])
      return found[0] ?? parts[0] ?? answer(subject)
    }
  },
}

const pathKinds = ['reads', 'creates', 'edits', 'deletes'] as const

/** Where a repository has worktrees, those that the session worked in: tests that pass in one say nothing of another. */
function treesOf(subject: Subject): readonly string[] {
  const { event, look } = subject
  if (look === undefined || look.worktrees().length === 0) return []
  const dirs = subject
    .did()
    .calls.flatMap(({ facts }) => [
      ...facts.commands.map(({ cwd }) => cwd),
      ...pathKinds.flatMap((kind) => facts[kind].map(({ path }) => parentPath(path))),
    ])
  return [...new Set([event.cwd, ...dirs].flatMap((dir) => look.tree(dir) ?? []))]
}

/** The same history, without what was written, and what succeeded, in other worktrees. */
function inTree(tree: string, subject: Subject): Subject {
  const { event, look, real } = subject
  const isHere = (dir: string): boolean => (look?.tree(dir) ?? tree) === tree
  const calls = subject.did().calls.map((call): PastCall => {
    const { facts, passed } = call
    const here = pathKinds.map((kind) => [kind, facts[kind].filter(({ path }) => isHere(parentPath(path)))])
    return {
      ...call,
      facts: { ...facts, ...Object.fromEntries(here) },
      passed: passed.filter((at) => look?.tree(facts.commands[at]?.cwd ?? '') === tree),
    }
  })
  const history = { ...subject.did(), calls }
  return {
    event,
    look,
    ...(real !== undefined && { real }),
    facts: () => subject.facts(),
    did: () => history,
  }
}

function wrote(path: string): Partial<Event> {
  return { tool_name: 'Write', tool_input: { file_path: path, content: '' } }
}

function shell(command: string, isError = false): Partial<Event> {
  return { tool_name: 'Bash', tool_input: { command }, is_error: isError }
}

interface Window {
  readonly calls: readonly PastCall[]
  /** No call is missing. */
  readonly isWhole: boolean
  /** When it began. */
  readonly words: string
}

type Asking = Pick<CommandQuestion, 'linear' | 'exact'>

function windowOf(subject: Subject, since: SessionPattern['since'], asking: Asking): Window {
  const { calls, prompt, known_since } = subject.did()
  if (since === undefined) {
    const own = calls.filter((call) => call.prompt >= prompt)
    return {
      calls: own,
      isWhole: known_since <= prompt,
      words: prompt === 0 ? 'in this session' : 'since the last prompt',
    }
  }
  const all = { calls, isWhole: known_since === 0, words: 'in this session' }
  return since === 'start' ? all : sinceCommand(since, all, { ...asking, look: subject.look, strict: false })
}

/** The calls after the command last succeeded; all when it never did. */
function sinceCommand(pattern: CommandPattern, all: Window, question: CommandQuestion): Window {
  const { calls } = all
  const name = pattern.yes.map(({ text }) => text).join(' or ')
  for (let at = calls.length - 1; at >= 0; at--) {
    const call = calls[at]
    const met =
      call === undefined || call.passed.length === 0
        ? []
        : matchCommands(pattern, call.facts.commands, question)
    const last = call?.passed.findLast((index) => met[index] === 'yes')
    if (call === undefined || last === undefined) continue
    const rest = calls.slice(at + 1)
    return {
      calls: runsMore(call, last) ? [call, ...rest] : rest,
      isWhole: true,
      words: `since ${name} succeeded`,
    }
  }
  return { ...all, words: `and ${name} has not succeeded in this session` }
}

/** Does the call run more commands, other than those run by the one at this index? */
function runsMore({ facts: { commands }, passed }: PastCall, at: number): boolean {
  const depth = commands[at]?.wrappers.length ?? 0
  return (
    passed.some((other) => other > at) ||
    commands.some(({ wrappers }, other) => other > at && wrappers.length <= depth)
  )
}

/** Asks one call; `met`: what in it matched, as text. */
type AskCall = (call: PastCall, subject: Subject) => CallAnswer
interface CallAnswer {
  readonly is: Match['is']
  readonly met?: readonly string[]
  readonly why?: string
}

interface SessionQuestion {
  readonly key: 'wrote' | 'read' | 'ran' | 'used'
  readonly wanted: string
  readonly ask: AskCall
}

function questionsIn({ wrote, read, ran, used }: SessionPattern, asking: Asking): readonly SessionQuestion[] {
  const question = (
    key: SessionQuestion['key'],
    pattern: Pattern | CommandPattern,
    ask: AskCall,
  ): SessionQuestion => ({ key, wanted: describePattern(pattern), ask })
  const { linear } = asking
  return [
    wrote && question('wrote', wrote, askPaths(wrote, ['creates', 'edits', 'deletes'], linear)),
    read && question('read', read, askPaths(read, ['reads'], linear)),
    ran && question('ran', ran, askCommands(ran, asking)),
    used && question('used', used, askTool(used, linear)),
  ].filter((each) => each !== undefined)
}

const no: CallAnswer = { is: 'no' }

function answerQuestion(
  { key, wanted, ask }: SessionQuestion,
  { calls, isWhole }: Window,
  subject: Subject,
): Match & { readonly why: string } {
  const answers = calls.map((call) => ({ ...ask(call, subject), call }))
  const yes = answers.findLast(({ is }) => is === 'yes')
  if (yes !== undefined) {
    const all = [...new Set(answers.flatMap(({ is, met = [] }) => (is === 'yes' ? met : [])))]
    return { is: 'yes', why: whyOf(key, yes, calls), bind: bindOf(key, all) }
  }
  const maybe = answers.findLast(({ is }) => is === 'maybe')
  if (maybe !== undefined)
    return {
      is: 'maybe',
      why: `${maybe.call.tool || 'a script'} may have ${participles[key]} ${wanted}: ${maybe.why ?? 'it failed'};`,
    }
  if (!isWhole) return { is: 'maybe', why: `it is not known of every call what it ${key};` }
  return { is: 'no', why: `nothing ${participles[key]} is ${wanted}` }
}

const participles = { wrote: 'written', read: 'read', ran: 'run', used: 'used' } as const

function whyOf(
  key: SessionQuestion['key'],
  { call, met = [] }: CallAnswer & { readonly call: PastCall },
  calls: readonly PastCall[],
): string {
  const back = calls.length - calls.lastIndexOf(call)
  const when = back === 1 ? 'the last call' : `${back} calls ago`
  const who = call.tool === '' ? 'a rule' : call.tool
  return key === 'used' ? `${who} was used (${when})` : `${who} ${key} ${met[0] ?? ''} (${when})`
}

function bindOf(key: SessionQuestion['key'], met: readonly string[]): NonNullable<Match['bind']> {
  if (key === 'used') return {}
  const [first = ''] = met
  return key === 'ran' ? { command: met.join(', ') } : { path: first, paths: met.join('\n') }
}

type PathKind = 'reads' | 'creates' | 'edits' | 'deletes'

function askPaths(pattern: Pattern, kinds: readonly PathKind[], linear: LoadLinear): AskCall {
  return (call, subject) => {
    const { facts, failed } = call
    // A failed tool did nothing; of a failed shell call some commands may have run.
    if (failed === true && facts.commands.length === 0) return no
    const found = kinds.flatMap((kind) => {
      const then = kind === 'deletes' ? withoutTrees(subject) : subject
      return facts[kind].map((fact) =>
        matchPathFact(pattern, { fact, kind, quantifier: 'some', linear }, then),
      )
    })
    const met = found.flatMap(({ is, path }) => (is === 'yes' ? [pathFromRoot(path, subject.event)] : []))
    if (met.length > 0) return { is: failed === true && facts.commands.length === 1 ? 'maybe' : 'yes', met }
    const maybe = found.find(({ is }) => is === 'maybe')
    return maybe === undefined
      ? unresolvedAnswer(call, kinds)
      : { is: 'maybe', why: pathFromRoot(maybe.path, subject.event) }
  }
}

/** Deleted directories can no longer be searched. */
function withoutTrees(subject: Subject): Subject {
  const look = subject.look && { ...subject.look, below: () => undefined }
  return { ...subject, facts: () => subject.facts(), did: () => subject.did(), look }
}

function askCommands(pattern: CommandPattern, asking: Asking): AskCall {
  return (call, { look }) => {
    const { commands } = call.facts
    const met = matchCommands(pattern, commands, { ...asking, look, strict: false })
    const ran = commands.filter(({ guessed }, at) => met[at] === 'yes' && guessed !== true).map(commandText)
    if (ran.length > 0) return { is: 'yes', met: ran }
    const maybe = commands.find((_, at) => met[at] !== 'no')
    return maybe === undefined
      ? unresolvedAnswer(call, ['commands'])
      : { is: 'maybe', why: commandText(maybe) }
  }
}

function askTool(pattern: Pattern, linear: LoadLinear): AskCall {
  return ({ tool, native: also }) =>
    tool !== '' && matchesName(pattern, tool, { linear, also }) !== undefined
      ? { is: 'yes', met: [tool] }
      : no
}

function unresolvedAnswer({ facts }: PastCall, kinds: readonly FactKind[]): CallAnswer {
  const found = facts.unresolved.find(({ about }) => about.some((kind) => kinds.includes(kind)))
  return found === undefined ? no : { is: 'maybe', why: found.reason }
}
