import { describe, expect, test } from 'vitest'
import { installableAgents } from '../../src/cli/agents/agents.ts'
import { openShop } from './shop.ts'

describe('hooks', () => {
  test('without arguments prints a short help', async () => {
    const { exit, out } = await openShop().hooks([])
    expect(exit).toBe(0)
    expect(out.split('\n').length).toBeLessThan(10)
    expect(out).toContain('hooks install ')
  })

  test.each(['--help', '-h', 'help'])('%s lists every command in its group (P17)', async (flag) => {
    const { exit, out, err } = await openShop().hooks([flag])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    await expect(out).toMatchFileSnapshot('golden/help.txt')
  })

  test.each(['run', 'validate', 'explain', 'list', 'schema', 'install', 'uninstall'])(
    '%s --help describes itself',
    async (verb) => {
      const { exit, out } = await openShop().hooks([verb, '--help'])
      expect(exit).toBe(0)
      await expect(out).toMatchFileSnapshot(`golden/help-${verb}.txt`)
      expect((await openShop().hooks(['help', verb])).out).toBe(out)
    },
  )

  test.each([['--version'], ['-v'], ['version']])('%s prints the version', async (word) => {
    expect(await openShop().hooks([word])).toEqual({ exit: 0, out: '0.0.0\n', err: '' })
  })

  test.each([
    { argv: ['validte'], says: /^hooks: unknown command 'validte'\n\(Did you mean validate\?\)/ },
    {
      argv: ['help', 'explian'],
      says: /^hooks: there is no command "explian"; did you mean explain\?\n\(hooks --help/,
    },
    { argv: ['help', 'nope'], says: /^hooks: there is no command "nope"\n\(hooks --help/ },
    { argv: ['list', '--jsn'], says: /^hooks: unknown option '--jsn'\n\(Did you mean --json\?\)/ },
    { argv: ['list', 'x'], says: /^hooks: too many arguments for 'list'/ },
    {
      argv: ['install', '--user', '--project'],
      says: /^hooks: option '--project' cannot be used with option '--user'/,
    },
  ])('$argv is refused with a suggestion', async ({ argv, says }) => {
    const { exit, out, err } = await openShop().hooks(argv)
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toMatch(says)
  })

  test('schema prints the JSON schema', async () => {
    const { exit, out } = await openShop().hooks(['schema'])
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      $schema: expect.stringContaining('draft-07'),
      properties: { hooks: {} },
    })
  })
})

describe('install', () => {
  test('shows what it would write and writes nothing with --dry-run', async () => {
    const { hooks } = openShop({ '.claude/settings.json': '{}' })
    const first = await hooks(['install', '--dry-run'])
    expect(first.exit).toBe(0)
    expect(first.out).toMatch(/claude-code would call hooks for \d+ events/)
    expect(await hooks(['install', '--dry-run'])).toEqual(first)
  })

  test('installs for this project, changes nothing the second time, and takes it back', async () => {
    const { hooks, root } = openShop()
    expect((await hooks(['install', 'claude-code'])).out).toContain(`${root}/.claude/settings.local.json`)
    expect((await hooks(['install'])).out).toContain('already calls hooks')
    expect(
      (await hooks(['uninstall'], { terminal: true, stdinIsTerminal: true, line: () => 'uninstall' })).out,
    ).toContain('no longer calls hooks')
  })

  test('refuses an agent that it does not know', async () => {
    const { exit, err } = await openShop().hooks(['install', 'hal'])
    expect(exit).toBe(1)
    expect(err).toMatch(/^hooks: unknown agent "hal"/)
  })

  test.each(['install', 'uninstall'])('%s says how an agent without settings calls us', async (verb) => {
    expect(await openShop().hooks([verb, 'kodelet'])).toEqual({
      exit: 1,
      out: '',
      err: `hooks: only the settings of ${installableAgents.map(({ name }) => name).join(', ')} can be written; put a program into .kodelet/hooks/ that answers "hook" with an event and "run" by starting "hooks run --agent kodelet"\n`,
    })
  })
})
