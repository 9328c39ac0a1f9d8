import { describe, expect, test } from 'vitest'
import { clientOf, tried } from './agents.ts'
import { open } from './play.ts'
import { tenCases } from './ten-cases.ts'

tenCases('cline')

const client = clientOf('cline')
const found = tried(client)
const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Force-pushing rewrites shared history. }
`

describe.skipIf('missing' in found)('cline', () => {
  test('runs no denied call where it leaves out the plugin, and ends there', async () => {
    const hasty: typeof client = {
      ...client,
      start(place, url) {
        const { env, ...rest } = client.start(place, url)
        return { ...rest, env: { ...env, CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '1' } }
      },
    }
    const at = await open(hasty, 'bin' in found ? found.bin : '', { 'hooks.yaml': rules })
    try {
      const calls = ['touch free', 'touch denied && git push -f'].map((command) => [client.shell(command)])
      const { requests } = await at.session('Work on the shop.', [...calls, [{ text: 'Done.' }]])
      expect([at.made('free'), at.made('denied'), requests]).toEqual([true, false, 2])
    } finally {
      await at.close()
    }
  })
})
