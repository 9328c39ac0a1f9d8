import { expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import { capabilitiesFor, failureAt } from '../../src/engine/dispatch-state.ts'
import type { Capabilities, Event } from '../../src/model/types.ts'

const failure = { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' } as const
const capabilities: Capabilities = {
  events: { PreToolUse: { deny: true, ask: true }, PostToolUse: { context: true } },
  variants: [
    { permission_mode: 'bypassPermissions', events: { PreToolUse: { deny: true } } },
    { surface: 'headless', permission_mode: 'plan', events: { PreToolUse: {} } },
  ],
  timeout_ms: 1000,
  failure,
  failures: { PreToolUse: { crash: 'closed' } },
}
const call: Event = { event: 'PreToolUse', cwd: '/', root: '/', raw: {} }
const rowsIn = (mode: string) => capabilitiesFor({ capabilities }, { ...call, permission_mode: mode }).events

test('a variant replaces the rows of its permission mode', () => {
  expect(rowsIn('default')).toEqual(capabilities.events)
  expect(rowsIn('bypassPermissions')).toEqual({ PreToolUse: { deny: true }, PostToolUse: { context: true } })
})

test('a variant of a surface, which payloads do not name, is for the docs alone', () => {
  expect(rowsIn('plan')).toEqual(capabilities.events)
})

test('a failure means what its event says, else what the agent says', () => {
  expect(failureAt(capabilities, 'PreToolUse')).toEqual({ ...failure, crash: 'closed' })
  expect(failureAt(capabilities, 'AgentStop')).toEqual(failure)
})

test('Claude Code blocks a call whose hook crashes, as installed', () => {
  const claude = dialects.find(({ name }) => name === 'claude-code')
  expect(claude && failureAt(claude.capabilities, 'PreToolUse')).toMatchObject({
    crash: 'closed',
    empty: 'open',
  })
})
