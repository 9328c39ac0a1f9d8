// `hooks validate` over texts that recommend what the rules deny.
import { describe, expect, test } from 'vitest'
import { openShop } from './shop.ts'

async function validated(
  rules: string,
  ...argv: string[]
): Promise<{ exit: number; out: string; err: string }> {
  const shop = openShop({ 'hooks.yaml': `version: 1\nhooks:\n  PreToolUse:\n${rules}` })
  return shop.hooks(['validate', ...argv])
}

const push = "    - { name: push, match: { command: git push }, deny: 'No. Use `gh pr create` instead.' }\n"

describe('advice that the rules deny', () => {
  test('of the very same rule is an error, shown where it stands', async () => {
    const { exit, out } = await validated(
      "    - name: push\n      match: { command: git push }\n      deny: 'Nobody pushes by hand. Use `git push origin HEAD` instead.'\n",
    )
    expect(exit).toBe(1)
    expect(out)
      .toBe(`hooks.yaml:6:42: the text tells the model to run "git push origin HEAD", and this very rule denies it [advice-denied]
  |
6 |       deny: 'Nobody pushes by hand. Use \`git push origin HEAD\` instead.'
  |                                          ^^^^^^^^^^^^^^^^^^^^
  = hint: recommend something else, or leave it out of the match: '!git push origin HEAD'

1 error in hooks.yaml · 0 of 1 rules are fine
`)
  })

  test('of another rule is a warning that names it', async () => {
    const rules = `${push}    - { name: pr, match: { command: gh pr create }, deny: Open it by hand. }\n`
    const { exit, out } = await validated(rules)
    expect(exit).toBe(0)
    expect(out).toContain(
      'hooks.yaml:4:67: warning: the text tells the model to run "gh pr create", and rule "pr" denies it',
    )
    expect(out).toMatch(/"pr" is defined.*hooks\.yaml:5/)
    expect((await validated(rules, '--strict')).exit).toBe(1)
  })

  test.each([
    ['passes', push],
    ['is asked about', `${push}    - { name: pr, match: { command: gh pr create }, ask: Sure? }\n`],
    ['is named only', "    - { name: push, match: { command: git push }, deny: '`git push` is over.' }\n"],
    [
      'is a case that the match leaves out',
      "    - { name: push, match: { command: [git push --force, '!git push --force origin tmp'] }, deny: 'Run `git push --force origin tmp`.' }\n",
    ],
    [
      'stands in a rule that is off',
      "    - { name: push, enabled: false, match: { command: git push }, deny: 'Use `git push` instead.' }\n",
    ],
  ])('is none when the command %s', async (_, rules) => {
    const { exit, out } = await validated(rules, '--strict')
    expect(out).toMatch(/^✓/)
    expect(exit).toBe(0)
  })
})
