// What each key of a match asks of a call: sketches that meet its pattern, the plainest first.
import type { ActPattern } from '../../matchers/does.ts'
import type { CommitPattern } from '../../matchers/commits.ts'
import type { PushPattern } from '../../matchers/pushes.ts'
import type { SendsPattern } from '../../matchers/sends.ts'
import type { SessionPattern } from '../../matchers/session.ts'
import type { GitPattern } from '../../matchers/shared/git-state.ts'
import type { Match as WrittenMatch } from '../../model/generated/config-types.ts'
import type { When } from '../../model/types/matching.ts'
import type { Pattern } from '../../model/types.ts'
import type { CommandPattern } from '../../patterns/commands/command-pattern.ts'
import type { FieldPattern } from '../../patterns/field-patterns.ts'
import { commandsOf, shellWord } from './commands.ts'
import { waysTo } from './expression.ts'
import { combineAll, type PathVerb, type Sketch, type Values } from './sketch.ts'
import { pathsOf, textsOf, toolsOf } from './texts.ts'

/** Every key but those that combine others. */
type MatchKey = Exclude<keyof Exclude<WrittenMatch, string | string[] | null>, 'any' | 'all' | 'not'>

type Sketches = readonly Sketch[]

/** Told with which patterns the compiler makes for the key. */
type SketchesFor = (pattern: never) => Sketches

const fieldOf =
  (field: string, usual?: readonly string[]) =>
  (pattern: Pattern): Sketches =>
    textsOf(pattern, usual).map((value) => ({ fields: { [field]: value } }))

const pathOf =
  (verb: PathVerb) =>
  (pattern: Pattern): Sketches =>
    pathsOf(pattern).map((path) => ({ path, verb }))

const given = (state: Values): Sketch => ({ given: state })

const sketches: { readonly [Key in MatchKey]: SketchesFor } = {
  adds: (pattern: Pattern) => textsOf(pattern).map((text) => ({ text })),
  agent: fieldOf('agent', ['claude-code', 'codex']),
  branch: (pattern: Pattern) => textsOf(pattern, ['work', 'main']).map((branch) => given({ branch })),
  by_hand: pathOf('write'),
  command: (pattern: CommandPattern) => commandsOf(pattern).map((command) => ({ command })),
  commits: commitsFor,
  creates: pathOf('create'),
  cwd: (pattern: Pattern) => pathsOf(pattern).map((cwd) => ({ fields: { cwd } })),
  deletes: pathOf('delete'),
  does: doesFor,
  edits: pathOf('edit'),
  git: (pattern: GitPattern) => [given(stateOf(pattern))],
  host: (pattern: Pattern) => hostsOf(pattern).map((host) => ({ host })),
  in: (pattern: Pattern) => pathsOf(pattern).map((path) => ({ dir: path.replace(/(?<=.)\/a\.txt$/, '') })),
  input: (fields: readonly FieldPattern[]) => valuesFor('tool_input', fields),
  is_error: (pattern: boolean) => [{ fields: { is_error: pattern } }],
  metadata: (fields: readonly FieldPattern[]) => valuesFor('metadata', fields),
  model: fieldOf('model'),
  output: fieldOf('tool_output'),
  path: pathOf('touch'),
  permission_mode: fieldOf('permission_mode', ['default', 'plan']),
  prompt: fieldOf('prompt'),
  pushed: (pattern: boolean) => [given({ pushed: pattern })],
  pushes: pushesFor,
  reads: readsFor,
  recipe: fieldOf('recipe'),
  response: fieldOf('response'),
  searches: (pattern: Pattern) =>
    textsOf(pattern).map((text) => ({ command: `grep -rn ${shellWord(text)} .` })),
  sends: sendsFor,
  session: sessionFor,
  source: fieldOf('source', ['startup', 'resume']),
  subagent: fieldOf('subagent.name', ['reviewer', 'Explore']),
  text: (pattern: Pattern) => textsOf(pattern).map((said) => ({ said })),
  tool: (pattern: Pattern) => toolsOf(pattern).map((tool) => ({ tool })),
  turn: (numbers: readonly number[]) => numbers.map((turn) => ({ fields: { turn } })),
  when: ({ expression }: When) => waysTo(expression),
  writes: pathOf('write'),
}

/** None for the key of a matcher that is not shipped. */
export function sketchesFor(key: string, pattern: unknown): Sketches {
  const known: Readonly<Record<string, SketchesFor>> = sketches
  return Object.hasOwn(known, key) ? (known[key]?.(pattern as never) ?? []) : [] // the compiler made it for this key
}

/** What keeps a key from holding, beside a call that has nothing to do with it. */
export function sketchesAgainst(key: string, pattern: unknown): Sketches {
  if (key === 'branch') return [given({ branch: 'work' })]
  const asked = key === 'git' || key === 'pushed' ? sketchesFor(key, pattern) : []
  const flags = Object.entries(asked[0]?.given ?? {}).filter(([, value]) => typeof value === 'boolean')
  return [{}, ...flags.map(([flag, value]) => given({ [flag]: value !== true }))]
}

function stateOf({ staged, operation, ...flags }: GitPattern): Values {
  return {
    ...flags,
    ...(operation && { operation: textsOf(operation, ['rebase'])[0] }),
    ...(staged && { staged: pathsOf(staged)[0] }),
  }
}

const hostsOf = (pattern: Pattern): readonly string[] => textsOf(pattern, ['files.example', 'registry:npm'])

function doesFor({ service, verb, target, environment }: ActPattern): Sketches {
  const [of = 'shop'] = service === undefined ? [] : textsOf(service, ['shop'])
  const verbs = verb === undefined ? ['delete'] : textsOf(verb, ['delete', 'create'])
  const [what = 'order'] = target === undefined ? [] : textsOf(target, ['order'])
  const input = environment === undefined ? {} : { environment: textsOf(environment, ['prod'])[0] }
  return verbs.flatMap((word) => [
    { command: `aws ${what}s ${word}` },
    { tool: `mcp__${of}__${word}_${what}`, fields: { tool_input: input } },
  ])
}

function readsFor(pattern: Pattern): Sketches {
  const by = pattern.by?.[0] ?? 'name'
  if (by === 'name') return pathOf('read')(pattern)
  return pathsOf(pattern).map((path) => ({
    command: by === 'listing' ? `wc -l ${shellWord(path)}` : `grep -rn '' ${shellWord(path)}`,
  }))
}

function commitsFor({ message, files, amend, no_verify: noVerify }: CommitPattern): Sketches {
  const options = `${amend === true ? ' --amend' : ''}${noVerify === true ? ' --no-verify' : ''}`
  const messages = message === undefined ? ['change'] : textsOf(message, ['change'])
  const commits = messages.map((text) => `git commit${options} -m ${shellWord(text)}`)
  if (files === undefined) return commits.map((command) => ({ command }))
  return commits.flatMap((commit) =>
    pathsOf(files).map((path) => ({ command: `git add ${shellWord(path)} && ${commit}` })),
  )
}

function pushesFor({ to, remote, force, deletes }: PushPattern): Sketches {
  const options = `${force === true ? ' --force' : ''}${deletes === true ? ' --delete' : ''}`
  const remotes = remote === undefined ? ['origin'] : textsOf(remote, ['origin', 'backup'])
  const branches = to === undefined ? ['work'] : textsOf(to, ['work', 'main'])
  return remotes.flatMap((place) => branches.map((to) => ({ command: `git push${options} ${place} ${to}` })))
}

function sendsFor({ what, to }: SendsPattern): Sketches {
  const hosts = to === undefined ? ['files.example'] : hostsOf(to)
  const ways = {
    files: (pattern: Pattern) => pathsOf(pattern).map((path) => `@${path}`),
    variables: (pattern: Pattern) => textsOf(pattern).map((name) => `"${name}"`),
    texts: (pattern: Pattern) => textsOf(pattern).map(shellWord),
  }
  const words = [
    ...(['files', 'variables', 'texts'] as const).flatMap((kind) =>
      what === undefined || what[kind].yes.length === 0 ? [] : ways[kind](what[kind]),
    ),
    ...(what?.outputs.yes ?? []).flatMap((item) =>
      commandsOf({ yes: [item], no: [] }).map((command) => `"$(${command})"`),
    ),
  ]
  return hosts.flatMap((host) => (words.length === 0 ? ['@a.txt'] : words).map((sends) => ({ host, sends })))
}

const past = (tool_name: string, tool_input: Values): Sketch => ({ before: [{ tool_name, tool_input }] })

function sessionFor({ wrote, read, ran, used }: SessionPattern): Sketches {
  return combineAll(
    [
      wrote && pathsOf(wrote).map((file_path) => past('Write', { file_path, content: '' })),
      read && pathsOf(read).map((file_path) => past('Read', { file_path })),
      ran && commandsOf(ran).map((command) => past('Bash', { command })),
      used && toolsOf(used).map((tool) => past(tool, {})),
    ].filter((part) => part !== undefined),
  )
}

/** A field below the input or the metadata; a command is known as such. */
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
  return combineAll(parts)
}

const valueOf = (text: string): unknown =>
  /^(?:true|false|null|\d{1,15})$/.test(text) ? (JSON.parse(text) as unknown) : text
