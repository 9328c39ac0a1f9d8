// Git changes many files at once: it is asked whether one of them holds the rules, and only where one could.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { guardShop } from './world.ts'

const { shop, bash } = guardShop()
afterEach(() => {
  execFileSync('git', ['reset', '-q', '--hard', 'main'], { cwd: shop.root })
  rmSync(path.join(shop.root, '.claude/hooks'), { recursive: true, force: true })
})
const refused = 'deny self-protection'
const put = (file: string, text: string) => writeFileSync(path.join(shop.root, file), text)

test.each([
  'git checkout loose -- hooks.yaml',
  'git checkout loose -- .',
  'git restore --source loose hooks.yaml',
  'git restore --source=loose .',
  'git read-tree -u --reset loose',
  'git update-index --skip-worktree hooks.yaml',
  'git update-index --cacheinfo 100644,abc,hooks.yaml',
  'git rm hooks.yaml',
  'git rm -r .claude',
  'git mv hooks.yaml rules.yaml',
  'git checkout hooks.yaml',
  'git show loose:hooks.yaml > hooks.yaml',
  'git apply <<E\n--- a/hooks.yaml\n+++ b/hooks.yaml\n@@ -1 +1 @@\n-a\n+b\nE',
])('%s is refused: the rules would be others', async (command) => {
  expect(await bash(command)).toBe(refused)
})

test.each([
  'git checkout loose',
  'git switch loose',
  'git switch -d loose',
  'git checkout -f loose',
  'git reset --hard loose',
  'git merge loose',
  'git rebase loose',
  'git cherry-pick loose',
  'git revert main && git checkout loose',
  'git checkout feature && git checkout loose',
  'cd src && git checkout loose',
  'git -C src switch loose',
])('%s goes: an open session keeps its rules', async (command) => {
  expect(await bash(command)).toBe('allow all')
})

test.each([
  'git stash',
  'git stash push',
  'git checkout .',
  'git restore .',
  'git reset --hard',
  'git checkout -f main',
])('%s is refused when it takes back what the user changed in the rules', async (command) => {
  put('hooks.yaml', 'version: 1\n')
  expect(await bash(command)).toBe(refused)
  put('rules/team.yaml', '')
  expect(await bash('git checkout -- rules')).toBe(refused)
  expect(await bash('git checkout -- src')).toBe('allow all')
})

test('git stash -u and git clean are refused when they take untracked settings away', async () => {
  put('.claude/settings.local.json.tmp', '')
  expect(await bash('git clean -fd')).toBe('allow all')
  put('.claude/settings.tmp.json', '')
  expect(await bash('git clean -fd')).toBe(refused)
  expect(await bash('git clean -fd src')).toBe('allow all')
  expect(await bash('git stash -u')).toBe(refused)
  rmSync(path.join(shop.root, '.claude/settings.tmp.json'))
  rmSync(path.join(shop.root, '.claude/settings.local.json.tmp'))
})
