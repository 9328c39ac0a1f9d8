import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startModel, toldTo } from '../../src/cli/live-client/scripted-model.ts'
import { clientOf, tried } from './agents.ts'
import { makePlace, putFile, removePlace } from './place.ts'
import { runClient } from './play.ts'
import { tenCases } from './ten-cases.ts'

tenCases('codex')

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')
const rules = `version: 1
rules:
  - { name: publish, on: PermissionRequest, match: { command: touch asked }, ask: Publish it? }
  - { name: never, on: PermissionRequest, match: { command: touch denied }, deny: Never unpublish. }
`
const codex = clientOf('codex')
const found = tried(codex)

/** What reviews requests in place of a person. */
const reviewer = {
  when: 'You are judging one planned coding-agent action',
  turns: [
    [
      {
        text: JSON.stringify({
          outcome: 'allow',
          risk_level: 'low',
          user_authorization: 'high',
          rationale: 'It was asked for.',
        }),
      },
    ],
  ],
}

describe.skipIf('missing' in found)(`codex ${codex.version} as it is about to ask`, () => {
  const bin = 'bin' in found ? found.bin : ''

  async function requestOf(command: string) {
    const place = makePlace({ 'hooks.yaml': rules })
    const input = { cmd: command, sandbox_permissions: 'require_escalated', justification: 'Publish.' }
    const model = await startModel([
      reviewer,
      { turns: [[{ tool: 'exec_command', input }], [{ text: 'Done.' }]] },
    ])
    try {
      const { files, env: more, args } = codex.start(place, model.url)
      for (const [file, text] of Object.entries(files)) putFile(file, text)
      const at = { cwd: place.project, env: { ...place.env, ...more } }
      const { status } = spawnSync(process.execPath, [program, 'install', 'codex', '--user'], at)
      expect(status).toBe(0)
      const own = args.filter((word) => word !== '-s' && word !== 'danger-full-access')
      await runClient(bin, [...own, '--approve-for-me', 'Publish it.'], at)
      const reviews = model.requests.filter((request) => toldTo(request).includes(reviewer.when)).length
      const made = existsSync(join(place.project, command.replace('touch ', '')))
      return { reviews, made, told: toldTo(model.requests.at(-1)) }
    } finally {
      await model.close()
      removePlace(place)
    }
  }

  test('its reviewer is asked where a rule asks', async () => {
    const { reviews, made, told } = await requestOf('touch asked')
    expect({ reviews, made }).toEqual({ reviews: 1, made: true })
    expect(told).not.toContain('rule publish')
  }, 200_000)

  test('nobody is asked where a rule denies', async () => {
    const { reviews, made, told } = await requestOf('touch denied')
    expect({ reviews, made }).toEqual({ reviews: 0, made: false })
    expect(told).toContain('Denied by rule never (hooks.yaml:4)')
  }, 200_000)
})
