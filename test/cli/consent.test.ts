// Whose word counts: a person's at a terminal, a host's, and what `hooks trust` shows before it is asked.
import { existsSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { run } from '../../src/run/run.ts'
import type { Host } from '../../src/run/call.ts'
import type { EngineOptions } from '../../src/library/engine-options.ts'
import { runs } from '../support/seed.ts'
import { openShop, type Shop } from './shop.ts'
import { check } from '../support/check.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - name: mark
      match: Bash
      run: [sh, -c, 'touch marked; exit 2']
      exit: { 2: deny }
      examples: { deny: [ls] }
    - { name: go-on, match: { command: npm test }, allow: It only tests. }
`
const event = { event: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } }
const files = { 'hooks.yaml': rules, 'call.json': JSON.stringify(event) }
const person = { terminal: true, stdinIsTerminal: true }
async function replay(shop: Shop, over: Partial<Host> = {}): Promise<string> {
  const host = shop.host(['run', 'call.json'], over)
  await run(host)
  return host.printed.out
}

const isMarked = ({ root }: Shop): boolean => existsSync(path.join(root, 'marked'))

describe('a person at a terminal', () => {
  test('replays a call with its scripts, and that trusts nothing for later', async () => {
    const shop = openShop(files, false)
    expect(await replay(shop, person)).toContain('DENY')
    expect(isMarked(shop)).toBe(true)
    shop.remove('marked')
    expect(await replay(shop)).toContain('mark and go-on are not run until you trust them')
    expect(isMarked(shop)).toBe(false)
  })

  test('but not what an agent calls', async () => {
    const shop = openShop(files, false)
    const input = async () => JSON.stringify({ ...event, cwd: shop.root })
    const host = shop.host(['run', '--agent', 'universal'], { ...person, stdin: input })
    await run(host)
    expect(isMarked(shop)).toBe(false)
  })

  test('starts the scripts of examples', async () => {
    const shop = openShop(files, false)
    const piped = await shop.hooks(['test', '--scripts'])
    expect(piped).toMatchObject({ exit: 1 })
    expect(piped.out).toContain('it is not run until its user trusts it: hooks trust')
    expect(isMarked(shop)).toBe(false)
    expect((await shop.hooks(['test', '--scripts'], person)).exit).toBe(0)
  })

  test('examples of rules that start nothing are played without trust', async () => {
    const text = rules.replace(
      'allow: It only tests.',
      'allow: It only tests., examples: { allow: [npm test] }',
    )
    const shop = openShop({ 'hooks.yaml': text }, false)
    const { out } = await shop.hooks(['test'])
    expect(out).toContain('1 passed')
  })
})

describe('a host', () => {
  const decided = async (options: EngineOptions): Promise<string> => {
    const engine = await createEngine({ layers: false, ...options })
    try {
      return (await engine.dispatch(event)).decision
    } finally {
      await engine.close()
    }
  }

  test('asks its user by default, and says which rules do not run', async () => {
    const shop = openShop(files, false)
    const told: string[] = []
    const onDiagnostics: EngineOptions['onDiagnostics'] = (list) =>
      void told.push(
        ...list.filter(({ code }) => code === 'untrusted').map(({ code, message }) => `${code}: ${message}`),
      )
    expect(await decided({ root: shop.root, onDiagnostics })).toBe('proceed')
    expect(told).toEqual([
      'untrusted: nobody has trusted rule mark yet, so it is not run',
      'untrusted: nobody has trusted rule go-on yet, so it is not run',
    ])
    expect(isMarked(shop)).toBe(false)
  })

  test('gives its own word', async () => {
    const shop = openShop(files, false)
    expect(await decided({ root: shop.root, trust: 'all' })).toBe('deny')
  })

  test('needs none for rules that it gives as data', async () => {
    const shop = openShop({}, false)
    const mark = { name: 'mark', run: 'touch marked; exit 2', exit: { 2: 'deny' } }
    expect(await decided({ root: shop.root, config: { hooks: { PreToolUse: [mark] } } })).toBe('deny')
  })
})

describe('hooks trust', () => {
  test('shows every word of what would run, and answers no by itself', async () => {
    const shop = openShop(files, false)
    const { out, err, exit } = await shop.hooks(['trust'], {
      ...person,
      env: { HOME: shop.home, NO_COLOR: '1' },
      line: () => '',
    })
    expect(out).toBe(`2 rules are not trusted, so they do not run

  + mark  PreToolUse  hooks.yaml:4
      run sh -c "touch marked; exit 2"

  + go-on  PreToolUse  hooks.yaml:9
      allow

  What a program loads by itself is not shown and not covered.

Type "trust" to do it: `)
    expect([exit, err]).toEqual([1, 'hooks: "trust" was not typed, so nothing was changed\n'])
  })

  test('writes control characters and directions out', async () => {
    const run = '"sh -c \\e[8mtouch\\e[0m \\u202Eevil"'
    const shop = openShop({ 'hooks.yaml': `hooks: { SessionStart: [{ name: dark, run: ${run} }] }\n` }, false)
    const { out } = await shop.hooks(['trust'])
    // eslint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/)
    expect(out).toContain('touch')
    expect(out).toContain('evil')
  })

  test('writes out what has no width in JSON, too, and loses nothing', async () => {
    const words = 'a\u200bb\u200dc\ufeffd\u2066e\u00adf\u{e0041}g é 日本'
    const text = JSON.stringify({ hooks: { SessionStart: [{ name: 'dark', run: ['sh', words] }] } })
    const shop = openShop({ 'hooks.yaml': text }, false)
    const { out } = await shop.hooks(['trust', '--show', '--json'])
    expect(out).not.toMatch(/\p{Cf}/u)
    expect(out).toContain('é 日本')
    expect((JSON.parse(out) as [{ says: string }])[0].says).toBe(`run sh "${words}"`)
  })

  test('what is shown is what would run, whatever the words are', async () => {
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((each) => !each.includes('\0'))
    await check(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
        const text = JSON.stringify({ hooks: { SessionStart: [{ name: 'r', run: ['sh', ...words] }] } })
        const shop = openShop({ 'hooks.yaml': text }, false)
        const { out } = await shop.hooks(['trust', '--show', '--json'])
        const [unit] = JSON.parse(out) as [{ says: string }] | []
        const shown = words.map((each) => (/^[\w@%+=:,./{}-]+$/.test(each) ? each : JSON.stringify(each)))
        expect(unit?.says).toBe(['run sh', ...shown].join(' '))
      }),
      { numRuns: runs(20) },
    )
  })

  test('trusts nothing where the configuration changes while it is looked at', async () => {
    const shop = openShop(files, false)
    const line = (): string => {
      shop.write('hooks.yaml', rules.replace('touch marked', 'touch other'))
      return 'trust'
    }
    const { err, exit } = await shop.hooks(['trust'], { ...person, line })
    expect([exit, err]).toEqual([
      1,
      'hooks: it changed while you looked at it, so nothing was trusted: hooks trust\n',
    ])
  })

  const valid = 'version: 1\nhooks: { SessionStart: [{ name: mine, run: touch x }] }\n'
  const half = 'hooks: { SessionStart: [{ name: odd, rnu: touch y }, { name: even, run: touch z }] }\n'

  test.each([
    ['hooks.local.yaml', valid, 'hooks: [\n', 'hooks.local.yaml has 1 error: hooks validate'],
    ['hooks.yaml', 'hooks: [\n', valid, 'hooks.yaml has 1 error: hooks validate'],
  ])('trusts nothing while %s cannot be read, and names it', async (_, project, local, problem) => {
    const shop = openShop({ 'hooks.yaml': project, 'hooks.local.yaml': local }, false)
    for (const argv of [
      ['trust', '--yes'],
      ['trust', '--show'],
      ['trust', '--show', '--json'],
    ])
      expect(await shop.hooks(argv)).toMatchObject({ exit: 1, err: `hooks: ${problem}\n` })
    expect(await trusted(shop)).toEqual(['mine new'])
  })

  test('says where a rule is broken, and trusts the others; once it is fixed it is new', async () => {
    const shop = openShop({ 'hooks.yaml': valid, 'hooks.local.yaml': half }, false)
    expect(await shop.hooks(['trust', '--yes'])).toMatchObject({
      exit: 0,
      err: 'hooks: not all rules are shown: hooks.local.yaml has 1 error: hooks validate\n',
    })
    expect(await trusted(shop)).toEqual(['mine trusted', 'even trusted'])
    shop.write('hooks.local.yaml', half.replace('rnu', 'run'))
    expect(await trusted(shop)).toEqual(['mine trusted', 'odd new', 'even trusted'])
  })

  test('a broken rule of its user is not the project’s', async () => {
    const shop = openShop({ 'hooks.yaml': valid, '../.config/hooks/hooks.yaml': half }, false)
    expect(await shop.hooks(['trust', '--yes'])).toMatchObject({ exit: 0, err: '' })
  })

  test('a home directory cannot be trusted, and where its rules belong they need no trust', async () => {
    const shop = openShop({ 'hooks.yaml': valid }, false)
    const os = process.getBuiltinModule('node:os')
    const listed = vi.spyOn(os, 'userInfo').mockReturnValue({ ...os.userInfo(), homedir: shop.root })
    try {
      const home = { env: { HOME: shop.root } }
      const way =
        'this project is your home directory, where trust is recorded; move these rules to ~/.config/hooks/hooks.yaml'
      expect(await shop.hooks(['trust', '--yes'], home)).toMatchObject({ exit: 1, err: `hooks: ${way}\n` })
      shop.write('hooks.yaml', 'version: 1\n')
      shop.write('.config/hooks/hooks.yaml', valid)
      expect((await shop.hooks(['trust'], home)).out).toContain('nothing here needs trust')
    } finally {
      listed.mockRestore()
    }
  })
})

async function trusted(shop: Shop): Promise<readonly string[]> {
  const { out } = await shop.hooks(['trust', '--show', '--json'])
  return (JSON.parse(out) as { name: string; is: string }[]).map(({ name, is }) => `${name} ${is}`)
}
