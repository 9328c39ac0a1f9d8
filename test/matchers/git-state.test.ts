// Git's state as it flows through a call, played in a real repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-git-state-')))
const root = path.join(home, 'shop')
const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example']
const gitIn = (dir: string, ...words: readonly string[]) =>
  execFileSync('git', ['-C', dir, ...who, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
const git = (...words: readonly string[]) => gitIn(root, ...words)
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

mkdirSync(root)
git('init', '-q', '-b', 'main')
write('cart.ts', 'const cart = 1\n')
write('src/app.ts', 'const app = 1\n')
write('.gitignore', '.env\n')
write('msg.txt', 'SHOP-3 round prices\n')
git('add', '.')
git('commit', '-q', '-m', 'open the shop')
git('branch', 'topic')
git('branch', 'docs')
git('branch', 'lib/a')
git('tag', 'v1.0.0')
git('remote', 'add', 'origin', 'https://git.shop.example/shop.git')
git('update-ref', 'refs/remotes/origin/main', 'HEAD')
git('update-ref', 'refs/remotes/origin/fix', 'HEAD')
git('config', 'branch.docs.remote', 'origin')
git('config', 'branch.docs.merge', 'refs/heads/main')
git('worktree', 'add', '-q', '../wt', '-b', 'wt-topic')
git('worktree', 'add', '-q', '../dirty', '-b', 'wt-dirty')
writeFileSync(path.join(home, 'dirty/new.ts'), 'new\n')
mkdirSync(path.join(home, 'other'))
gitIn(path.join(home, 'other'), 'init', '-q', '-b', 'other')

const engines: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(engines.map((each) => each.close()))
  rmSync(home, { recursive: true, force: true })
})

/** What a deny rule with this match says of a command: `deny`, `ask` where it is not known, or `proceed`. */
async function judge(match: object, calls: readonly (readonly [string, string])[]): Promise<void> {
  const rules = [{ name: 'r', match, deny: 'No.' }]
  const engine = await createEngine({ root, config: { version: 1, hooks: { PreToolUse: rules } } as never })
  engines.push(engine)
  const seen: (readonly [string, string])[] = []
  for (const [command] of calls) {
    const call = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
    seen.push([command, (await engine.dispatch(call)).decision])
  }
  expect(seen).toEqual(calls)
}

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

describe('pushes', () => {
  test('to a branch', () =>
    judge({ pushes: { to: 'main' } }, [
      ['git push', 'deny'],
      ['git push origin', 'deny'],
      ['git push origin main', 'deny'],
      ['git push origin HEAD', 'deny'],
      ['git push origin topic', 'proceed'],
      ['git push origin topic main', 'deny'],
      ['git push origin topic:main', 'deny'],
      ['git push origin HEAD:main', 'deny'],
      ['git push origin HEAD:refs/heads/main', 'deny'],
      ['git push origin HEAD:refs/for/main', 'proceed'],
      ['git push origin +main', 'deny'],
      ['git push origin :main', 'deny'],
      ['git push origin :', 'deny'],
      ['git push origin --delete main', 'deny'],
      ['git push -d origin topic', 'proceed'],
      ['git push --all', 'deny'],
      ['git push --mirror', 'deny'],
      ["git push origin 'refs/heads/*:refs/heads/*'", 'deny'],
      ["git push origin 'refs/heads/*:refs/heads/bot/*'", 'proceed'],
      ["git push origin 'refs/heads/lib/*'", 'proceed'],
      ['git push origin maintenance', 'proceed'],
      ['git push origin v1.0.0', 'proceed'],
      ['git push --tags', 'deny'],
      ['git push origin tag v1.0.0', 'proceed'],
      ['git push --dry-run origin main', 'proceed'],
      ['git push https://git.shop.example/shop.git main', 'deny'],
      ['git -C ../wt push', 'proceed'],
      ['git -C ../wt push origin HEAD:main', 'deny'],
      ['git switch topic && git push', 'proceed'],
      ['git switch docs && git push', 'proceed'],
      ['git switch docs && git -c push.default=upstream push', 'deny'],
      ['git config push.default upstream; git switch docs; git push', 'deny'],
      ['git switch -c x origin/main && git -c push.default=upstream push', 'deny'],
      ['git switch -c x && git branch -u origin/main && git -c push.default=upstream push', 'deny'],
      ['git switch -c x && git push -u origin x', 'proceed'],
      ['git config remote.origin.push refs/heads/topic:refs/heads/main && git push origin', 'deny'],
      ['git -c push.default=nothing push', 'proceed'],
      ['git -c push.default=matching push', 'deny'],
      ['git checkout --detach && git push origin HEAD:main', 'deny'],
      ['git push origin "$B"', 'ask'],
      ['git push origin "HEAD:$B"', 'ask'],
      ['gh pr merge 12 --squash', 'ask'],
      ['gh pr merge 12 --disable-auto', 'proceed'],
      ['if test -f a; then git switch topic; fi; git push', 'ask'],
      ['bash -c "git push origin main"', 'deny'],
      ['echo git push origin main', 'proceed'],
      ['git pull origin main', 'proceed'],
    ]))

  test('by force, to delete, or elsewhere', async () => {
    await judge({ pushes: { force: true } }, [
      ['git push -f', 'deny'],
      ['git push origin +topic', 'deny'],
      ['git push --mirror', 'deny'],
      ['git push --force-with-lease', 'proceed'],
      ['git push origin topic', 'proceed'],
    ])
    await judge({ pushes: { deletes: true, to: ['*', '!tmp/*'] } }, [
      ['git push origin :topic', 'deny'],
      ['git push origin --delete tmp/a', 'proceed'],
      ['git push origin topic', 'proceed'],
    ])
    await judge({ pushes: { remote: ['*', '!origin'] } }, [
      ['git push backup', 'deny'],
      ['git push', 'proceed'],
      ['git switch topic && git push https://git.shop.example/x.git', 'deny'],
      ['git config branch.topic.remote fork; git switch topic && git push', 'deny'],
      ['git push "$R"', 'ask'],
    ])
  })
})

describe('commits', () => {
  test('with a message', () =>
    judge({ commits: { message: ['*', String.raw`!/\bSHOP-\d+\b/`] } }, [
      ['git commit -m fix', 'deny'],
      ['git commit -m "SHOP-1 fix"', 'proceed'],
      ['git commit -m fix -m SHOP-2', 'proceed'],
      ['git commit -am fix', 'deny'],
      ['git commit -amSHOP-1', 'proceed'],
      ['git commit --message=fix', 'deny'],
      ['git commit -m fix --trailer "Ticket: SHOP-4"', 'proceed'],
      ['git commit SHOP-1.txt -m fix', 'deny'],
      ['git commit -m fix -- SHOP-1.txt', 'deny'],
      ["git commit -F - <<'EOF'\nfix cart\nEOF", 'deny'],
      ["git commit -F - <<'EOF'\nSHOP-7 fix cart\nEOF", 'proceed'],
      ['echo SHOP-8 fix | git commit -F -', 'proceed'],
      ['echo fix | git commit --file=-', 'deny'],
      ['git commit -F - <<< "SHOP-9 fix"', 'proceed'],
      ['git commit -F - < msg.txt', 'proceed'],
      ['git commit -F msg.txt', 'proceed'],
      ['echo fix > note.txt && git commit -F note.txt', 'deny'],
      ["cat > note.txt <<'EOF'\nSHOP-5 fix\nEOF\ngit commit -F note.txt", 'proceed'],
      ['git commit -F absent.txt', 'ask'],
      ['curl -o msg.txt https://shop.example/m && git commit -F msg.txt', 'ask'],
      ['git commit -m "$(cat <<\'EOF\'\nfix cart\nEOF\n)"', 'deny'],
      ['git commit -m "$(cat <<\'EOF\'\nSHOP-6 fix\nEOF\n)"', 'proceed'],
      ['git commit', 'ask'],
      ['git commit -v', 'ask'],
      ['git commit -m "$M"', 'ask'],
      ['git commit -m fix -e', 'ask'],
      ['git commit --amend --no-edit', 'ask'],
      ['git commit --amend -m fix', 'deny'],
      ['git commit --fixup HEAD', 'ask'],
      ['git commit -C HEAD', 'ask'],
      ['git commit --dry-run -m fix', 'proceed'],
      ['GIT_EDITOR="cp msg.txt" git commit', 'ask'],
      ['git merge topic -m fix', 'deny'],
      ['git merge topic', 'proceed'],
      ['git merge topic -m SHOP-1', 'proceed'],
      ['git log -m fix', 'proceed'],
      ['echo git commit -m fix', 'proceed'],
      ['cat > CHANGELOG.md <<\'EOF\'\n- git commit -m "fix"\nEOF\ngit commit -m "SHOP-9 log"', 'proceed'],
      ['git add . && git commit -m fix', 'deny'],
      ['bash -c "git commit -m fix"', 'deny'],
    ]))

  test('as it is made', async () => {
    await judge({ commits: { amend: true } }, [
      ['git commit --amend', 'deny'],
      ['git commit -m x', 'proceed'],
    ])
    await judge({ commits: { no_verify: true } }, [
      ['git commit -n -m x', 'deny'],
      ['git commit --no-verify', 'deny'],
      ['git commit -m "--no-verify"', 'proceed'],
    ])
  })

  test('of files', async () => {
    write('key.pem', 'key\n')
    write('src/app.ts', 'const app = 2\n')
    await judge({ commits: { files: '*.pem' } }, [
      ['git commit -m x', 'proceed'],
      ['git commit -am x', 'proceed'],
      ['git add . && git commit -m x', 'deny'],
      ['git add -A && git commit -m x', 'deny'],
      ['git add key.pem; git commit -m x', 'deny'],
      ['git add key.pem && git reset && git commit -m x', 'proceed'],
      ['git add src && git commit -m x', 'proceed'],
      ['git add src && git commit -m x && git add key.pem', 'proceed'],
      ['echo k > src/a.pem && git add src && git commit -m x', 'deny'],
      ['git commit -m x key.pem', 'deny'],
      ['git add key.pem && git commit -m x src/app.ts', 'proceed'],
      ['git add "$X" && git commit -m x', 'ask'],
    ])
    await judge({ commits: { files: 'src/**' } }, [
      ['git commit -m x', 'proceed'],
      ['git commit -am x', 'deny'],
      ['git add -u && git commit -m x', 'deny'],
      ['git commit -m x src', 'deny'],
      ['echo T=1 > .env && git add -A && git commit -m x', 'deny'],
    ])
    await judge({ commits: { files: '.env' } }, [
      ['echo T=1 > .env && git add -A && git commit -m x', 'proceed'],
      ['git add -f .env && git commit -m x', 'deny'],
    ])
    rmSync(path.join(root, 'key.pem'))
    git('checkout', '-q', '--', '.')
  })
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
  const engine = await createEngine({ root, config: { version: 1, hooks: { AgentStop: rules } } as never })
  engines.push(engine)
  const reasonOf = async () => {
    const { flow_reason: reason } = await engine.dispatch({
      event: 'AgentStop',
      session_id: String(Math.random()),
    })
    return reason
  }
  expect(await reasonOf()).toContain('branch')
  expect(await reasonOf()).not.toContain('dirty')
  write('cart.ts', 'const cart = 3\n')
  expect(await reasonOf()).toContain('dirty')
})
