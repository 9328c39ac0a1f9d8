// Trust in hooks in the real Codex: it skips what nobody trusted, and `hooks install codex --trust` records it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Block, Client } from '../../src/agents/shared/client.ts'
import { startModel } from '../../src/cli/live-client/scripted-model.ts'
import { clientOf, tried } from './agents.ts'
import { makePlace, type Place, putFile, removePlace } from './place.ts'
import { runClient } from './play.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')
const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Force-pushing rewrites shared history. }
`
const done: Block = { text: 'Done.' }
const codex = clientOf('codex')
const found = tried(codex)

/** As a person starts it, who bypasses nothing. */
const plain: Client = {
  ...codex,
  start(place, url) {
    const start = codex.start(place, url)
    return { ...start, args: start.args.filter((word) => word !== '--dangerously-bypass-hook-trust') }
  },
}

describe.skipIf('missing' in found)(`codex ${codex.version}`, () => {
  const bin = 'bin' in found ? found.bin : ''
  let place: Place
  beforeEach(() => void (place = makePlace({ 'hooks.yaml': rules })))
  afterEach(() => removePlace(place))

  const config = () => join(place.home, '.codex/config.toml')

  function install(...more: string[]) {
    const { PATH = '', ...env } = { ...place.env, ...plain.start(place, '').env }
    return spawnSync(process.execPath, [program, 'install', 'codex', ...more], {
      cwd: place.project,
      env: { ...env, PATH: `${dirname(bin)}:${PATH}` },
      encoding: 'utf8',
    })
  }

  /** Whether the command before the denied one ran, so that the denied one was reached. */
  async function pushes(prepare: () => void): Promise<boolean> {
    const turns = [[plain.shell('touch pushed && git push -f origin main')], [done]]
    const model = await startModel([{ turns }])
    try {
      const { files, env, args } = plain.start(place, model.url)
      for (const [file, text] of Object.entries(files)) putFile(file, text)
      prepare()
      await runClient(bin, [...args, 'Push it.'], { cwd: place.project, env: { ...place.env, ...env } })
      expect(model.requests).toHaveLength(2)
    } finally {
      await model.close()
    }
    return existsSync(join(place.project, 'pushed'))
  }

  test('skips hooks that nobody trusts', async () => {
    expect(await pushes(() => expect(install().status).toBe(0))).toBe(true)
  }, 200_000)

  test('runs those that were trusted with --trust, which shows their commands', async () => {
    let printed = ''
    const ran = await pushes(() => {
      const before = readFileSync(config(), 'utf8')
      const { status, stdout, stderr } = install('--trust')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      printed = stdout
      const after = readFileSync(config(), 'utf8')
      expect(after.startsWith(before)).toBe(true)
      expect(after.slice(before.length)).toMatch(
        /^(?:\n\[hooks\.state\.".+"\]\ntrusted_hash = "sha256:\w+"\n){11}$/,
      )
      expect(readFileSync(`${config()}.bak`, 'utf8')).toBe(before)
    })
    expect(ran).toBe(false)
    expect(printed).toMatch(/^ {2}preToolUse\n {4}POSIXLY_CORRECT=1; .*; set -- codex PreToolUse; /m)
    expect(printed).toContain(`✓ codex trusts 11 hooks  ${config()}`)
    expect(printed).not.toContain('until you trust them')
    expect(install('--trust').stdout).toContain('✓ codex trusts its hooks')
  }, 200_000)

  test('what Codex cannot read afterwards is undone', async () => {
    const inline = 'hooks = { state = { "a" = { trusted_hash = "sha256:1" } } }\n'
    const at = config()
    await pushes(() => undefined)
    spawnSync('sh', ['-c', `printf '%s\\n' "$1" > "$2"`, 'sh', inline.trim(), at])
    const { status, stderr } = install('--trust')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`Codex does not take this, so ${at} is as it was: `),
    })
    expect(readFileSync(at, 'utf8')).toBe(inline)
  }, 200_000)

  test('an agent trusts nothing', () => {
    const { PATH = '' } = place.env
    const { status, stderr } = spawnSync(process.execPath, [program, 'install', 'codex', '--trust'], {
      cwd: place.project,
      env: { ...place.env, PATH: `${dirname(bin)}:${PATH}`, CODEX_THREAD_ID: '1' },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'hooks: only people can trust hooks, and CODEX_THREAD_ID is set: this runs inside an agent. Ask the user to run it in a terminal of their own: hooks install codex --trust\n',
    })
    expect(existsSync(config())).toBe(false)
  })
})
