// What a cold run holds at its peak, beyond what Node itself does.
import { expect, test } from 'vitest'
import { makeProject } from '../support/cli.ts'
import { bareUsage, leastUsage } from '../support/usage.ts'

const shop = makeProject({ 'hooks.yaml': 'version: 1\nextends: [recommended@1]\n' })
await shop.hooks(['status']) // trusts the rules
const text = 'const price = count * 3\n'.repeat(100_000 / 24)
/** What Node itself holds varies by 3 MB, with the pages of its file that the machine has at hand. */
const NODE_MB = 40
const MAX_MB = 8

test.each([
  { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git status' } },
  {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_response: { stdout: text, stderr: '' },
  },
])('$hook_event_name $tool_name stays within 8 MB', async (call) => {
  const { peak_mb } = await bareUsage(shop)
  const within = { peak_mb: Math.max(peak_mb, NODE_MB) + MAX_MB }
  const payload = { session_id: 's', cwd: shop.root, ...call }
  const usage = await leastUsage(shop, payload, within)
  expect(usage.peak_mb).toBeLessThanOrEqual(within.peak_mb)
})
