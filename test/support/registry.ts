// Programs that tests need, installed once from the npm registry into a cache outside the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Wanted {
  /** Pinned: unpinned, npm follows `engines` and picks old majors. */
  readonly spec: string
  /** The program, below the installation's node_modules. */
  readonly file: string
}

/** The program's path, or a sentence why there is none. In CI a missing program is a failure, not a skip. */
export function fromRegistry({ spec, file }: Wanted): { bin: string } | { missing: string } {
  const name = spec.replace(/^@[^/]+\//, '').replace(/@(?=[^@]*$)/, '-')
  const installed = installedFromRegistry({ name, specs: [spec], file })
  return 'missing' in installed ? installed : { bin: join(installed.modules, file) }
}

export interface Together {
  /** Of their folder in the cache. */
  readonly name: string
  /** Each pinned; an option of npm among them holds for all. */
  readonly specs: readonly string[]
  /** What must be there afterwards, below node_modules. */
  readonly file: string
}

/** Where packages stand that were installed together, or a sentence why they do not. */
export function installedFromRegistry({
  name,
  specs,
  file,
}: Together): { modules: string } | { missing: string } {
  const cache =
    process.env['HOOKS_TEST_CACHE'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hooks-test-clients')
  const modules = join(cache, name, 'node_modules')
  if (existsSync(join(modules, file))) return { modules }
  if (process.env['HOOKS_CLIENTS'] === undefined)
    return { missing: `${specs.join(' ')} is installed by npm run test:clients` }
  mkdirSync(cache, { recursive: true })
  // Aside, then renamed: several test files may want the same at once.
  const dir = mkdtempSync(join(cache, `.${name}-`))
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...specs], {
    cwd: dir,
    encoding: 'utf8',
    timeout: 240_000,
  })
  if (existsSync(join(dir, 'node_modules', file))) moveTo(join(cache, name), dir)
  rmSync(dir, { recursive: true, force: true })
  if (existsSync(join(modules, file))) return { modules }
  const why = npm.stderr.trim().split('\n').at(0) ?? String(npm.status)
  if (process.env['CI'] === 'true')
    throw new Error(`${specs.join(' ')} could not be installed, and in CI nothing is skipped: ${why}`)
  return { missing: `${specs.join(' ')} could not be installed: ${why}` }
}

/** Unless another one was first. */
function moveTo(place: string, dir: string): void {
  try {
    renameSync(dir, place)
  } catch {
    return
  }
}
