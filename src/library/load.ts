// Compiles the files once: a plan, or their problems.
import path from 'node:path'
import { createDiagnostic } from '../config/diagnostics/diagnostics.ts'
import { formatDiagnostics } from '../config/diagnostics/formats.ts'
import { isFatal } from '../config/compile/quarantine.ts'
import type { CompileResult } from '../config/compile/compile.ts'
import type { LayerSource } from '../config/read/config-file.ts'
import { contentOf, type StampedSource, stampOf } from '../config/read/stamp.ts'
import { textOfData } from '../config/read/yaml/edit.ts'
import { errorMessage } from '../model/errors.ts'
import { isOfProject } from '../model/layers.ts'
import type { Builtin, Catalog, Diagnostic, Plan, Rule, Files } from '../model/types.ts'
import { templateProblem } from '../recipes/liquid.ts'
import { settingsFiles } from '../catalog.ts'
import { createFiles, lookAt } from '../store/disk/files.ts'
import { dirs as findDirs, type Dirs } from '../store/disk/dirs.ts'
import { readTrust } from '../store/records/trust.ts'
import { compileProject } from '../store/plan/plan.ts'
import { recordFiles } from '../store/plan/sources.ts'
import { layerFiles, projectFiles, findRoot, PROJECT_FILE } from '../store/project.ts'
import { neverSent } from './hosts.ts'
import type { EngineOptions } from './engine-options.ts'

export interface LoadRequest {
  readonly place: RulesLocation
  readonly catalog: Catalog
  /** Built-ins whose options the schemas check already. */
  readonly shipped: readonly Builtin<never>[]
  readonly packageDir: string
  readonly version: string
  /** Recipes that functions answer. */
  readonly callbacks?: readonly string[]
  /** Files that held rules before: without them there is no new plan. */
  readonly held: ReadonlySet<string>
  readonly trust: EngineOptions['trust']
  readonly host?: EngineOptions['host']
}

export interface LoadedRules {
  /** Absent when there is an error. */
  readonly plan?: Plan
  readonly diagnostics: readonly Diagnostic[]
  /** Formatted for people. */
  readonly text: string
  /** How everything that was looked at looked just before. */
  readonly sources: readonly StampedSource[]
  /** Files that say something. */
  readonly held: ReadonlySet<string>
}

export function load(request: LoadRequest): LoadedRules {
  const { place } = request
  const recorded = recordFiles(createFiles())
  const isTrusted = request.trust === 'all' || place.data !== undefined
  const open = isTrusted ? undefined : readTrust(place.dirs, place.root, Date.now())
  const files = withData(recorded.files, place)
  const { version, packageDir, catalog, callbacks } = request
  const compiled = compileProject(
    {
      root: place.root,
      dirs: place.dirs,
      layers: place.layers,
      files,
      trust: open?.trust ?? 'all',
      recipes: place.recipes ?? path.join(packageDir, 'recipes'),
      ...(callbacks && { recipeNames: callbacks }),
    },
    { version, packageDir, env: process.env, catalog, settingsFiles, templateProblem },
  )
  const held = new Set(compiled.parsed.filter(isFilled).map((file) => file.path))
  const refusals = [
    ...missingFiles(request),
    ...emptiedFiles(compiled, request),
    ...refusedOptions(compiled.plan, request),
    ...unsent(compiled, request),
  ]
  const sources = [...recorded.sources(lookedAt(compiled, place)), ...(open?.sources ?? [])]
  const found = [...refusals, ...compiled.diagnostics, ...untrustedUnits(compiled)]
  const diagnostics = [...found, ...unreadableFiles(found, recorded.unreadable())]
  const isSound = !diagnostics.some(isFatal)
  return {
    ...(isSound && compiled.plan !== undefined && { plan: compiled.plan }),
    diagnostics,
    text: formatDiagnostics(diagnostics, 'pretty', { texts: compiled.texts }),
    sources,
    held,
  }
}

function unsent({ plan, parsed }: CompileResult, { host }: LoadRequest): readonly Diagnostic[] {
  return plan === undefined || host === undefined ? [] : neverSent({ plan, parsed }, host)
}

function lookedAt({ sources }: CompileResult, place: RulesLocation): readonly string[] {
  return sources.filter((file) => textOf(file, place) === undefined)
}

/** What the host's user has not trusted is not run. */
function untrustedUnits({ units }: CompileResult): readonly Diagnostic[] {
  return units
    .filter(({ is }) => is !== 'trusted')
    .map(({ kind, name, at, is }) => {
      const named = kind === 'rule' ? `rule ${name}` : name
      const message =
        is === 'new'
          ? `nobody has trusted ${named} yet, so it is not run`
          : `${named} has changed since it was trusted, so it is not run`
      const hint = "look at it with hooks trust, or pass trust: 'all' when these files are your own"
      return createDiagnostic('untrusted', at, { message, hint })
    })
}

function isFilled({ document }: CompileResult['parsed'][number]): boolean {
  return document.source.text.trim() !== ''
}

/** What could not be looked at is not gone: without an error that says so, it is one. */
function unreadableFiles(found: readonly Diagnostic[], message: string | undefined): readonly Diagnostic[] {
  if (message === undefined || found.some(({ severity }) => severity === 'error')) return []
  return [createDiagnostic('unreadable', topOf(PROJECT_FILE), { message })]
}

/** A missing file that was named, or that has rules in force. */
function missingFiles({ place, held }: LoadRequest): readonly Diagnostic[] {
  const files = createFiles()
  const missing = place.layers.filter(
    ({ path: file }) => (held.has(file) || place.named.has(file)) && files.kind(file) === undefined,
  )
  return missing
    .filter(({ path: file }) => textOf(file, place) === undefined)
    .map(({ path: file, file: shown }) =>
      held.has(file)
        ? staysInForce(shown, { message: `"${shown}" is gone`, hint: 'put it back' })
        : createDiagnostic('missing-file', topOf(shown), {
            message: `there is no file "${shown}"`,
            hint: 'create it, or name another one',
          }),
    )
}

/** A file with rules in force that became empty: most likely it is being written. */
function emptiedFiles({ parsed }: CompileResult, { held }: LoadRequest): readonly Diagnostic[] {
  const emptied = parsed.filter((file) => held.has(file.path) && !isFilled(file))
  return emptied.map(({ file }) =>
    staysInForce(file, { message: `"${file}" is empty`, hint: 'write it anew' }),
  )
}

function staysInForce(
  file: string,
  { message, hint }: { readonly message: string; readonly hint: string },
): Diagnostic {
  return createDiagnostic('missing-file', topOf(file), {
    message: `${message}; the rules that it held stay in force`,
    hint: `${hint}, or start again to go on without it`,
  })
}

function topOf(file: string): Diagnostic['at'] {
  return { file, line: 1, column: 1 }
}

/** Custom built-ins reject options by throwing. */
function refusedOptions(plan: Plan | undefined, { catalog, shipped }: LoadRequest): readonly Diagnostic[] {
  const rules = Object.values(plan?.events ?? {}).flat()
  const refused = rules.flatMap((rule) => {
    const message = refusalOf(
      rule,
      catalog.builtins.filter((builtin) => !shipped.includes(builtin)),
    )
    return message === undefined ? [] : [{ rule, message }]
  })
  const first = refused.filter(
    ({ rule }, index) => refused.findIndex((each) => each.rule.name === rule.name) === index,
  )
  return first.map(({ rule, message }) =>
    createDiagnostic('bad-value', rule.at, {
      message,
      hint: 'mend what stands under "with"',
      rule: rule.name,
    }),
  )
}

function refusalOf({ handler }: Rule, own: readonly Builtin<never>[]): string | undefined {
  if (handler.kind !== 'use') return undefined
  try {
    // The built-in checks its own options.
    own.find((builtin) => builtin.name === handler.name)?.compile(handler.with as never)
    return undefined
  } catch (error) {
    return `built-in "${handler.name}" refuses its options: ${errorMessage(error)}`
  }
}

/** Nothing changed since it was looked at: what was read belongs together. */
export function isCurrent(sources: readonly StampedSource[]): boolean {
  return sources.every(
    ({ path: file, stamp, content }) =>
      stampOf(file) === stamp && (content === undefined || contentOf(file) === content),
  )
}

export interface RulesLocation {
  readonly root: string
  readonly dirs: Dirs
  /** Highest first. */
  readonly layers: readonly LayerSource[]
  /** The user's own recipes. */
  readonly recipes?: string
  /** Absolute paths of files that were asked for by name. */
  readonly named: ReadonlySet<string>
  /** What was given as data, as if it stood in a file. */
  readonly data?: DataFile
  readonly base?: DataFile
}

interface DataFile {
  readonly path: string
  readonly text: string
}

export function locateRules({ config, base: below, root: given, layers }: EngineOptions): RulesLocation {
  const files = createFiles()
  const cwd = files.real(path.resolve(given ?? '.'))
  const root = given === undefined ? findRoot(cwd, lookAt).root : cwd
  const dirs = findDirs(process.env)
  const paths = pathsIn(config).map((file) => path.resolve(cwd, file))
  const data = typeof config === 'object' && !isList(config) ? dataIn(config, root, 'config') : undefined
  const base = below === undefined ? undefined : dataIn(below, root, 'base')
  const own = data === undefined ? paths : [data.path]
  const withUsers = layers ?? config === undefined
  const found = withUsers ? layerFiles(root, dirs, own) : projectFiles(root, own)
  const wanted = base === undefined ? found : withBase(found, base)
  return {
    root,
    dirs,
    layers: data === undefined ? wanted : wanted.map((layer) => shownAs(layer, data.path)),
    named: new Set(paths),
    ...(withUsers && { recipes: path.join(dirs.config, 'recipes') }),
    ...(data !== undefined && { data }),
    ...(base !== undefined && { base }),
  }
}

/** Above the project's own, whose word it does not need. */
function withBase(layers: readonly LayerSource[], { path: file }: DataFile): readonly LayerSource[] {
  const base: LayerSource = { layer: 'user', path: file, file: 'base' }
  const above = layers.filter(({ layer }) => !isOfProject(layer))
  return [...above, base, ...layers.filter(({ layer }) => isOfProject(layer))]
}

function pathsIn(config: EngineOptions['config']): readonly string[] {
  if (typeof config === 'string') return [config]
  return isList(config) ? config : []
}

function isList(config: EngineOptions['config']): config is readonly string[] {
  return Array.isArray(config)
}

/** It lies in the root, so that what it extends is found from there. */
function dataIn(config: object, root: string, name: string): DataFile {
  return { path: path.join(root, `${PROJECT_FILE}#${name}`), text: textOfData(config) }
}

function textOf(file: string, { data, base }: RulesLocation): string | undefined {
  return [data, base].find((each) => each?.path === file)?.text
}

function shownAs(layer: LayerSource, data: string): LayerSource {
  return layer.path === data ? { ...layer, file: 'config' } : layer
}

function withData(files: Files, place: RulesLocation): Files {
  return {
    ...files,
    read: (file) => textOf(file, place) ?? files.read(file),
    kind: (file) => (textOf(file, place) === undefined ? files.kind(file) : 'file'),
  }
}
