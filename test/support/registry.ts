// Programs that tests need, installed once from the npm registry into a cache outside the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
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
  const cache =
    process.env['HOOKS_TEST_CACHE'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hooks-test-clients')
  const dir = join(cache, spec.replace(/^@[^/]+\//, '').replace(/@(?=[^@]*$)/, '-'))
  const bin = join(dir, 'node_modules', file)
  if (existsSync(bin)) return { bin }
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', spec], {
    cwd: dir,
    encoding: 'utf8',
    timeout: 240_000,
  })
  if (existsSync(bin)) return { bin }
  const why = npm.stderr.trim().split('\n').at(0) ?? String(npm.status)
  if (process.env['CI'] === 'true')
    throw new Error(`${spec} could not be installed, and in CI nothing is skipped: ${why}`)
  return { missing: `${spec} could not be installed: ${why}` }
}
