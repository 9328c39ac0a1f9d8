// Where nothing can be kept every event is decided all the same, and in time.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeColdProject } from '../support/cli.ts'
import { partOf } from '../support/part.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { input: { command: '*git push*-f*' } }, deny: Push a branch. }
    - { name: calls, use: rate-limit }
`
const denied = {
  event: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'git push -f' },
}

/** Directories below which nothing can be made, each in its own way. */
const homes: Readonly<Record<string, (dir: string) => string>> = {
  'below /proc, where Node would try for ever': () => '/proc/nobody/home',
  'that is empty': () => '',
  'below a device': () => '/dev/null/home',
  'below a file': (dir) => {
    writeFileSync(path.join(dir, 'plain'), '')
    return path.join(dir, 'plain', 'home')
  },
  'that is read-only': (dir) => {
    const home = path.join(dir, 'closed')
    mkdirSync(home)
    chmodSync(home, 0o500)
    return home
  },
}

test.each(partOf(Object.keys(homes), 2, { files: [import.meta.filename, 'src/store'] }))(
  'a home %s',
  async (kind) => {
    const project = makeColdProject({ 'hooks.yaml': rules })
    const HOME = homes[kind]?.(project.dir) ?? ''
    const input = JSON.stringify(denied)
    for (const argv of [
      ['run', '--json'],
      ['run', '--agent', 'claude-code'],
      ['status'],
      ['ledger'],
      ['list'],
    ]) {
      const { exit, signal } = await project.hooks(argv, { input, env: { HOME } })
      expect(signal).toBe(null)
      expect(exit).toBe(argv[0] === 'run' ? 2 : 0)
    }
    for (const dir of ['/', project.root]) expect(existsSync(path.join(dir, '.cache'))).toBe(false)
  },
)
