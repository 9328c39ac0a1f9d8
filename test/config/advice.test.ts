import { describe, expect, test } from 'vitest'
import { advisedCommands } from '../../src/config/compile/hints.ts'

const commands = (text: string): readonly string[] => advisedCommands(text).map(({ command }) => command)

describe('a text recommends', () => {
  test.each([
    ['Use `git push --force-with-lease`.', ['git push --force-with-lease']],
    ['No. Run `npm ci` instead.', ['npm ci']],
    ['No. Instead use: `npm ci`.', ['npm ci']],
    ['Rewrites history; `git revert` instead.', ['git revert']],
    ['Use `git stash` or `git commit`, then `git pull`.', ['git stash', 'git commit', 'git pull']],
    ['Pushing is over. Use gh pr create instead.', ['gh pr create']],
    ['`git push -f` is not allowed. Use `git push`.', ['git push']],
    ['Do not use `npm install`. Use `npm ci`.', ['npm ci']],
  ])('%s', (text, found) => {
    expect(commands(text)).toEqual(found)
  })
})

describe('a text only names', () => {
  test.each([
    '`git push --force` rewrites shared history.',
    'Do not use `git push -f`.',
    'Never run `rm -rf /`.',
    "Don't call `curl` here.",
    'Use a branch instead of `git push -f`.',
    'Use `orders.ts` for this.',
    'Use `{{command}}` at home.',
    'Use the `cart` module.',
    'Push a branch and open a pull request.',
    'Use git worktrees instead of a second checkout.',
    'We use git. `git push -f` is forbidden.',
    'Avoid using `git push -f`',
  ])('%s', (text) => {
    expect(commands(text)).toEqual([])
  })
})

test('says where the command stands', () => {
  const text = 'No. Use `npm ci` instead.'
  const [found] = advisedCommands(text)
  const [offset = 0, length = 0] = found?.within ?? []
  expect(text.slice(offset, offset + length)).toBe('npm ci')
})
