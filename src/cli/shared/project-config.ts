import path from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import type { Files } from '../../model/types.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import type { Host, Call } from '../../run/call.ts'
import { dirs as findDirs, type Dirs } from '../../store/disk/dirs.ts'
import type { Trust } from '../../config/trust/trust.ts'
import { readTrust } from '../../store/records/trust.ts'
import type { LayerSource } from '../../config/read/config-file.ts'
import { layerFiles, findRoot } from '../../store/project.ts'
import { tellWhenLong } from './tell-when-long.ts'
import { compileProject } from '../../store/plan/plan.ts'
import { compilerOf } from '../../run/open.ts'

export interface ProjectConfig {
  readonly root: string
  readonly dirs: Dirs
  /** The files that hold rules here, highest layer first, as seen from the working directory. */
  readonly layers: readonly LayerSource[]
}

export function findProjectConfig(host: Call): ProjectConfig {
  const files = createFiles()
  const { root } = findRoot(files.real(host.cwd), lookAt)
  const dirs = findDirs(host.env)
  const layers = layerFiles(root, dirs).map((layer) => ({ ...layer, file: shownFrom(host.cwd, layer, root) }))
  return { root, dirs, layers }
}

/** `root` where it is named, else the project of `cwd`; both are seen from the working directory. */
export function rootOf(
  host: Pick<Host, 'cwd'>,
  { root, cwd = '.' }: { readonly root?: string; readonly cwd?: string },
): string {
  const files = createFiles()
  const dir = files.real(path.resolve(host.cwd, root ?? cwd))
  return root === undefined ? findRoot(dir, lookAt).root : dir
}

function shownFrom(cwd: string, { layer, path: file, file: shown }: LayerSource, root: string): string {
  const own = layer === 'project' || layer === 'local'
  return own && createFiles().real(cwd) !== root ? path.relative(createFiles().real(cwd), file) : shown
}

export function isThere({ path: file }: LayerSource): boolean {
  return lookAt(file) !== undefined
}

interface CompileOptions {
  readonly asks?: boolean
  readonly trust?: Trust
  readonly files?: Files
}

/** Compiles without the cache. Without `asks`, hook programs in directories are not started and give no rules. */
export function compileLayers(
  host: Host,
  { root, dirs, layers }: ProjectConfig,
  { asks = true, trust, files = createFiles() }: CompileOptions = {},
): CompileResult {
  const onRule = tellWhenLong(host, 'compiling the rules')
  const accepted = trust ?? readTrust(dirs, root, Date.now()).trust
  return compileProject({ root, dirs, layers, files, trust: accepted, asks, onRule }, compilerOf(host))
}

export function howToStart(): string {
  return [
    'to start, put this into hooks.yaml:',
    '  hooks:',
    '    PreToolUse:',
    "      - { name: no-force-push, match: { input: { command: '*git push*-f*' } }, deny: Push a branch. }",
  ].join('\n')
}
