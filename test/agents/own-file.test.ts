// Settings files that are ours alone, written and removed as a whole.
import { plural } from '../../src/patterns/text/terminal-text.ts'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInstallFiles } from '../../src/agents/shared/install-files.ts'
import { install, uninstall } from '../../src/cli/install.ts'
import { installableAgents } from '../../src/cli/shared/agent-list.ts'

const owned = installableAgents.filter(({ settings }) => settings.own !== undefined)

let dir = ''
beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'hooks-own-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe.each(owned)('$name', ({ name: agent, settings }) => {
  const place = () => ({ root: path.join(dir, 'shop'), home: path.join(dir, 'home'), env: {} })
  const effects = () => ({
    files: createInstallFiles(),
    ...place(),
    node: process.execPath,
    bin: '/opt/hooks/bin.cjs',
  })
  const user = () => settings.file('user', place()) ?? ''
  const project = () => settings.file('project', place()) ?? ''
  const inHome = () => readdirSync(path.join(dir, 'home'), { recursive: true, encoding: 'utf8' })

  test('writes its file for the user when no scope is named, and changes nothing the second time', () => {
    const first = install({ agent, dry_run: false }, effects())
    expect(first).toMatchObject({ exit: 0, err: '' })
    expect(first.out).toContain(
      `✓ ${agent} calls hooks for ${plural(Object.keys(settings.events).length, 'event')}  ${user()}`,
    )
    const text = readFileSync(user(), 'utf8')
    const again = install({ agent, dry_run: false }, effects())
    expect(again.out).toBe(`✓ ${agent} already calls hooks  ${user()}\n`)
    expect(readFileSync(user(), 'utf8')).toBe(text)
    expect(existsSync(project())).toBe(false)
  })

  test('the file of a project names nobody', () => {
    install({ agent, scope: 'project', dry_run: false }, effects())
    expect(readFileSync(project(), 'utf8')).not.toContain(dir)
  })

  test('a dry run writes nothing', () => {
    const { out } = install({ agent, dry_run: true }, effects())
    expect(out).toMatch(/^@@ /m)
    expect(existsSync(user())).toBe(false)
  })

  test.each(['', ' \n', 'edited by hand, with hooks-agent', '{"version": 1, "hooks": {"x": "hooks-agent"'])(
    'writes over %j, and keeps what was there',
    (text) => {
      mkdirSync(path.dirname(user()), { recursive: true })
      writeFileSync(user(), text)
      const { exit, err } = install({ agent, dry_run: false }, effects())
      expect({ exit, err }).toEqual({ exit: 0, err: '' })
      expect(readFileSync(`${user()}.bak`, 'utf8')).toBe(text)
      expect(install({ agent, dry_run: true }, effects()).out).toContain('already calls hooks')
    },
  )

  test('uninstall takes the file away, with the shim, and leaves the others beside it', () => {
    install({ agent, dry_run: false }, effects())
    const other = path.join(path.dirname(user()), 'other.json')
    writeFileSync(other, '{}')
    const { out, exit } = uninstall({ agent, dry_run: false }, effects())
    expect(exit).toBe(0)
    expect(out).toContain(`✓ ${agent} no longer calls hooks  ${user()}`)
    expect(out).not.toContain('.bak')
    expect(inHome().filter((file) => /hooks-(?:yaml|agent)/.test(file))).toEqual([])
    expect(existsSync(other)).toBe(true)
  })

  test('uninstall leaves a file that is not ours', () => {
    mkdirSync(path.dirname(user()), { recursive: true })
    writeFileSync(user(), '{"version": 1}')
    expect(uninstall({ agent, dry_run: false }, effects()).out).toContain('does not call hooks')
    expect(readFileSync(user(), 'utf8')).toBe('{"version": 1}')
  })

  test.skipIf(process.getuid?.() === 0)('says why it cannot write', () => {
    mkdirSync(path.dirname(user()), { recursive: true })
    chmodSync(path.dirname(user()), 0o500)
    expect(install({ agent, dry_run: false }, effects())).toMatchObject({
      exit: 1,
      err: expect.stringContaining('EACCES'),
    })
  })
})
