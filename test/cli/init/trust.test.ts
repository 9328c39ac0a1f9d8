import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../shop.ts'

const files = {
  'package.json': JSON.stringify({ scripts: { test: 'vitest' }, devDependencies: { prettier: '3' } }),
  'hooks.local.yaml': `version: 1
hooks:
  PostToolUse:
    - { name: mine, match: '@write', run: [touch, mine] }
    - { name: theirs, match: '@write', run: [touch, theirs] }
`,
}
const open = () => openShop(files, false)
const recordsOf = ({ home }: Shop) => path.join(home, '.local/state/hooks/trust')

async function trustedIn(shop: Shop): Promise<Readonly<Record<string, string>>> {
  const { out } = await shop.hooks(['trust', '--show', '--json'])
  const units = JSON.parse(out) as readonly { readonly name: string; readonly is: string }[]
  return Object.fromEntries(units.map(({ name, is }) => [name, is]))
}

describe('init', () => {
  test('trusts what it wrote, and nothing that was there before', async () => {
    const shop = open()
    const { exit, out } = await shop.hooks(['init'])
    expect(exit).toBe(0)
    expect(out).toContain('\n  trusted, because you wrote it: format, tests-before-done\n')
    expect(await trustedIn(shop)).toEqual({
      format: 'trusted',
      'tests-before-done': 'trusted',
      mine: 'new',
      theirs: 'new',
    })
    expect((await shop.hooks(['ledger'])).out).toContain('hooks init: format, tests-before-done')
  })

  test('keeps what was trusted before, in a subdirectory too', async () => {
    const shop = open()
    await shop.hooks(['trust', '--yes'])
    shop.write('hooks.local.yaml', files['hooks.local.yaml'].replace('touch, theirs', 'touch, others'))
    mkdirSync(path.join(shop.root, 'api'))
    await shop.hooks(['init'], { cwd: path.join(shop.root, 'api') })
    expect(await trustedIn(shop)).toMatchObject({ format: 'trusted', mine: 'trusted', theirs: 'changed' })
  })

  test('trusts nothing inside an agent, and says so', async () => {
    const shop = open()
    const { exit, out } = await shop.hooks(['init'], { env: { HOME: shop.home, CLAUDECODE: '1' } })
    expect(exit).toBe(0)
    expect(out).toContain(
      '! this runs inside an agent (CLAUDECODE is set), so 2 rules do not run until you trust them: hooks trust\n',
    )
    expect(existsSync(recordsOf(shop))).toBe(false)
  })

  test('records nothing with --dry-run', async () => {
    const shop = open()
    await shop.hooks(['init', '--dry-run'])
    expect(existsSync(recordsOf(shop))).toBe(false)
  })

  test('a failure to record is said, and the file is written', async () => {
    const shop = open()
    mkdirSync(path.dirname(recordsOf(shop)), { recursive: true })
    writeFileSync(recordsOf(shop), '')
    const { exit, out } = await shop.hooks(['init'])
    expect(exit).toBe(0)
    expect(out).toMatch(/\n! its rules could not be trusted: .*: hooks trust\n/)
    expect(readdirSync(shop.root)).toContain('hooks.yaml')
  })
})

describe('install', () => {
  const line = /^! .*: hooks trust$/m

  test('says in one line how much is not trusted', async () => {
    const shop = open()
    const { exit, out } = await shop.hooks(['install', 'claude-code'])
    expect(exit).toBe(0)
    expect(out).toMatch(/\n! 2 rules do not run until you trust them: hooks trust\n$/)
    shop.write(
      'hooks.local.yaml',
      'version: 1\nhooks: { PreToolUse: [{ name: go, match: Read, allow: Fine. }] }\n',
    )
    const again = await shop.hooks(['install', 'claude-code'])
    expect(again.out).toMatch(
      /already calls hooks .*\n! 1 rule does not run until you trust it: hooks trust\n$/,
    )
  })

  test('and nothing where all is trusted, in a rehearsal, and after a failure', async () => {
    const shop = open()
    expect((await shop.hooks(['install', '--dry-run'])).out).not.toMatch(line)
    expect((await shop.hooks(['install', 'nobody'])).out).not.toMatch(line)
    await shop.hooks(['trust', '--yes'])
    expect((await shop.hooks(['install'])).out).not.toMatch(line)
  })
})
