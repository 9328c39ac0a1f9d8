import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openShop } from './shop.ts'

const has = (program: string): boolean => spawnSync(program, ['-c', 'true']).status === 0
const shells = ['bash', 'zsh', 'fish']

async function scriptFor(shell: string): Promise<{ text: string; file: string; root: string }> {
  const { hooks, root } = openShop({ 'payload.json': '{}' })
  const { exit, out } = await hooks(['completion', shell])
  expect(exit).toBe(0)
  const file = path.join(root, `hooks.${shell}`)
  writeFileSync(file, out)
  return { text: out, file, root }
}

describe.each(shells)('%s', (shell) => {
  test('knows every verb of the help, and the values of options', async () => {
    const { text } = await scriptFor(shell)
    const { out: help } = await openShop().hooks(['--help'])
    const verbs = [...help.matchAll(/^ {2}([a-z]+) (?:[[<]| {2})/gm)].map(([, verb]) => verb ?? '')
    expect(verbs.length).toBeGreaterThan(8)
    for (const verb of verbs) expect(text).toContain(verb)
    expect(text).toMatch(/require-tests/)
    expect(text).toMatch(/pretty'? '?json'? '?junit/)
    expect(text).not.toContain('undefined')
  })

  test.skipIf(!has(shell))('loads it without a complaint', async () => {
    const { file } = await scriptFor(shell)
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe.skipIf(!has('bash'))('in bash', () => {
  test.each([
    { line: 'hooks val', gives: ['validate'] },
    { line: 'hooks --', gives: ['--version', '--no-color', '--help'] },
    { line: 'hooks test --req', gives: ['--require-tests'] },
    { line: 'hooks test --format j', gives: ['json', 'junit'] },
    { line: 'hooks validate --format s', gives: ['sarif'] },
    { line: 'hooks run --agent ', gives: ['claude-code'] },
    { line: 'hooks list --event Sub', gives: ['SubagentStart', 'SubagentStop'] },
    { line: 'hooks install ', gives: ['claude-code'] },
    { line: 'hooks recipe s', gives: ['show'] },
    { line: 'hooks completion ', gives: ['bash', 'zsh', 'fish'] },
    { line: 'hooks help va', gives: ['validate'] },
    { line: 'hooks run pay', gives: [] }, // readline completes files
    { line: 'hooks run --config hoo', gives: [] },
  ])('"$line" gives $gives', async ({ line, gives }) => {
    const { file } = await scriptFor('bash')
    const words = line.split(' ')
    const script = `source "$1"; COMP_WORDS=("\${@:2}"); COMP_CWORD=${words.length - 1}; _hooks; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', file, ...words], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.split('\n').filter((word) => word !== '')).toEqual(expect.arrayContaining(gives))
    if (gives.length === 0) expect(stdout.trim()).toBe('')
  })
})

test('another shell is refused', async () => {
  const { exit, err } = await openShop().hooks(['completion', 'tcsh'])
  expect(exit).toBe(1)
  expect(err).toContain('Allowed choices are bash, zsh, fish')
})
