// The list of agents, and what the commands and `use: protect` ask it.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import picomatch from 'picomatch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents, dialects } from '../../src/catalog.ts'
import type { Scope } from '../../src/agents/shared/agent.ts'
import { createInstallFiles } from '../../src/agents/shared/install-files.ts'
import { install } from '../../src/cli/setup/install.ts'
import { installableAgents } from '../../src/cli/agents/agents.ts'
import { createEngine } from '../../src/index.ts'
import { plural } from '../../src/patterns/text/terminal-text.ts'

type Engine = Awaited<ReturnType<typeof createEngine>>

const home = '/home/dana'
const root = '/home/dana/shop'
/** Protocols that no agent speaks, and what agents share. */
const others = ['context', 'native', 'shared']

test('each file or folder is an agent of the list', () => {
  const names = readdirSync(path.join(import.meta.dirname, '../../src/agents')).map((file) =>
    path.basename(file, '.ts'),
  )
  expect(agents.map(({ name }) => name)).toEqual(names.filter((name) => !others.includes(name)).sort())
})

test('what runs load speaks for the same agents', () => {
  const spoken = agents.map(({ dialect }) => dialect)
  expect(dialects.map(({ name }) => name)).toEqual([...spoken.map(({ name }) => name), 'context', 'native'])
})

test.each(agents.filter(({ settings }) => settings !== undefined))(
  '$name protects the settings that install writes',
  ({ settings, protectedPaths }) => {
    const place = { root, home, env: {} }
    const files = (['project', 'local', 'user'] as const).flatMap(
      (scope) => settings?.file(scope, place) ?? [],
    )
    const shown = files.map((file) => file.replace(`${root}/`, '').replace(home, '~'))
    const isProtected = picomatch([...protectedPaths], { dot: true })
    expect(shown.filter((file) => !isProtected(file))).toEqual([])
  },
)

describe.each(installableAgents)('install $name', ({ name, settings }) => {
  const scopes = ['local', 'project', 'user'] as const
  const file = (scope: Scope) => settings.file(scope, { root, home, env: {} })
  const has = scopes.filter((scope) => file(scope) !== undefined)
  const files = { ...createInstallFiles(), read: () => undefined }
  const effects = { files, env: {}, state: '/state/hooks', home, root, node: '/node', bin: '/bin.cjs' }

  test('writes to its own file of choice when no scope is named', () => {
    const { out } = install({ agent: name, dry_run: true }, effects)
    expect(out).toContain(
      `${name} would call hooks for ${plural(Object.keys(settings.events).length, 'event')}`,
    )
    expect(out).toContain(file(settings.defaultScope ?? has[0] ?? 'user'))
  })

  test('names the scopes that it has for one that it has not', () => {
    for (const scope of scopes.filter((each) => !has.includes(each)))
      expect(install({ agent: name, scope, dry_run: true }, effects)).toMatchObject({
        exit: 1,
        err: `hooks: ${name} has no settings for --${scope}; it has ${has.map((each) => `--${each}`).join(', ')}\n`,
      })
  })

  test('twice is once, and uninstall takes it back', () => {
    const lines = (event: string) => `set -- ${name} ${event}; s=/share/hooks-agent`
    const once = settings.install({ theme: 'dark' }, lines)
    expect(settings.install(once, lines)).toEqual(once)
    expect(settings.inspect(once, lines)).toMatchObject({ outdated: [], missing: [] })
    const needed = name === 'cursor' ? { version: 1 } : {} // without it Cursor rejects a file
    expect(settings.uninstall(once)).toEqual(settings.own === undefined ? { theme: 'dark', ...needed } : {})
    const older = settings.own === true ? { text: '// hooks-agent' } : once
    expect(settings.inspect(older, (event) => `${lines(event)};`)).toMatchObject({ current: [] })
  })
})

describe('use: protect', () => {
  let engine: Engine
  beforeAll(async () => {
    const config = { hooks: { PreToolUse: [{ name: 'guard', use: 'protect' }] } }
    engine = await createEngine({ root: import.meta.dirname, config })
  })
  afterAll(() => engine.close())

  const everyFile = agents.flatMap(({ name, protectedPaths }) =>
    protectedPaths.map((glob) => [name, glob.replace('**', 'guard.json').replaceAll('*', 'x')] as const),
  )

  test.each(everyFile)('denies changes to the files of %s: %s', async (_, file) => {
    const write = { tool_name: 'Bash', tool_input: { command: `echo {} > ${file}` } }
    expect(await engine.dispatch({ event: 'PreToolUse', ...write })).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(/decides what an agent may do|belongs to the rules that apply here/),
    })
  })

  test('leaves other files alone', async () => {
    const write = { tool_name: 'Bash', tool_input: { command: 'echo {} > src/settings.json' } }
    expect(await engine.dispatch({ event: 'PreToolUse', ...write })).toMatchObject({ decision: 'proceed' })
  })
})
