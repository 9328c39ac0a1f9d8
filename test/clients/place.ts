// An own home and an own project for a real client.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Place {
  dir: string
  project: string
  home: string
  tmp: string
  env: Record<string, string>
}

/** Nothing of the surrounding environment reaches the client: no configuration, no credentials. */
export function makePlace(files: Record<string, string>): Place {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hooks-client-')))
  const project = join(dir, 'shop')
  const home = join(dir, 'home')
  const tmp = join(dir, 'tmp')
  for (const path of [project, join(home, '.claude'), tmp]) mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(files)) putFile(join(project, name), text)
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    TMPDIR: tmp,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
  }
  return { dir, project, home, tmp, env }
}

export function putFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
}

export function removePlace(place: Place): void {
  rmSync(place.dir, { recursive: true, force: true, maxRetries: 3 })
}
