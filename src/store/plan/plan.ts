// The plan of a project: which one is in force, and how its files are compiled.
import { rmSync } from 'node:fs'
import { compilePlan, type CompileResult } from '../../config/compile/compile.ts'
import type { CompileOptions } from '../../config/compile/layer-context.ts'
import type { ProtectedPlaces } from '../../config/compile/self-protection.ts'
import type { LayerSource } from '../../config/read/config-file.ts'
import { createPrograms } from '../../handlers/spawn/ask-program.ts'
import type { Env, Event, Files } from '../../model/types.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { hash } from '../../patterns/text/hash.ts'
import { type Dirs, projectKey, dirs as dirsOf, ownHome } from '../disk/dirs.ts'
import { createFiles } from '../disk/files.ts'
import { isPrivate, makePrivate } from '../disk/private-dir.ts'
import { layerFiles, repositoryOf } from '../project.ts'
import { HEAD_FILE, keptPlan, type OpenPlan } from './cache.ts'
import type { PlanHead, PlanKey } from './plan-head.ts'
import { escapeGlob } from '../../patterns/globs/glob.ts'
import { userDir } from '../disk/user-dir.ts'

/** What a plan depends on beside the project. */
export interface PlanProgram {
  readonly version: string
  readonly build: string
  readonly packageDir: string
  readonly env: Env
}

export interface PlanPlace {
  readonly root: string
  /** The root's name in our directories. */
  readonly project: string
  readonly dirs: Dirs
  readonly files: Files
  readonly now: number
  readonly event: Event['event']
  readonly session?: string | undefined
  /** Absolute: files that stand in for the project's own. */
  readonly configs: readonly string[]
  readonly dry: boolean
  /** A person at a terminal replays a call. */
  readonly consent: boolean
}

export interface PlanInForce extends OpenPlan {
  /** What was done to the rules since the last event that could tell it. */
  readonly untold?: readonly string[]
}

/** A plan to be compiled, since its sources are others than those of the kept one. */
export interface RenewRequest {
  readonly key: PlanKey
  /** What was in force before. */
  readonly old: PlanHead | undefined
  readonly layers: readonly LayerSource[]
  readonly files: Files
  readonly dirs: Dirs
}

export interface OpenHow extends PlanProgram {
  /** An agent that runs below another started this. */
  isBelowAgent(): boolean
  /** Compiles and keeps it. */
  renew(request: RenewRequest): Promise<PlanInForce>
}

/** The plan in force for a root: from the cache when nothing changed, else compiled. */
export function openPlan(place: PlanPlace, how: OpenHow): PlanInForce | Promise<PlanInForce> {
  const { root, dirs, configs, files } = place
  const key = planKey(place, how, () => how.isBelowAgent())
  const { open, old } = keptPlan(key)
  return open ?? how.renew({ key, old, files, dirs, layers: layerFiles(root, dirs, configs) })
}

type Kept = Pick<PlanPlace, 'root' | 'dirs' | 'now'>

/** What the cache holds for where a session begins, current or not, and its key. */
export function planHead(
  place: Kept,
  program: PlanProgram,
): { readonly key: PlanKey; readonly head: PlanHead | undefined } {
  const key = headKey(place, program)
  return { key, head: keptPlan(key).old }
}

/** The next event compiles anew. */
export function forgetPlan(place: Kept, program: PlanProgram): void {
  rmSync(childPath(headKey(place, program).dir, HEAD_FILE), { force: true })
}

function headKey(place: Kept, program: PlanProgram): PlanKey {
  const start = { event: 'SessionStart', configs: [], dry: true, consent: false } as const
  return planKey({ ...place, ...start, project: projectKey(place.root) }, program, () => false)
}

/** Variables that move the settings of agents, which the built-in rules protect. */
const movedSettings = ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME', 'GEMINI_CLI_HOME', 'GROK_HOME']

/** Where the plan of a root is cached: one for each build, installation and user. */
function planKey(
  place: Omit<PlanPlace, 'files'>,
  { version, build, packageDir, env }: PlanProgram,
  isBelowAgent: PlanKey['isBelowAgent'],
): PlanKey {
  const { root, project, dirs, now, event, session, configs, dry, consent } = place
  const program = `${version} ${build} ${packageDir}`
  // Another environment's user has other rules and other records of trust.
  const moved = movedSettings.flatMap((variable) => env[variable] ?? [])
  const { config, state, projectConfigs = [] } = dirs
  const parts = [
    program,
    config,
    state,
    ...projectConfigs,
    ...moved,
    ...(consent ? ['consent'] : []),
    ...configs,
  ]
  const name = `${project}-${hash(parts.join('\0'))}`
  return {
    dir: childPath(childPath(dirs.cache, 'plans'), name),
    root,
    program,
    now,
    event,
    session,
    isBelowAgent,
    stateDir: configs.length > 0 ? undefined : childPath(dirs.state, project),
    usable: dry ? isPrivate(dirs.cache) : makePrivate(dirs.cache),
    dry,
    consent,
  }
}

/** What compiles, of the program and the rooms above. */
export interface Compiler
  extends
    Pick<PlanProgram, 'version' | 'packageDir' | 'env'>,
    Required<Pick<CompileOptions, 'catalog' | 'templateProblem'>> {
  /** The files in which agents' settings stand. */
  readonly settingsFiles: (place: {
    readonly root: string
    readonly home: string
    readonly env: Env
  }) => ProtectedPlaces['scopes']
}

export interface CompileRequest extends Pick<
  CompileOptions,
  'root' | 'layers' | 'files' | 'trust' | 'recipeNames' | 'onRule'
> {
  readonly dirs: Dirs
  /** Instead of the person's own. */
  readonly recipes?: string | undefined
  /** Else hook programs in directories are not started and give no rules. */
  readonly asks?: boolean
}

/** Compiles a project's files, without the cache. */
export function compileProject(
  { dirs, recipes, asks = true, ...request }: CompileRequest,
  { version, packageDir, env, catalog, templateProblem, settingsFiles }: Compiler,
): CompileResult {
  const { root } = request
  return compilePlan({
    ...request,
    repository: repositoryOf(root, createFiles()),
    env: { ...env, HOME: dirs.home },
    catalog,
    version,
    presetDir: childPath(packageDir, 'presets'),
    presetDataDir: childPath(packageDir, 'dist/presets'),
    recipeDirs: [recipes ?? childPath(dirs.config, 'recipes'), childPath(packageDir, 'recipes')],
    templateProblem,
    programs: createPrograms(env, asks),
    protects: protectedPlaces(dirs, { packageDir, settings: settingsFiles({ root, home: dirs.home, env }) }),
  })
}

const INSTALLED = /\/node_modules\//

/** Where things of ours stand that no tool call may change. With links resolved as well: a rule knows a path by the name that a call gives it. */
export function protectedPlaces(
  { config, cache, state, data, managed }: Dirs,
  { packageDir, settings }: { readonly packageDir: string; readonly settings: ProtectedPlaces['scopes'] },
): ProtectedPlaces {
  const home = ownHome()
  const shared = home === undefined ? [] : [dirsOf({ HOME: home }).data]
  const kept = [...new Set([config, state, data, ...shared, managed])].flatMap(namesOf)
  return {
    kept: kept.map(tree),
    settings: settings.flat().map(escapeGlob),
    scopes: settings.filter(({ length }) => length > 1),
    caches: [cache, userDir()].flatMap(namesOf).map(tree),
    installed: [
      '**/node_modules/hooks-yaml/**',
      '**/node_modules/@hooks-yaml/**',
      ...(INSTALLED.test(packageDir) ? namesOf(packageDir).map(tree) : []),
    ],
  }
}

function namesOf(dir: string): readonly string[] {
  return [...new Set([dir, createFiles().real(dir)])]
}

const tree = (dir: string): string => `${escapeGlob(dir)}/**`
