// Git's state as it flows through a call, played in a real repository.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createShop } from './git-world.ts'

const { git, judge, open, root, write } = createShop()

describe('branch', () => {
  test('is the one that a command finds', () =>
    judge({ command: 'git commit', branch: 'main' }, [
      ['git commit -m x', 'deny'],
      ['git switch -c cart && git commit -m x', 'proceed'],
      ['git switch topic && git commit -m x', 'proceed'],
      ['git checkout topic && git commit -m x', 'proceed'],
      ['git checkout -b cart; git commit -m x', 'proceed'],
      ['git checkout -B cart main\ngit commit -m x', 'proceed'],
      ['git checkout --orphan pages && git commit -m x', 'proceed'],
      ['git checkout topic && git checkout main && git commit -m x', 'deny'],
      ['git checkout topic && git checkout - && git commit -m x', 'deny'],
      ['git checkout topic && git commit -m x && git checkout main', 'proceed'],
      ['git checkout v1.0.0 && git commit -m x', 'proceed'],
      ['git checkout HEAD~0 && git commit -m x', 'proceed'],
      ['git checkout --detach && git commit -m x', 'proceed'],
      ['git checkout origin/main && git commit -m x', 'proceed'],
      ['git checkout -t origin/fix && git commit -m x', 'proceed'],
      ['git checkout fix && git commit -m x', 'proceed'],
      ['git checkout cart.ts && git commit -m x', 'deny'],
      ['git checkout -- src && git commit -m x', 'deny'],
      ['git checkout topic -- cart.ts && git commit -m x', 'deny'],
      ['git branch -m trunk && git commit -m x', 'proceed'],
      ['git branch -m main trunk && git commit -m x', 'proceed'],
      ['git branch -m topic main2 && git commit -m x', 'deny'],
      ['git branch cart && git commit -m x', 'deny'],
      ['git symbolic-ref HEAD refs/heads/pages && git commit -m x', 'proceed'],
      ['git stash branch saved && git commit -m x', 'proceed'],
      ['gh pr checkout 12 && git commit -m x', 'proceed'],
      ['gh pr checkout 12 -b fix && git commit -m x', 'proceed'],
      ['git worktree add ../new -b cart && cd ../new && git commit -m x', 'proceed'],
      ['git worktree add ../new && git -C ../new commit -m x', 'proceed'],
      ['git worktree add ../new -b cart && git commit -m x', 'deny'],
      ['cd ../wt && git commit -m x', 'proceed'],
      ['cd ../other && git commit -m x', 'proceed'],
      ['git -C ../other commit -m x', 'proceed'],
      ['cd ../wt && git -C ../shop commit -m x', 'deny'],
      ['cd src && git -C .. commit -m x', 'deny'],
      ['git -C ../wt switch topic && git commit -m x', 'deny'],
      ['(git switch topic) && git commit -m x', 'proceed'],
      ['(cd ../wt && git switch main2); git commit -m x', 'deny'],
      ['git -C ../wt --git-dir ../shop/.git commit -m x', 'deny'],
      ['git --git-dir=../other/.git commit -m x', 'proceed'],
      ['git --git-dir=../other/.git --work-tree=../other commit -m x', 'proceed'],
      ['GIT_DIR=../other/.git git commit -m x', 'proceed'],
      ['GIT_DIR=../other/.git GIT_WORK_TREE=../other git commit -m x', 'proceed'],
      ['cd ../wt && GIT_DIR=../shop/.git GIT_WORK_TREE=../shop git commit -m x', 'deny'],
      ['cd ../wt && export GIT_DIR=$OLDPWD/.git && git commit -m x', 'deny'],
      ['GIT_DIR=.git git commit -m x', 'deny'],
      ['GIT_DIR="$D" git commit -m x', 'ask'],
      ['git --git-dir=../shop.git commit -m x', 'ask'],
      ['GIT_DIR=../other/.git make', 'proceed'],
      ['bash -c "git switch topic" && git commit -m x', 'proceed'],
      ['git switch topic | cat; git commit -m x', 'proceed'],
      ['git switch topic || git switch -c topic; git commit -m x', 'proceed'],
      ['git switch topic || git commit -m x', 'deny'],
      ['if test -f a; then git switch topic; fi; git commit -m x', 'ask'],
      ['test -f a || git switch topic; git commit -m x', 'ask'],
      ['git switch "$X" && git commit -m x', 'ask'],
      ['git switch -c "$X" && git commit -m x', 'ask'],
      ['for b in a b; do git switch -c $b; git commit -m x; done', 'proceed'],
      ['git init -q -b trunk ../fresh && cd ../fresh && git commit -m x', 'proceed'],
      ['git clone https://git.shop.example/a.git ../a && cd ../a && git commit -m x', 'ask'],
      ['git clone -b dev https://git.shop.example/a.git ../a && cd ../a && git commit -m x', 'proceed'],
      ['cd "$X" && git commit -m x', 'ask'],
    ]))

  test('of a redirect without a command', () =>
    judge({ writes: 'src/**', branch: 'topic' }, [
      ['> src/a.ts', 'proceed'],
      ['git switch topic && > src/a.ts', 'deny'],
      ['git switch topic; x=1 >> src/a.ts', 'deny'],
      ['git switch topic; echo x; (> src/a.ts)', 'deny'],
      ['> src/a.ts; git switch topic', 'proceed'],
      ['git switch topic && < src/a.ts', 'proceed'],
      ['git switch "$X" && > src/a.ts', 'ask'],
    ]))

  test('is printed as it is then', () =>
    judge({ command: 'git push origin topic' }, [
      ['git switch topic && git push origin $(git branch --show-current)', 'deny'],
      ['git push origin $(git branch --show-current)', 'proceed'],
    ]))
})

describe('in', () => {
  test('asks where a command runs', () =>
    judge({ command: ['git', 'npm', 'make'], in: 'src' }, [
      ['cd src && git status', 'deny'],
      ['cd src/lib && npm test', 'deny'],
      ['git -C src status', 'deny'],
      ['npm --prefix src test', 'deny'],
      ['make -C src all', 'deny'],
      ['git status', 'proceed'],
      ['(cd src && ls); git status', 'proceed'],
      ['cd src && cd .. && git status', 'proceed'],
      ['pushd src; popd; git status', 'proceed'],
      ['cd "$X" && git status', 'ask'],
      ['ls src', 'proceed'],
    ]))
})

test('a redirect without a command writes where it stands', () =>
  judge({ writes: '*.ts', in: 'src' }, [
    ['> a.ts', 'proceed'],
    ['cd src && > a.ts', 'deny'],
    ['cd src; cd ..; > a.ts', 'proceed'],
  ]))

describe('git', () => {
  test('asks for changes', async () => {
    const discards = { command: ['git checkout', 'git restore', 'git reset --hard'], git: { dirty: true } }
    await judge(discards, [
      ['git checkout src', 'proceed'],
      ['git reset --hard', 'proceed'],
      ['echo x > cart.ts && git checkout cart.ts', 'ask'],
      ['git diff cart.ts > /tmp/cart.patch && git restore cart.ts', 'proceed'],
      ['rm -r .. ; git restore cart.ts', 'ask'],
    ])
    write('src/app.ts', 'const app = 2\n')
    await judge(discards, [
      ['git checkout src', 'deny'],
      ['git checkout -- src/app.ts', 'deny'],
      ['git restore src/app.ts', 'deny'],
      ['git checkout cart.ts', 'proceed'],
      ['git reset --hard', 'deny'],
      ['git -C src checkout app.ts', 'deny'],
      ['git -C ../wt reset --hard', 'proceed'],
    ])
    await judge({ command: 'git worktree remove', git: { dirty: true } }, [
      ['git worktree remove ../wt', 'proceed'],
      ['git worktree remove ../dirty', 'deny'],
      ['git -C ../wt worktree remove ../dirty', 'deny'],
    ])
    git('checkout', '-q', '--', '.')
  })

  test('asks for commits and operations', async () => {
    await judge({ command: 'git push', git: { worktree: true } }, [
      ['git push', 'proceed'],
      ['cd ../wt && git push', 'deny'],
      ['git worktree add ../new && cd ../new && git push', 'deny'],
    ])
    await judge({ command: 'git commit --amend', git: { pushed: true } }, [
      ['git commit --amend', 'deny'],
      ['git commit -m x && git commit --amend', 'proceed'],
      ['git commit -m x && git push && git commit --amend', 'deny'],
      ['git switch topic && git commit --amend', 'ask'],
    ])
    writeFileSync(path.join(root, '.git/MERGE_HEAD'), '')
    await judge({ command: 'git commit', git: { operation: 'merge' } }, [
      ['git commit', 'deny'],
      ['git merge --abort && git commit', 'ask'],
      ['git -C ../wt commit', 'proceed'],
    ])
    rmSync(path.join(root, '.git/MERGE_HEAD'))
    git('config', 'branch.main.remote', 'origin')
    git('config', 'branch.main.merge', 'refs/heads/main')
    git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
    await judge({ command: 'git push', git: { ahead: true } }, [
      ['git push', 'proceed'],
      ['git commit -m x && git push', 'ask'],
    ])
    git('commit', '-q', '--allow-empty', '-m', 'more')
    await judge({ command: 'git push', git: { ahead: true, behind: false } }, [['git push', 'deny']])
    git('reset', '-q', '--hard', 'HEAD~1')
  })

  test('asks for what is staged', async () => {
    write('cart.ts', 'const cart = 2\n')
    await judge({ command: 'git commit', git: { staged: 'cart.ts' } }, [
      ['git commit -m x', 'proceed'],
      ['git add cart.ts && git commit -m x', 'deny'],
    ])
    git('add', 'cart.ts')
    await judge({ command: 'git commit', git: { staged: 'cart.ts' } }, [
      ['git commit -m x', 'deny'],
      ['git stash && git commit -m x', 'proceed'],
      ['git reset && git commit -m x', 'proceed'],
      ['git commit -m x && git commit -m y', 'deny'],
    ])
    git('reset', '-q', '--hard')
  })
})

test('without a command, the tree of the session is asked', async () => {
  const rules = [
    { name: 'b', match: { branch: 'main' }, continue: 'branch' },
    { name: 'd', match: { git: { dirty: true } }, continue: 'dirty' },
    { name: 'i', match: { in: '.' }, continue: 'in' },
  ]
  const engine = await open('AgentStop', rules)
  const reasonOf = async () => {
    const { flow_reason: reason } = await engine.dispatch({
      event: 'AgentStop',
      session_id: String(Math.random()),
    })
    return reason
  }
  expect(await reasonOf()).toContain('branch')
  const asked = vi.spyOn(process.getBuiltinModule('node:child_process'), 'spawnSync')
  const asksForNewFiles = () => asked.mock.calls.splice(0).some((call) => String(call).includes('ls-files'))
  expect(await reasonOf()).not.toContain('dirty')
  expect(asksForNewFiles()).toBe(true)
  write('cart.ts', 'const cart = 3\n')
  expect(await reasonOf()).toContain('dirty')
  expect(asksForNewFiles()).toBe(false) // what is changed is enough
  asked.mockRestore()
})
