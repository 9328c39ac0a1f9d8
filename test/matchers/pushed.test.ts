// Whether the call itself pushes before it writes the commit anew.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-pushed-')))
const git = (...words: readonly string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...words])
git('init', '-q', '-b', 'main')
git('commit', '-q', '--allow-empty', '-m', 'open the shop')
git('branch', 'topic')
git('commit', '-q', '--allow-empty', '-m', 'round prices')
git('branch', 'same')
git('remote', 'add', 'origin', 'https://git.shop.example/shop.git')
const match = { command: 'git commit --amend', not: { pushed: false } }
const engine = await createEngine({
  root,
  config: { version: 1, hooks: { PreToolUse: [{ name: 'amends', match, deny: 'It may be out.' }] } },
})
afterAll(async () => {
  await engine.close()
  rmSync(root, { recursive: true, force: true })
})

test.each([
  ['git commit --amend --no-edit', 'proceed'],
  ['git commit --amend --no-edit && git push origin HEAD:cart', 'proceed'],
  ['git stash push -m cart && git commit --amend --no-edit', 'proceed'],
  ['docker push shop/api && git commit --amend --no-edit', 'proceed'],
  ['git push && git commit --amend --no-edit', 'deny'],
  ['git -C . push origin main; git commit --amend --no-edit', 'deny'],
  ['git push origin topic && git commit --amend --no-edit', 'proceed'],
  ['git push origin :topic && git commit --amend --no-edit', 'proceed'],
  ['git push origin --delete main && git commit --amend --no-edit', 'proceed'],
  ['git push --tags && git commit --amend --no-edit', 'proceed'],
  ['git push origin HEAD~1:cart && git commit --amend --no-edit', 'proceed'],
  ['git push origin same && git commit --amend --no-edit', 'deny'],
  ['git push --all && git commit --amend --no-edit', 'deny'],
  ['git push --mirror && git commit --amend --no-edit', 'deny'],
  ['git push --dry-run && git commit --amend --no-edit', 'proceed'],
  ['git push origin HEAD:cart && git commit --amend --no-edit', 'deny'],
  ['git push origin @ && git commit --amend --no-edit', 'deny'],
  ['git push origin "$B" && git commit --amend --no-edit', 'deny'],
  ['git commit -m x && git push origin same && git commit --amend --no-edit', 'proceed'],
  ['git push && git commit -m x && git commit --amend --no-edit', 'proceed'],
  ['git push origin main && git push origin topic && git commit --amend --no-edit', 'deny'],
])('%s: %s', async (command, decision) => {
  const call = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
  expect((await engine.dispatch(call)).decision).toBe(decision)
})
