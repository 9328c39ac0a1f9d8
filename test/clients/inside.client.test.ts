// A command that is a person's, started by each real client: it refuses by the client's variable, and without it by its program.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clients } from '../../src/catalog.ts'
import { clientOf, tried } from './agents.ts'
import { open } from './play.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')
const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
`
/** Some clients start nothing that lies outside of the project. The rule against such calls does not see what it starts. */
const files = {
  'hooks.yaml': rules,
  'argv.json': JSON.stringify([program, 'pause', 'no-force-push', '--for', '1h', '--reason', 't']),
  'start.mjs': `import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
spawnSync(process.execPath, JSON.parse(readFileSync('argv.json', 'utf8')), { stdio: 'inherit' })
`,
}

/** What each sets; Cline's command-line program sets nothing. */
const variables: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDECODE',
  codex: 'CODEX_THREAD_ID',
  'copilot-cli': 'COPILOT_CLI',
  'gemini-cli': 'GEMINI_CLI',
  opencode: 'OPENCODE',
  'qwen-code': 'QWEN_CODE',
}

describe.each(clients.map(({ agent }) => agent))('inside %s', (agent) => {
  const client = clientOf(agent)
  const found = tried(client)

  test.skipIf('missing' in found)('nobody pauses a rule', async () => {
    const at = await open(client, 'bin' in found ? found.bin : '', files)
    try {
      await at.session('Pause the rule.', [
        [client.shell('node start.mjs > by-variable 2>&1')],
        [client.shell('env -i PATH="$PATH" node start.mjs > by-program 2>&1')],
        [{ text: 'Done.' }],
      ])
      const variable = variables[agent]
      const byProgram = `only people can pause rules, and ${agent} (`
      expect(at.read('by-variable')).toContain(
        variable === undefined ? byProgram : `only people can pause rules, and ${variable} is set`,
      )
      expect(at.read('by-program')).toContain(byProgram)
    } finally {
      await at.close()
    }
  })
})
