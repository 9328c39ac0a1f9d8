// Directories of what others made are not searched for what a glob for any depth names.
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  symlinkSync('shop', path.join(root, '.venv'))
  engine = await engineIn(root)
})
afterAll(() => engine.close())

function engineIn(dir: string): Promise<Engine> {
  const rules = [
    { name: 'env', match: { path: '**/.env' }, deny: 'Keep it.' },
    { name: 'bin', match: { deletes: 'node_modules/.bin/**' }, ask: 'Sure?' },
    { name: 'bin-reads', match: { reads: 'node_modules/.bin/*' }, deny: 'Not these.' },
    { name: 'git', match: { path: '**/hooks/pre-commit' }, deny: 'Not the hooks.' },
  ]
  return createEngine({ root: dir, config: { hooks: { PreToolUse: rules } } })
}

async function decide(own: Engine, command: string, cwd: string): Promise<string> {
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd } as const
  return (await own.dispatch(event)).decision
}

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
  ['grep -r key .venv', 'deny'],
  ['tar czf x.tgz .venv', 'deny'],
])('%s: %s', async (command, decision) => {
  expect(await decide(engine, command, root)).toBe(decision)
})

describe('what holds the root is looked through', () => {
  test.each([
    ['src/node_modules', 'grep -r key .'],
    ['src/node_modules/right', 'grep -r key ..'],
  ])('%s: %s', async (dir, command) => {
    const inner = path.join(root, dir)
    const own = await engineIn(inner)
    expect(await decide(own, command, inner)).toBe('deny')
    await own.close()
  })
})
