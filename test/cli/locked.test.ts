// What the owner of a machine locked holds against whoever works on it.
import { expect, test } from 'vitest'
import { notPausable } from '../../src/cli/live/pause.ts'
import { rulesInForce } from '../../src/run/rules-in-force.ts'
import { listRules } from '../../src/engine/select/rule-list.ts'
import type { OpenPlan } from '../../src/store/plan/cache.ts'
import { compileWorld, rulesOf } from '../config/world.ts'

const managed = `lock: [closed, several]
hooks:
  PreToolUse:
    - { name: closed, match: 'deploy_*', deny: Closed. }
    - { name: several, match: 'ship_*', steps: [{ notify: No. }, { deny: No. }] }
    - { name: open, match: 'look_*', deny: Not now. }
`
const compiled = compileWorld({
  '/etc/hooks/hooks.yaml': managed,
  'hooks.yaml':
    'hooks: { PreToolUse: [{ name: mine, match: x, deny: No. }, { name: open, match: y, deny: No. }] }\n',
})

test.each(['closed', 'several', 'several/2'])(
  'the locked rule %s cannot be paused, and it is said why',
  (name) => {
    expect(notPausable(name, compiled)).toMatch(
      new RegExp(
        `^rule "${name}" is locked by the owner of this machine and cannot be paused \\(/etc/hooks/hooks\\.yaml:\\d\\)$`,
      ),
    )
  },
)

test.each(['open', 'mine'])('the rule %s can be paused', (name) => {
  expect(notPausable(name, compiled)).toBeUndefined()
})

const plan: OpenPlan = {
  settings: undefined,
  rules: listRules(rulesOf(compiled)),
  all: () => rulesOf(compiled),
  counts: { dead: 0, enforce: 5, advise: 0, watch: 0, untrusted: 0 },
  sizes: {},
  sources: [],
  quarantined: [],
  fresh: false,
  paused: [{ rule: 'closed', since: 0, until: Infinity, reason: 'a forged file', by: 'somebody' }],
}

const inForce = (env: Readonly<Record<string, string>>) => {
  const list = rulesInForce(env, plan)('PreToolUse')
  return Array.from({ length: list?.length ?? 0 }, (_, place) => list?.at(place))
    .filter((rule) => rule?.mode === 'enforce')
    .map((rule) => rule?.name)
}

test("HOOKS_DISABLE=1 leaves the machine's rules in force", () => {
  expect(inForce({ HOOKS_DISABLE: '1' })).toEqual(['closed', 'several/1', 'several/2', 'open'])
  expect(inForce({})).toEqual(['closed', 'several/1', 'several/2', 'open', 'mine', 'open'])
})

test('a pause that is written by hand does not reach a locked rule', () => {
  expect(inForce({})).toContain('closed')
})
