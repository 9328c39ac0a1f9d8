// Package managers that name hooks-yaml, what may be read, and every other way to be heard above the rule.
import { describe, expect, test } from 'vitest'
import { readings } from './ways.ts'
import { guardShop } from './world.ts'

const { shop, opened, bash } = guardShop()

describe('package managers', () => {
  test.each([
    'npm uninstall hooks-yaml',
    'npm un -g hooks-yaml',
    'npm rm lodash hooks-yaml',
    'npm remove --save-dev hooks-yaml',
    'npm install hooks-yaml@0.1.0',
    'npm i hooks-yaml@npm:left-pad',
    'npm install ../hooks-yaml',
    'npm install ./hooks-yaml-0.1.0.tgz',
    'npm link hooks-yaml',
    'npm update hooks-yaml',
    'npm pkg delete devDependencies.hooks-yaml',
    'npm --prefix . uninstall hooks-yaml',
    'pnpm remove hooks-yaml',
    'pnpm add hooks-yaml@0.1',
    'yarn remove hooks-yaml',
    'yarn global add hooks-yaml@0.1',
    'yarn add -D hooks-yaml@0.1',
    'bun remove hooks-yaml',
    'volta uninstall hooks-yaml',
    'sudo npm uninstall -g hooks-yaml',
    "bash -c 'cd . && npm uninstall hooks-yaml'",
    'npx npm uninstall hooks-yaml',
  ])('%s is refused', async (command) => {
    expect(await bash(command)).toBe('deny self-protection/packages')
  })

  test.each([
    'rm -rf node_modules/hooks-yaml',
    'rm -rf node_modules/hooks*',
    'rm -rf node_modules/hooks-yaml/*',
    'mv node_modules/hooks-yaml /tmp/x',
    'ln -sfn /tmp/x node_modules/hooks-yaml',
    'cp -r ../outside/dir/. node_modules/hooks-yaml',
    'cd node_modules && rm -r hooks-yaml',
    'rm -rf packages/api/node_modules/hooks-yaml',
    'rm -rf /usr/lib/node_modules/hooks-yaml',
  ])('%s is refused: it writes into an installation', async (command) => {
    expect(await bash(command)).toBe('deny self-protection')
  })
})

const moving = /^(?:moves|links)/
const only = Object.entries(readings).filter(([way]) => !moving.test(way))

test.each(only)('all of it may be read: %s', async (_, command) => {
  const target = { file: `${shop.home}/.local/state/hooks/shop-1/pauses.json`, other: `${shop.outside}/x` }
  expect(await bash(command(target))).not.toContain('self-protection')
})

describe('nothing is heard above it', () => {
  test('where the agent asks for permission', async () => {
    expect(await bash('rm hooks.yaml', 'PermissionRequest')).toBe('deny self-protection')
    expect(await bash('rm src/cart.ts', 'PermissionRequest')).toBe('allow all')
  })

  test('the model reads how to propose a change, the user what was tried', async () => {
    const input = { tool_name: 'Bash', tool_input: { command: 'sed -i s/deny/ask/ hooks.yaml' } }
    const verdict = await opened().engine.dispatch({ event: 'PreToolUse', cwd: shop.root, ...input })
    expect(verdict.reason).toMatch(/^hooks\.yaml belongs to the rules .* `hooks propose`/)
    expect(verdict.user_reason).toMatch(/^The agent tried to change hooks\.yaml/)
  })
})
