// What a repository's configuration says of hosts, held to the facts of a push.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlace, type Place } from './plain/place.ts'

let place: Place
beforeAll(() => {
  place = openPlace()
})
afterAll(() => place.close())

const commands = ['git push', 'git push origin topic', 'git fetch --all', 'git pull backup']

function missingWith(config: string): readonly (readonly string[] | undefined)[] {
  writeFileSync(path.join(place.root, '.git', 'config'), config)
  return commands.map((command) => place.missingIn(place.call('Bash', { command })))
}

const remote = (url: string, name = 'origin'): string => `[remote "${name}"]\n\turl = ${url}\n`

describe('hosts of remotes', () => {
  test.each([
    ['none', ''],
    ['a user and a path', remote('git@shop.example:acme/shop.git')],
    ['a scheme', remote('https://shop.example/acme/shop.git')],
    ['a port, a user and a word', remote('ssh://git:key@Shop.Example:22/acme/shop')],
    ['two', remote('git@shop.example:a') + remote('https://backup.example/a', 'backup')],
    ['a path', remote('../orders') + remote('/srv/git/shop.git', 'backup')],
    ['notes and settings', `# ours\n[core]\n\tbare = false ; no\n${remote('git@shop.example:a')}`],
    ['quotes', remote('"git@shop.example:a"')],
    ['a section and its line in one', '[remote "origin"] url = git@shop.example:a\n'],
    ['a line that goes on', '[remote "origin"]\n\turl = git@shop\\\n.example:a\n'],
    ['a note behind it', remote('git@shop.example:a # ours')],
    ['capitals', '[Remote "origin"]\nURL=git@shop.example:a\nPushUrl = https://push.example/a\n'],
  ])('%s: is plain', (_, config) => {
    expect(missingWith(config)).toEqual(commands.map(() => []))
  })

  test.each([
    ['addresses that begin anew', `[url "ssh://x.example/"]\n\tinsteadOf = x:\n${remote('x:a')}`],
    ['a number', remote('http://0x7f.1/shop')],
    ['a number with a user', remote('git@127.1:shop')],
    ['a program', remote('ext::sh -c date')],
    ['an unknown scheme', remote('foo+bar://shop.example/a')],
    ['a sixth address', remote('ssh://[::1]/a')],
  ])('%s: is not', (_, config) => {
    expect(missingWith(config)).toEqual(commands.map(() => undefined))
  })

  test('of a tree whose repository is elsewhere: are not', () => {
    rmSync(path.join(place.root, '.git'), { recursive: true })
    writeFileSync(path.join(place.root, '.git'), 'gitdir: ../other/.git/worktrees/shop\n')
    expect(place.isPlain('git push')).toBe(false)
  })
})
