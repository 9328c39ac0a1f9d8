import path from 'node:path'
import { textOfData } from '../config/read/to-yaml.ts'
import type { LayerSource } from '../config/read/config-file.ts'
import { createFiles, lookAt } from '../store/files.ts'
import { dirs as findDirs, type Dirs } from '../store/plan/dirs.ts'
import { layerFiles, findRoot, PROJECT_FILE } from '../store/plan/root.ts'
import type { Files } from '../model/types.ts'
import type { EngineOptions } from './options.ts'

/** Where an engine's rules come from. */
export interface RulesPlace {
  readonly root: string
  readonly dirs: Dirs
  /** Highest first. */
  readonly layers: readonly LayerSource[]
  /** The user's own recipes. */
  readonly recipes?: string
  /** Absolute paths of files that were asked for by name. */
  readonly named: ReadonlySet<string>
  /** What was given as data, as if it stood in a file. */
  readonly data?: { readonly path: string; readonly text: string }
}

export function placeOf({ config, root: given, layers }: EngineOptions): RulesPlace {
  const files = createFiles()
  const cwd = files.real(path.resolve(given ?? '.'))
  const root = given === undefined ? findRoot(cwd, lookAt).root : cwd
  const dirs = findDirs(process.env)
  const paths = pathsIn(config).map((file) => path.resolve(cwd, file))
  const data = typeof config === 'object' && !isList(config) ? dataIn(config, root) : undefined
  const all = layerFiles(root, dirs, data === undefined ? paths : [data.path])
  const withUsers = layers ?? config === undefined
  const wanted = withUsers ? all : all.filter(isOwn)
  return {
    root,
    dirs,
    layers: data === undefined ? wanted : wanted.map((layer) => shownAs(layer, data.path)),
    named: new Set(paths),
    ...(withUsers && { recipes: path.join(dirs.config, 'recipes') }),
    ...(data !== undefined && { data }),
  }
}

function pathsIn(config: EngineOptions['config']): readonly string[] {
  if (typeof config === 'string') return [config]
  return isList(config) ? config : []
}

function isList(config: EngineOptions['config']): config is readonly string[] {
  return Array.isArray(config)
}

function isOwn({ layer }: LayerSource): boolean {
  return layer === 'project' || layer === 'local'
}

/** It lies in the root, so that what it extends is found from there. */
function dataIn(config: object, root: string): RulesPlace['data'] {
  return { path: path.join(root, `${PROJECT_FILE}#config`), text: textOfData(config) }
}

function shownAs(layer: LayerSource, data: string): LayerSource {
  return layer.path === data ? { ...layer, file: 'config' } : layer
}

/** The same files, and the one that was given as data. */
export function withData(files: Files, data: RulesPlace['data']): Files {
  if (data === undefined) return files
  return {
    ...files,
    read: (file) => (file === data.path ? data.text : files.read(file)),
    kind: (file) => (file === data.path ? 'file' : files.kind(file)),
  }
}
