// What each key of a match asks of a call: sketches that meet its pattern, the plainest first.
import type { CommitPattern } from '../../matchers/commits.ts'
import type { PushPattern } from '../../matchers/pushes.ts'
import type { SendsPattern } from '../../matchers/sends.ts'
import type { SessionPattern } from '../../matchers/session.ts'
import type { GitPattern } from '../../matchers/shared/git-state.ts'
import type { Match as WrittenMatch } from '../../model/generated/config-types.ts'
import type { When } from '../../model/types/expression.ts'
import type { Event, Pattern } from '../../model/types.ts'
import type { CommandPattern } from '../../patterns/commands/command-pattern.ts'
import type { FieldPattern } from '../../patterns/fields.ts'
import { commandsOf, shellWord } from './commands.ts'
import { waysTo } from './expression.ts'
import { type GivenState, mergeSketches, type PathVerb, type Sketch } from './sketch.ts'
import { namesOf, pathsOf, textsOf, toolsOf } from './texts.ts'

/** Every key but those that combine others. */
type MatchKey = Exclude<keyof Exclude<WrittenMatch, string | string[]>, 'any' | 'all' | 'not'>

type Sketches = readonly Sketch[]

/** Told with which patterns the compiler makes for the key. */
type SketchesFor = (pattern: never) => Sketches

const fieldOf =
  (field: string, values: (pattern: Pattern) => readonly unknown[] = namesOf) =>
  (pattern: Pattern): Sketches =>
    values(pattern).map((value) => ({ fields: { [field]: value } }))

const pathOf =
  (verb: PathVerb) =>
  (pattern: Pattern): Sketches =>
    pathsOf(pattern).map((at) => ({ path: { verb, at } }))

const given = (state: GivenState): Sketch => ({ given: state })

const sketches: { readonly [Key in MatchKey]: SketchesFor } = {
  adds: (pattern: Pattern) => textsOf(pattern).map((text) => ({ text })),
  agent: fieldOf('agent', (pattern) => namesOf(pattern, ['claude-code', 'codex'])),
  branch: (pattern: Pattern) => namesOf(pattern, ['work', 'main']).map((branch) => given({ branch })),
  by_hand: pathOf('write'),
  command: (pattern: CommandPattern) => commandsOf(pattern).map((command) => ({ command })),
  commits: commitsFor,
  creates: pathOf('create'),
  cwd: fieldOf('cwd', pathsOf),
  deletes: pathOf('delete'),
  edits: pathOf('edit'),
  git: (pattern: GitPattern) => [given(stateOf(pattern))],
  host: (pattern: Pattern) => hostsOf(pattern).map((host) => ({ host })),
  in: (pattern: Pattern) => pathsOf(pattern).map((dir) => ({ dir: dir.replace(/\/[^/]*\.txt$|^a\.txt$/, '/a') })),
  input: (fields: readonly FieldPattern[]) => valuesFor('tool_input', fields),
  is_error: (pattern: boolean) => [{ fields: { is_error: pattern } }],
  metadata: (fields: readonly FieldPattern[]) => valuesFor('metadata', fields),
  model: fieldOf('model'),
  output: fieldOf('tool_output', textsOf),
  path: pathOf('touch'),
  permission_mode: fieldOf('permission_mode', (pattern) => namesOf(pattern, ['default', 'plan'])),
  prompt: fieldOf('prompt', textsOf),
  pushed: (pattern: boolean) => [given({ pushed: pattern })],
  pushes: pushesFor,
  reads: pathOf('read'),
  recipe: fieldOf('recipe'),
  response: fieldOf('response', textsOf),
  sends: sendsFor,
  session: sessionFor,
  source: fieldOf('source', (pattern) => namesOf(pattern, ['startup', 'resume'])),
  subagent: fieldOf('subagent.name', (pattern) => namesOf(pattern, ['reviewer', 'Explore'])),
  text: (pattern: Pattern) =>
    ['response', 'prompt', 'tool_output', 'error'].flatMap((field) => fieldOf(field, textsOf)(pattern)),
  tool: (pattern: Pattern) => toolsOf(pattern).map((tool) => ({ tool })),
  turn: (numbers: readonly number[]) => numbers.map((turn) => ({ fields: { turn } })),
  when: ({ expression }: When) => waysTo(expression).map((fields) => ({ fields })),
  writes: pathOf('write'),
}

/** None for the key of a matcher that is not shipped. */
export function sketchesFor(key: string, pattern: unknown): Sketches {
  const known: Readonly<Record<string, SketchesFor>> = sketches
  return Object.hasOwn(known, key) ? (known[key]?.(pattern as never) ?? []) : [] // the compiler made it for this key
}

/** What keeps a key from holding, beside a call that has nothing to do with it. */
export function sketchesAgainst(key: string, pattern: unknown): Sketches {
  if (key === 'pushed') return [given({ pushed: pattern !== true })]
  if (key === 'branch') return [given({ branch: 'work' })]
  if (key !== 'git') return [{}]
  const flipped = Object.entries(stateOf(pattern as GitPattern)).flatMap(([flag, value]) => // of this key
    typeof value === 'boolean' ? [given({ [flag]: !value })] : [],
  )
  return [{}, ...flipped]
}

function stateOf({ staged, operation, ...flags }: GitPattern): GivenState {
  const [name] = operation === undefined ? [] : namesOf(operation, ['rebase'])
  const [file] = staged === undefined ? [] : pathsOf(staged)
  return {
    ...flags,
    ...(name !== undefined && { operation: name }),
    ...(file !== undefined && { staged: file }),
  }
}

function hostsOf(pattern: Pattern): readonly string[] {
  return namesOf(pattern, ['files.example', 'registry:npm'])
}

function commitsFor({ message, files, amend, no_verify: noVerify }: CommitPattern): Sketches {
  const options = `${amend === true ? ' --amend' : ''}${noVerify === true ? ' --no-verify' : ''}`
  const messages = message === undefined ? ['change'] : textsOf(message, ['change'])
  const paths = files === undefined ? [''] : pathsOf(files)
  return messages.flatMap((text) =>
    paths.map((at) => {
      const commit = `git commit${options} -m ${shellWord(text)}`
      return { command: at === '' ? commit : `git add ${shellWord(at)} && ${commit}`, ...existing(at) }
    }),
  )
}

const existing = (at: string): Sketch => (at === '' ? {} : { path: { verb: 'touch', at } })

function pushesFor({ to, remote, force, deletes }: PushPattern): Sketches {
  const options = `${force === true ? ' --force' : ''}${deletes === true ? ' --delete' : ''}`
  const remotes = remote === undefined ? ['origin'] : namesOf(remote, ['origin', 'backup'])
  const branches = to === undefined ? ['work'] : namesOf(to, ['work', 'main'])
  return remotes.flatMap((place) =>
    branches.map((branch) => ({ command: `git push${options} ${place} ${branch}` })),
  )
}

function sendsFor({ what, to }: SendsPattern): Sketches {
  const hosts = to === undefined ? ['files.example'] : hostsOf(to)
  const { files, variables, outputs, texts } = what ?? {}
  const isAsked = (pattern: Pattern | undefined): pattern is Pattern =>
    pattern !== undefined && pattern.yes.length > 0
  const words = [
    ...(isAsked(files) ? pathsOf(files).map((at) => `@${at}`) : []),
    ...(isAsked(variables) ? namesOf(variables).map((name) => `"${name}"`) : []),
    ...(isAsked(texts) ? textsOf(texts).map(shellWord) : []),
    ...(outputs !== undefined && outputs.yes.length > 0
      ? commandsOf(outputs).map((command) => `"$(${command})"`)
      : []),
  ]
  const sent = words.length === 0 ? ['@a.txt'] : words
  return hosts.flatMap((host) => sent.map((sends) => ({ host, sends })))
}

function sessionFor({ wrote, read, ran, used }: SessionPattern): Sketches {
  const before = (events: readonly Partial<Event>[]): Sketches => events.map((each) => ({ before: [each] }))
  const file = (tool_name: string, at: string): Partial<Event> => ({
    tool_name,
    tool_input: { file_path: at, ...(tool_name === 'Write' && { content: '' }) },
  })
  const parts = [
    wrote && before(pathsOf(wrote).map((at) => file('Write', at))),
    read && before(pathsOf(read).map((at) => file('Read', at))),
    ran && before(commandsOf(ran).map((command) => ({ tool_name: 'Bash', tool_input: { command } }))),
    used && before(toolsOf(used).map((tool_name) => ({ tool_name, tool_input: {} }))),
  ].filter((part) => part !== undefined)
  return parts.reduce(
    (left, right) => left.flatMap((one) => right.flatMap((two) => mergeSketches(one, two) ?? [])),
    [{}],
  )
}

/** A field below the input or the metadata, where the command and paths of a call are known as such. */
function valuesFor(top: 'tool_input' | 'metadata', fields: readonly FieldPattern[]): Sketches {
  const parts = fields.map(({ field, not, paths, pattern }): Sketches => {
    if (not) return [{}]
    const texts = paths ? pathsOf(pattern) : textsOf(pattern)
    const isCommand = top === 'tool_input' && field === 'command'
    return [
      ...(isCommand ? texts.map((command) => ({ command })) : []),
      ...texts.map((text) => ({ fields: { [`${top}.${field}`]: valueOf(text) } })),
    ]
  })
  return parts.reduce(
    (left, right) => left.flatMap((one) => right.flatMap((two) => mergeSketches(one, two) ?? [])),
    [{}],
  )
}

const valueOf = (text: string): unknown =>
  /^(?:true|false|null|\d{1,15})$/.test(text) ? (JSON.parse(text) as unknown) : text
