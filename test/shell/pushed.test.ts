import { expect, test } from 'vitest'
import { isPushed } from '../../src/shell/git/pushed.ts'

const own = '1'.repeat(40)
const other = '2'.repeat(40)

function state(files: Readonly<Record<string, string>>, dir = '/shop/src'): boolean | undefined {
  const names = Object.keys(files).map((name) => `/shop/${name}`)
  return isPushed(dir, {
    read: (path) => files[path.replace('/shop/', '')],
    kind: (path) =>
      names.includes(path) ? 'file' : names.some((name) => name.startsWith(`${path}/`)) ? 'dir' : undefined,
    list: (path) => [
      ...new Set(
        names
          .filter((name) => name.startsWith(`${path}/`))
          .map((name) => name.slice(path.length + 1).replace(/\/.*/, '/')),
      ),
    ],
  })
}

const head = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${own}\n` }
const madeHere = { '.git/logs/HEAD': `${other} ${own} Dana <d@x> 1 +0000\tcommit: Round prices\n` }
const settings = { '.git/config': '[remote "origin"]\n\turl = git@git.example.org:shop.git\n' }
const remote = (commit: string) => ({ '.git/refs/remotes/origin/main': `${commit}\n` })

test.each([
  ['a remote branch stands there', { ...head, ...madeHere, ...remote(own) }, true],
  ['it was made here since', { ...head, ...madeHere, ...remote(other) }, false],
  ['it was made here, and there is no remote', { ...head, ...madeHere }, false],
  ['it was checked out', { ...head, ...remote(other) }, undefined],
  [
    'a remote branch stood there',
    { ...head, ...madeHere, ...remote(other), '.git/logs/refs/remotes/origin/main': `${own} ${other} Dana` },
    true,
  ],
  [
    'its refs are packed',
    {
      '.git/HEAD': 'ref: refs/heads/main',
      '.git/packed-refs': `# pack-refs\n${own} refs/heads/main\n${own} refs/remotes/origin/main\n`,
    },
    true,
  ],
  ['no commit is there yet', { '.git/HEAD': 'ref: refs/heads/main', ...settings }, undefined],
  ['it was checked out, and a remote is known', { ...head, ...settings }, undefined],
  ['there is no remote', head, false],
  ['there is none in its settings', { ...head, '.git/config': '[core]\n\tbare = false\n' }, false],
  ['its settings are elsewhere', { ...head, '.git/config': '[include]\n\tpath = ../team\n' }, undefined],
  [
    'its branch has an address',
    { ...head, '.git/config': '[branch "main"]\n\tremote = a.example:b\n' },
    undefined,
  ],
  ['it is no repository', {}, undefined],
  ['what is called .git is none', { '.git/config': '' }, undefined],
  [
    'it is a worktree',
    {
      'src/.git': 'gitdir: /shop/.git/worktrees/src\n',
      '.git/worktrees/src/HEAD': 'ref: refs/heads/cart',
      '.git/refs/heads/cart': own,
      ...remote(own),
    },
    true,
  ],
] as const)('a commit: %s', (_, files, expected) => {
  expect(state(files)).toBe(expected)
})
