// How files are read: by name, by a search over a tree, or only their names and counts; and what Git's HEAD has of them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-searched-')))
const git = (...words: readonly string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...words])
const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
git('init', '-q', '-b', 'main')
put('certs/localhost.key', '-----BEGIN PRIVATE KEY-----\n')
put('src/orders.go', '// TODO\n')
git('add', '.')
git('commit', '-q', '-m', 'open the shop')
put('secrets/new.key', 'key\n')
put('.env', 'API_KEY=1\n')
git('add', 'secrets')

const engineOf = (match: unknown) =>
  createEngine({
    root,
    config: { version: 1, hooks: { PreToolUse: [{ name: 'own', match, deny: 'No.' }] } },
  })
const engines = {
  searched: await engineOf({ reads: { path: '*.key', by: 'search' } }),
  untracked: await engineOf({ reads: { path: '*.key', by: ['search', 'name'], tracked: false } }),
  any: await engineOf({ reads: 'secrets/**' }),
  edited: await engineOf({ edits: { path: ['*.key', '*.go'], tracked: true }, by_hand: ['*.key', '*.go'] }),
  recommended: await createEngine({ root, config: { extends: ['recommended@1'] } }),
}
afterAll(async () => {
  for (const engine of Object.values(engines)) await engine.close()
  rmSync(root, { recursive: true, force: true })
})

async function decisionOf(engine: keyof typeof engines, call: string | object): Promise<string> {
  const [tool_name, tool_input] =
    typeof call === 'string' ? ['Bash', { command: call }] : ['Grep', call as Record<string, unknown>]
  return (await engines[engine].dispatch({ event: 'PreToolUse', tool_name, tool_input })).decision
}

describe('a key in the tree', () => {
  test.each<[keyof typeof engines, string | object, string]>([
    ['searched', 'grep -rn TODO .', 'deny'],
    ['searched', 'cat certs/localhost.key', 'proceed'],
    ['searched', 'git grep -n TODO', 'deny'],
    ['searched', 'git grep -l TODO', 'proceed'],
    ['searched', 'grep -rc TODO .', 'proceed'],
    ['searched', 'gofmt -d .', 'proceed'],
    ['searched', { pattern: 'TODO', output_mode: 'content' }, 'deny'],
    ['searched', { pattern: 'TODO' }, 'proceed'],
    ['untracked', 'grep -n a certs/localhost.key', 'proceed'],
    ['untracked', 'grep -n a secrets/new.key', 'deny'],
    ['untracked', 'grep -rn TODO certs', 'proceed'],
    ['untracked', 'grep -rn TODO .', 'deny'],
    ['edited', 'sed -i s/a/b/ certs/localhost.key', 'deny'],
    ['edited', 'sed -i s/a/b/ secrets/new.key', 'proceed'],
    ['edited', 'sed -i s/a/b/ secrets/*', 'proceed'],
    ['edited', 'sed -i s/a/b/ .env', 'proceed'],
    ['edited', 'gofmt -w src', 'proceed'],
    ['edited', 'gofmt -w src/orders.go', 'deny'],
    ['any', "grep -rn '' secrets", 'deny'],
    ['any', 'grep -rl TODO .', 'deny'],
  ])('%s: %j', async (engine, call, expected) => {
    expect(await decisionOf(engine, call)).toBe(expected)
  })
})

describe('recommended', () => {
  test.each([
    'grep -rn TODO .',
    'git grep -n TODO',
    'rg --hidden TODO',
    'gofmt -l .',
    'wc -l .env',
    'grep -c KEY .env',
    "awk -F= '{print $1}' .env",
    "sed 's/=.*//' .env",
    'cat .env.local.example',
    { pattern: 'TODO', output_mode: 'content' },
    { pattern: 'PRIVATE KEY' },
  ])('lets go %j', async (call) => {
    expect(await decisionOf('recommended', call)).toBe('proceed')
  })

  test.each([
    'grep -rn "PRIVATE KEY" .',
    'grep -rn API_KEY .',
    "grep -rn '' .",
    'grep -rv TODO .',
    "git grep -e 'BEGIN'",
    'grep KEY .env',
    'grep -rn TODO .env',
    'grep -rl "PRIVATE KEY" . | xargs cat',
    "awk -F= '{print $2}' .env",
    { pattern: 'PRIVATE KEY', output_mode: 'content' },
    { pattern: 'TODO', path: '.env', output_mode: 'content' },
  ])('asks before %j', async (call) => {
    expect(await decisionOf('recommended', call)).toBe('ask')
  })
})
