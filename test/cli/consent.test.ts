// Whose word counts: a person's at a terminal, a host's, and what `hooks trust` shows before it is asked.
import { existsSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { run } from '../../src/run/run.ts'
import type { Host } from '../../src/run/host.ts'
import type { EngineOptions } from '../../src/library/options.ts'
import { runs } from '../support/seed.ts'
import { openShop, type Shop } from './shop.ts'

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

Trust this? [y/N] `)
    expect([exit, err]).toEqual([1, 'hooks: nothing was trusted\n'])
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

  test('what is shown is what would run, whatever the words are', async () => {
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((each) => !each.includes('\0'))
    await fc.assert(
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
      return 'y'
    }
    const { err, exit } = await shop.hooks(['trust'], { ...person, line })
    expect([exit, err]).toEqual([
      1,
      'hooks: it changed while you looked at it, so nothing was trusted: hooks trust\n',
    ])
  })
})
