import { shortPath } from '../../patterns/paths/paths.ts'
import type { Builtin, HandlerSpec, Rule, RunnerSpec, RunSpec } from '../../model/types.ts'
import { type ConfigFile, isKeys, type Keys, placeOf, stringsOf } from '../read/config-file.ts'
import { type RuleDraft, keyLocation, handlerKeyOf } from '../expand/expand.ts'
import { isInside } from '../read/package-rules.ts'
import type { TrustRecords, TrustUnit, UnitFile } from './trust.ts'
import path from 'node:path'

export interface UnitContext {
  readonly root: string
  readonly look: TrustRecords['look']
  readonly kind: TrustRecords['kind']
  readonly builtins: ReadonlyMap<string, Builtin<never>>
}

export function ruleKeyOf({ layer, name }: Pick<Rule, 'layer' | 'name'>): string {
  return `${layer} rule ${name}`
}

/** What is trusted with a rule: what is written, after expansion, and the files that it names. */
export function ruleUnit(
  draft: RuleDraft,
  rules: readonly Omit<Rule, 'order'>[],
  context: UnitContext,
): TrustUnit {
  const [{ name, layer, handler, mode, always, on_error: onError }] = rules as [Rule] // there is one at least
  const { keys, file, when } = draft
  const written = {
    keys: withoutTexts(keys),
    when,
    holds: { mode, always, onError },
    groups: groupsIn(keys, file),
    ...(handler.kind === 'use' && usesSchemas(handler, context) && { schemas: file.keys.schemas }),
  }
  return {
    key: ruleKeyOf({ layer, name }),
    kind: 'rule',
    name,
    at: placeOf(keyLocation(draft, Object.hasOwn(keys, 'name') ? 'name' : undefined, 'value')),
    events: [...new Set(rules.map(({ event }) => event))],
    says: describeHandler(draft),
    digest: digestOf(written),
    files: unitFiles(filesOf(handler, context), context),
  }
}

/** Of what is written, whatever the order of its keys. */
export function digestOf(value: unknown): string {
  const { createHash } = process.getBuiltinModule('node:crypto') // only what needs trust needs it
  const sorted = JSON.stringify(value, (_key, each: unknown) =>
    isKeys(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
  return createHash('sha256').update(sorted).digest('hex')
}

/** The files as they are now; what is no regular file is left out. */
export function unitFiles(
  files: readonly string[],
  { root, look }: Pick<UnitContext, 'root' | 'look'>,
): readonly UnitFile[] {
  return files.flatMap((file) => {
    const found = look(file)
    return found === undefined ? [] : [{ ...found, path: file, shown: shortPath(file, root) }]
  })
}

/** What is only read by people and models: the name is in the key. */
const beside = ['name', 'description', 'notify', 'examples']
const texts = ['deny', 'ask', 'allow', 'context', 'continue', 'stop']

function withoutTexts(keys: Keys): Keys {
  const own = Object.entries(keys).filter(([key]) => !beside.includes(key))
  return Object.fromEntries(own.map(([key, value]) => [key, texts.includes(key) ? true : value]))
}

/** The file's own groups that the rule names. */
function groupsIn(keys: Keys, { keys: { groups } }: ConfigFile): Keys {
  const match = JSON.stringify(keys.match ?? null)
  const own = Object.entries(isKeys(groups) ? groups : {})
  return Object.fromEntries(own.filter(([name]) => match.includes(name)))
}

function usesSchemas({ name }: { readonly name: string }, { builtins }: UnitContext): boolean {
  return builtins.get(name)?.uses?.includes('schemas') === true
}

function filesOf(handler: HandlerSpec, context: UnitContext): readonly string[] {
  if (handler.kind === 'run') return namedFiles(handler, context)
  const recipe = handler.kind === 'use' || handler.kind === 'recipe' ? handler.recipe?.file : undefined
  return recipe !== undefined && isInside(recipe, context.root) ? [recipe] : []
}

/** What the project's own runner names. */
export function runnerFiles(
  runner: RunnerSpec,
  context: Pick<UnitContext, 'root' | 'kind'>,
): readonly string[] {
  return 'command' in runner ? namedFiles({ argv: runner.command }, context) : []
}

/** `run npx prettier --write {{paths}}`, `allow`, `use checkpoint`. */
function describeHandler(draft: RuleDraft): string {
  const key = handlerKeyOf(draft) ?? 'notify'
  const value = draft.keys[key]
  if (key === 'run') return `run ${commandOf(draft.keys)}`
  if (key === 'use' || key === 'recipe') return [key, String(value), ...argumentsOf(draft.keys)].join(' ')
  return texts.includes(key) ? key : `${key} ${JSON.stringify(value)}`
}

function argumentsOf({ with: options, args }: Keys): readonly string[] {
  return [options, args].flatMap((each) => (isKeys(each) ? [JSON.stringify(each)] : []))
}

/** A command line word for word; one argument stays one to the eye. */
export function commandOf({ run, env, cwd }: Keys): string {
  const given = isKeys(env)
    ? Object.entries(env).map(([name, value]) => `${name}=${quoteWord(String(value))}`)
    : []
  const line = typeof run === 'string' ? run : stringsOf(run).map(quoteWord).join(' ')
  return [...(typeof cwd === 'string' ? [`(in ${cwd})`] : []), ...given, line].join(' ')
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word)
}

const MAX_WORDS = 500

/** The words of a command line, quotes removed, and what stands behind a `=`. */
const separators = /[\s"'`;|&<>()=,:]+/

/** `$PWD/`, `"${CLAUDE_PROJECT_DIR}"/`: taken for the root. */
const variable = /^\$(?:\w+|\{\w+[^}]*\})\//

/** The files below the root that a script's command line and environment name, absolute and sorted. */
function namedFiles(
  { argv, cwd, env = {} }: Pick<RunSpec, 'argv' | 'cwd' | 'env'>,
  { root, kind }: { readonly root: string; readonly kind: TrustRecords['kind'] },
): readonly string[] {
  const line = typeof argv === 'string' ? [argv] : argv
  const texts = [...line, ...Object.values(env)]
  const words = [...new Set(texts.flatMap((text) => [text, ...text.split(separators)]))]
    .map((word) => word.replace(variable, ''))
    .filter((word) => word !== '' && word.length < 4096 && !/[\0\n]|\{\{/.test(word))
    .slice(0, MAX_WORDS)
  const start = cwd ?? root
  const below = words.map((word) => path.resolve(start, word)).filter((file) => isInside(file, root))
  // `cd tools && ./check.sh`
  const dirs = below.filter((dir) => kind(dir) === 'dir').slice(0, 10)
  const all = [start, root, ...dirs].flatMap((dir) => words.map((word) => path.resolve(dir, word)))
  return [...new Set(all)].filter((file) => isInside(file, root) && kind(file) === 'file').toSorted()
}
