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
import { install, uninstall } from '../../src/cli/setup/install.ts'
import { installableAgents, scopes } from '../../src/cli/agents/agents.ts'

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
    state: '/state/hooks',
  })
  const has = scopes.filter((scope) => settings.file(scope, { root: '/', home: '/', env: {} }) !== undefined)
  const usual = settings.defaultScope ?? has[0] ?? 'user'
  const own = () => settings.file(usual, place()) ?? ''
  const request = { agent, untested: true, dry_run: false }
  const all = () => readdirSync(dir, { recursive: true, encoding: 'utf8' })

  test('writes its usual file when no scope is named, and changes nothing the second time', () => {
    const first = install(request, effects())
    expect(first).toMatchObject({ exit: 0, err: '' })
    expect(first.out).toContain(
      `✓ ${agent} calls hooks for ${plural(Object.keys(settings.events).length, 'event')}  ${own()}`,
    )
    const text = readFileSync(own(), 'utf8')
    const again = install(request, effects())
    expect(again.out).toBe(`✓ ${agent} already calls hooks  ${own()}\n`)
    expect(readFileSync(own(), 'utf8')).toBe(text)
    const others = has.filter((scope) => scope !== usual).map((scope) => settings.file(scope, place()) ?? '')
    expect(others.filter((file) => existsSync(file))).toEqual([])
  })

  test.skipIf(!has.includes('project'))('the file of a project names nobody', () => {
    install({ ...request, scope: 'project' }, effects())
    expect(readFileSync(settings.file('project', place()) ?? '', 'utf8')).not.toContain(dir)
  })

  test('a dry run writes nothing', () => {
    const { out } = install({ ...request, dry_run: true }, effects())
    expect(out).toMatch(/^@@ /m)
    expect(existsSync(own())).toBe(false)
  })

  test.each(['', ' \n', 'edited by hand, with hooks-agent', '{"version": 1, "hooks": {"x": "hooks-agent"'])(
    'writes over %j, and keeps what was there',
    (text) => {
      mkdirSync(path.dirname(own()), { recursive: true })
      writeFileSync(own(), text)
      const { exit, err } = install(request, effects())
      expect({ exit, err }).toEqual({ exit: 0, err: '' })
      expect(readFileSync(`${own()}.bak`, 'utf8')).toBe(text)
      expect(install({ ...request, dry_run: true }, effects()).out).toContain('already calls hooks')
    },
  )

  test('uninstall takes the file away, with the shim, and leaves the others beside it', () => {
    install(request, effects())
    const other = path.join(path.dirname(own()), 'other.json')
    writeFileSync(other, '{}')
    const { out, exit } = uninstall(request, effects())
    expect(exit).toBe(0)
    expect(out).toContain(`✓ ${agent} no longer calls hooks  ${own()}`)
    expect(out).not.toContain('.bak')
    expect(
      all().filter((file) =>
        /(?:hooks-yaml.*|plugin|hooks|hooks-agent)\.\w+$|hooks-agent$/.test(path.basename(file)),
      ),
    ).toEqual([])
    expect(existsSync(other)).toBe(true)
  })

  test('uninstall leaves a file that is not ours', () => {
    mkdirSync(path.dirname(own()), { recursive: true })
    writeFileSync(own(), '{"version": 1}')
    expect(uninstall(request, effects()).out).toContain('does not call hooks')
    expect(readFileSync(own(), 'utf8')).toBe('{"version": 1}')
  })

  test.skipIf(process.getuid?.() === 0)('says why it cannot write', () => {
    mkdirSync(path.dirname(own()), { recursive: true })
    chmodSync(path.dirname(own()), 0o500)
    expect(install(request, effects())).toMatchObject({
      exit: 1,
      err: expect.stringContaining('EACCES'),
    })
  })
})
