// Built-in rules: no tool call may change the rules, what they start, or hooks itself.
import path from 'node:path'
import type { Condition, EventName, Files, OnUnresolved, Pattern, Place, RunSpec } from '../../model/types.ts'
import { weakeningCommands } from '../../model/verbs.ts'
import { escapeGlob } from '../../patterns/globs/glob.ts'
import { lineage, type ConfigFile } from '../read/config-file.ts'
import { isInside } from '../read/package-rules.ts'
import { lockNameOf } from '../read/lock-file.ts'
import type { RuleDraft } from '../expand/expand.ts'
import type { UnorderedRule } from '../trust/gate.ts'
import { compilePattern } from './patterns/compile-pattern.ts'
import { requiredLiterals } from './patterns/required-literals.ts'
import type { MatchScope } from './match.ts'

/** Where things of ours stand on this machine: globs. */
export interface ProtectedPlaces {
  /** Configuration, state and programs that are started by us. */
  readonly kept: readonly string[]
  /** Agents' settings, which call us. */
  readonly settings: readonly string[]
  /** Files of one agent: it asks us where one of them calls us. */
  readonly scopes: readonly (readonly string[])[]
  /** What is made anew when it is removed as a whole. */
  readonly caches: readonly string[]
  /** Our own program: package managers replace it. */
  readonly installed: readonly string[]
}

const SELF_PROTECTION = 'self-protection'

/** No file holds it. */
const at: Place = { file: 'hooks-yaml/self-protection', line: 1, column: 1 }

const guarded: readonly EventName[] = ['PreToolUse', 'PermissionRequest']

const propose =
  'To suggest a change, pass a patch to `hooks propose` on its standard input; the user decides.'

const texts = {
  writes: {
    text: `{{path}} belongs to the rules that apply here, and no tool call may change them. ${propose}`,
    user: 'The agent tried to change {{path}}, which belongs to the rules that apply here.',
  },
  packages: {
    text: 'This would replace or remove hooks-yaml, which checks the rules here, and no tool call may do that. Ask the user to run it.',
    user: 'The agent tried to replace or remove hooks-yaml: {{command}}',
  },
  verbs: {
    text: 'This command of hooks can weaken the rules, so only people run it. Ask the user to run it in a terminal of their own.',
    user: 'The agent tried a command that only people run: {{command}}',
  },
}

const managers = 'npm|pnpm|yarn|yarnpkg|bun|deno|volta|brew|mise|asdf|ni|nun|na'
const verbs =
  'i|in|ins|inst|insta|instal|isnt|isnta|isntal|install|add|update|up|upgrade|upgrade-interactive|udpate|' +
  'uninstall|un|unlink|remove|rm|r|link|ln|pkg|prune|rebuild|rb|dedupe|patch|patch-commit|pin|unpin'
/** The words before the name stand in a lookahead: what has to be looked for is the name alone. */
const packageCommands = [
  `/^(?=(?:\\S*\\/)?(?:${managers}) (?:\\S+ )*(?:${verbs}) (?:\\S+ )*(?:\\S*[/.@:=])?hooks-yaml(?!\\w|-[a-z])).*hooks-yaml/`,
  '/^(?:\\S*\\/)?(?:nun|na) (?:\\S+ )*(?:\\S*[/.@:=])?hooks-yaml(?!\\w|-[a-z])/',
]

export interface SelfProtectionOptions {
  readonly root: string
  readonly home: string | undefined
  readonly files: Files
  readonly matchers: MatchScope['matchers']
  /** Path globs of the agents' hook settings. */
  readonly settings: readonly string[]
  readonly places: ProtectedPlaces
  /** Directories of what comes with the program. */
  readonly shipped: readonly string[]
}

interface LayerInForce {
  readonly file: ConfigFile | undefined
  readonly drafts: readonly RuleDraft[]
  readonly rules: readonly UnorderedRule[]
}

/** The rules that no file holds; none where nothing is configured. A rule of a file that denies the same call is named before them. */
export function selfProtection(
  layers: readonly LayerInForce[],
  options: SelfProtectionOptions,
): readonly UnorderedRule[] {
  if (layers.every(({ file }) => file === undefined)) return []
  const rules: readonly BuiltInRule[] = [
    { name: SELF_PROTECTION, match: writesOf(layers, options), inline: texts.writes, on_unresolved: 'ask' },
    {
      name: `${SELF_PROTECTION}/packages`,
      match: commandsOf(packageCommands),
      inline: texts.packages,
      on_unresolved: 'proceed',
    },
    {
      name: `${SELF_PROTECTION}/verbs`,
      match: commandsOf(weakeningCommands),
      inline: texts.verbs,
      on_unresolved: 'proceed',
    },
  ]
  return rules.flatMap((rule) => rulesOf(rule, options))
}

function writesOf(layers: readonly LayerInForce[], options: SelfProtectionOptions): Condition {
  const { places, settings, root, shipped, files } = options
  const reached = [
    ...projectFiles.map((name) => path.join(root, name)),
    ...layers.flatMap((layer) => reachOf(layer, options)),
  ]
  const config = reached.filter((file) => !shipped.some((dir) => isInside(file, dir)))
  const own = config.flatMap((file) => namesOf(file, files)).map(inTrees(root))
  const paths = pathsOf(options)
  return {
    kind: 'any',
    of: [
      paths(
        'writes',
        own.filter((glob) => !isVendored(glob)),
        { guard: 'rules' },
      ),
      paths('writes', places.kept, { guard: 'held' }),
      paths('writes', [...places.settings, ...settings.map(placed(root))], {
        guard: 'called',
        scopes: places.scopes,
      }),
      paths('writes', [...places.installed, ...own.filter(isVendored)], { guard: 'named' }),
      paths('creates', places.caches, { guard: 'held' }),
      paths('edits', places.caches, { guard: 'held' }),
      // A directory of the cache may be removed as a whole.
      paths('deletes', places.caches.map(belowDirectories), { guard: 'named' }),
    ],
  }
}

/** What is not there would come into force. */
const projectFiles = ['hooks.yaml', 'hooks.local.yaml', 'hooks.lock']

const isVendored = (glob: string): boolean => glob.includes('/node_modules/')

const belowDirectories = (glob: string): string => glob.replace(/\/\*\*$/, '/*/*/**')

/** Globs of agents are relative to the root. In another checkout they protect nothing. */
const placed =
  (root: string) =>
  (glob: string): string =>
    /^[~/]/.test(glob) ? glob : `${escapeGlob(root)}/${glob}`

/** What is below the root is so in each worktree of the repository. */
const inTrees =
  (root: string) =>
  (file: string): string =>
    escapeGlob(file.startsWith(`${root}/`) ? `.${file.slice(root.length)}` : file)

const pathsOf =
  ({ home }: Pick<SelfProtectionOptions, 'home'>) =>
  (key: string, globs: readonly string[], guarded: Pick<Pattern, 'guard' | 'scopes'>): Condition => {
    const given = { groups: {}, ...(home !== undefined && { home }) }
    const pattern = compilePattern('paths', [...new Set(globs)], given).pattern as Pattern // of paths
    return { kind: 'key', key, pattern: { ...pattern, ...guarded } }
  }

const compiled = new Map<readonly string[], Condition>()

/** The same for every configuration. */
function commandsOf(written: readonly string[]): Condition {
  const known = compiled.get(written)
  if (known !== undefined) return known
  const { pattern } = compilePattern('commands', written, { groups: {} })
  const made: Condition = { kind: 'key', key: 'command', pattern }
  compiled.set(written, made)
  return made
}

interface BuiltInRule {
  /** Unknown words are no doubt about what is protected: of paths, Git that does not answer is. */
  readonly on_unresolved: OnUnresolved
  readonly name: string
  readonly match: Condition
  readonly inline: { readonly text: string; readonly user: string }
}

function rulesOf(
  { name, match, inline, on_unresolved }: BuiltInRule,
  { matchers }: Pick<SelfProtectionOptions, 'matchers'>,
): readonly UnorderedRule[] {
  const literals = requiredLiterals(match, matchers)
  return guarded.map((event) => ({
    name,
    at,
    layer: 'built-in',
    event,
    priority: Number.MIN_SAFE_INTEGER,
    description: 'No tool call may change the rules, what they start, or hooks itself.',
    match,
    ...literals,
    handler: { kind: 'inline', inline: { says: 'deny', ...inline } },
    mode: 'enforce',
    always: false,
    timeout_ms: 1000,
    on_error: 'deny',
    on_unresolved,
    locked: true,
  }))
}

/** Files of the configuration, and those that it names: absolute. */
function reachOf(
  { file, drafts, rules }: LayerInForce,
  { root, files }: SelfProtectionOptions,
): readonly string[] {
  if (file === undefined) return []
  const own = lineage(file).filter(({ path: each }) => path.isAbsolute(each) && !/#\w+$/.test(each))
  return [
    ...own.map((each) => each.path),
    path.join(file.dir, lockNameOf(path.basename(file.path))),
    ...drafts.flatMap(({ program }) => program ?? []),
    ...rules.flatMap(({ handler }) =>
      handler.kind === 'run' ? scriptsIn(handler, { root, dir: file.dir, files }) : [],
    ),
    ...rules.flatMap(({ handler }) => ('recipe' in handler ? (handler.recipe?.file ?? []) : [])),
  ]
}

/** As it is named, and where its links lead. */
function namesOf(file: string, files: Files): readonly string[] {
  return [...new Set([file, files.real(file)])]
}

// The scripts that a rule's command line names.

/** What takes the file that it runs as its first operand. */
const interpreters =
  /^(?:node|nodejs|tsx|ts-node|deno|bun|python[\d.]*|ruby|perl|php|lua|pwsh|osascript|sh|bash|zsh|dash|ksh|fish|source|\.|exec|env|sudo|run)$/

interface ScriptPlace {
  readonly root: string
  /** Of the file that names it. */
  readonly dir: string
  readonly files: Pick<Files, 'kind'>
}

/** Absolute: programs that are files, and what interpreters run. Files that are only looked at are left out. */
function scriptsIn(
  { argv, cwd }: Pick<RunSpec, 'argv' | 'cwd'>,
  { root, dir, files }: ScriptPlace,
): readonly string[] {
  const words = typeof argv === 'string' ? wordsOf(argv) : argv
  const dirs = [...new Set([cwd ?? root, dir])]
  const named = words.filter((word, at) => !word.startsWith('-') && isRun(words, at))
  const all = dirs.flatMap((start) =>
    named.map((word) => path.resolve(start, word.replace(variable, `${root}/`))),
  )
  return [...new Set(all)].filter((file) => files.kind(file) === 'file')
}

/** `"$CLAUDE_PROJECT_DIR"/`: taken for the root. */
const variable = /^\$(?:\w+|\{\w+[^}]*\})\//

/** `;` begins a command. */
function wordsOf(line: string): readonly string[] {
  return line
    .replace(/["'`]/g, '')
    .replace(/&&|[;|&()\n]/g, ' ; ')
    .split(/\s+/)
    .filter((word) => word !== '')
}

function isRun(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).findLast((word) => !word.startsWith('-'))
  return before === undefined || before === ';' || interpreters.test(path.basename(before))
}
