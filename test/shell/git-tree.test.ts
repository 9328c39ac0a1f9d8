// What a command of git changes in the working tree is asked of git.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hooks-git-tree-')))
const git = (...words: readonly string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgSign=false', ...words],
    {
      cwd: root,
      stdio: 'pipe',
    },
  )
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}
const commit = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) write(name, text)
  git('add', '-A')
  git('commit', '-qm', 'change')
}

/** `offers` changes the prices, `docs` a page, and a stash the prices again. */
beforeAll(() => {
  git('init', '-q', '-b', 'main')
  commit({ 'prices/list.csv': 'tea,3', 'src/cart.ts': '', '.gitignore': 'local' })
  git('checkout', '-qb', 'offers')
  commit({ 'prices/list.csv': 'tea,2' })
  git('checkout', '-q', 'main')
  git('checkout', '-qb', 'docs')
  commit({ 'docs/page.md': 'x' })
  git('checkout', '-q', 'main')
  write('prices/list.csv', 'tea,1')
  git('stash', '-q')
  git('update-ref', 'refs/remotes/origin/summer', 'offers')
  git('config', 'core.fsmonitor', `touch ${root}/ran`)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function decide(command: string, match: object = { writes: ['prices/**'] }): Promise<string> {
  const config = {
    hooks: { PreToolUse: [{ name: 'prices', match, deny: 'Prices come from the supplier.' }] },
  }
  const engine = await createEngine({ root, config })
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, root, cwd: root } as const
  return (await engine.dispatch(event)).decision
}

describe('in a clean tree', () => {
  test.each([
    ['git checkout offers', 'deny'],
    ['git checkout -q -b mine offers', 'deny'],
    ['git checkout docs', 'proceed'],
    ['git checkout -b mine', 'proceed'],
    ['git checkout summer', 'deny'],
    ['git switch offers', 'deny'],
    ['git switch docs', 'proceed'],
    ['git switch -c mine', 'proceed'],
    ['cd src && git checkout offers', 'deny'],
    ['git checkout offers -- src', 'proceed'],
    ['cd prices && git checkout offers -- .', 'deny'],
    ['git restore --source=offers src', 'proceed'],
    ['git restore --source offers .', 'deny'],
    ['git reset --hard offers', 'deny'],
    ['git reset offers', 'proceed'],
    ['git merge offers', 'deny'],
    ['git merge docs', 'proceed'],
    ['git merge --abort', 'proceed'],
    ['git rebase offers', 'deny'],
    ['git rebase --continue', 'proceed'],
    ['git cherry-pick offers', 'deny'],
    ['git cherry-pick docs', 'proceed'],
    ['git cherry-pick main..offers', 'deny'],
    ['git revert offers', 'deny'],
    ['git stash pop', 'deny'],
    ['git stash apply 0', 'deny'],
    ['git stash list', 'proceed'],
    ['git stash', 'proceed'],
    ['git pull --all', 'proceed'],
    ['git fetch', 'proceed'],
    ['git checkout "$BRANCH"', 'ask'],
    ['git checkout nowhere', 'ask'], // git does not answer
  ])('%s: %s', async (command, decision) => {
    expect(await decide(command)).toBe(decision)
  })

  test('no rule asks git about paths elsewhere', async () => {
    expect(await decide('git checkout nowhere', { writes: ['/etc/**'] })).toBe('proceed')
  })

  test('files that are written by hand do not come from git', async () => {
    expect(await decide('git checkout offers', { by_hand: ['prices/**'] })).toBe('proceed')
  })
})

describe('with changes', () => {
  beforeAll(() => {
    write('prices/list.csv', 'tea,5 and more')
    write('prices/new.csv', '')
    write('local', '')
  })
  afterAll(() => {
    git('checkout', '-q', '.')
    git('clean', '-fdxq')
  })
  test.each([
    ['git stash', 'prices/list.csv', 'deny'],
    ['git stash push -m later', 'prices/list.csv', 'deny'],
    ['git stash', 'prices/new.csv', 'proceed'],
    ['git stash -u', 'prices/new.csv', 'deny'],
    ['git stash -u', 'local', 'proceed'],
    ['git stash push --all', 'local', 'deny'],
    ['git stash', 'src/**', 'proceed'],
    ['git stash push src', 'prices/list.csv', 'proceed'],
    ['git reset --hard', 'prices/list.csv', 'deny'],
    ['git checkout -f docs', 'prices/list.csv', 'deny'],
  ])('%s, %s: %s', async (command, pattern, decision) => {
    expect(await decide(command, { writes: [pattern] })).toBe(decision)
  })
})

test('git starts nothing that the repository asks for', async () => {
  git('status')
  expect(existsSync(path.join(root, 'ran'))).toBe(true)
  rmSync(path.join(root, 'ran'))
  expect(await decide('git reset --hard offers')).toBe('deny')
  expect(existsSync(path.join(root, 'ran'))).toBe(false)
})
