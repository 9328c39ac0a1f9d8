// Directories of what others made are not searched for what a glob for any depth names.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/index.ts'
import { makeProject } from '../support/cli.ts'

let engine: Engine
let root: string
beforeAll(async () => {
  const project = makeProject({
    'node_modules/left/.env': '',
    'node_modules/.bin/tsc': '',
    'src/node_modules/right/.env': '',
    'shop/.env': '',
    '.git/hooks/pre-commit': '',
  })
  root = project.root
  engine = await createEngine({
    root,
    config: {
      hooks: {
        PreToolUse: [
          { name: 'env', match: { path: '**/.env' }, deny: 'Keep it.' },
          { name: 'bin', match: { deletes: 'node_modules/.bin/**' }, ask: 'Sure?' },
          { name: 'bin-reads', match: { reads: 'node_modules/.bin/*' }, deny: 'Not these.' },
          { name: 'git', match: { path: '**/hooks/pre-commit' }, deny: 'Not the hooks.' },
        ],
      },
    },
  })
})
afterAll(() => engine.close())

test.each([
  ['rm -rf src/node_modules', 'proceed'],
  ['rm -rf node_modules', 'ask'],
  ['npm ci', 'ask'],
  ['grep -r key node_modules/left', 'deny'],
  ['grep -r key node_modules', 'deny'],
  ['grep -r key src/node_modules', 'proceed'],
  ['cp -r src/node_modules dist', 'proceed'],
  ['rm -rf node_modules/left', 'deny'],
  ['rm -rf src/node_modules/right', 'deny'],
  ['rm -rf shop', 'deny'],
  ['rm -rf .git', 'deny'],
  ['cat node_modules/left/.env', 'deny'],
])('%s: %s', async (command, decision) => {
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: root } as const
  expect((await engine.dispatch(event)).decision).toBe(decision)
})
