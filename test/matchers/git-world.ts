// A shop in a real repository, with branches, tags, worktrees and a remote.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { atEnd } from '../support/end.ts'

type Engine = Awaited<ReturnType<typeof createEngine>>

interface Shop {
  readonly root: string
  git(...words: readonly string[]): Buffer
  write(name: string, text: string): void
  open(event: string, rules: readonly object[]): Promise<Engine>
  /** What a deny rule with this match says of a command: `deny`, `ask` where it is not known, or `proceed`. */
  judge(match: object, calls: readonly (readonly [string, string])[]): Promise<void>
}

const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example']
const gitIn = (dir: string, ...words: readonly string[]) =>
  execFileSync('git', ['-C', dir, ...who, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })

export function createShop(): Shop {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-git-')))
  const root = path.join(home, 'shop')
  const git = (...words: readonly string[]) => gitIn(root, ...words)
  const write = (name: string, text: string): void => {
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
  for (const name of ['topic', 'docs', 'lib/a']) git('branch', name)
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

  const engines: Engine[] = []
  const open: Shop['open'] = async (event, rules) => {
    const engine = await createEngine({ root, config: { version: 1, hooks: { [event]: rules } } as never })
    engines.push(engine)
    return engine
  }
  atEnd(async () => {
    await Promise.all(engines.map((each) => each.close()))
    rmSync(home, { recursive: true, force: true })
  })
  return {
    root,
    git,
    write,
    open,
    async judge(match, calls) {
      const engine = await open('PreToolUse', [{ name: 'r', match, deny: 'No.' }])
      const seen: (readonly [string, string])[] = []
      for (const [command] of calls) {
        const call = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
        seen.push([command, (await engine.dispatch(call)).decision])
      }
      expect(seen).toEqual(calls)
    },
  }
}
