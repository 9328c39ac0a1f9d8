// What takes longer than a second says what it is doing, once, and to a person alone.
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { transcript, transcriptDir } from './past-sessions.ts'
import { openShop } from './shop.ts'

const rules = `hooks:
  PreToolUse:
    - { name: pushes, match: { command: git push -f }, deny: No., examples: { deny: [git push -f], proceed: [ls] } }
    - { name: deploys, match: { command: deploy }, deny: No., examples: { deny: [deploy], proceed: [ls] } }
`

/** Each look at the clock takes so long. */
function slowClock(ms: number): void {
  let now = 0
  const { bigint } = process.hrtime
  const next = (): [number, number] => [Math.floor((now += ms) / 1000), (now % 1000) * 1e6]
  Object.assign(vi.spyOn(process, 'hrtime').mockImplementation(next), { bigint })
}
afterEach(() => void vi.restoreAllMocks())

function shop() {
  const opened = openShop({ 'hooks.yaml': rules })
  const dir = path.join(opened.home, '.local/state/hooks', projectKey(opened.root), 'ledger')
  for (const day of ['2026-03-01', '2026-03-02']) opened.write(path.join(dir, `${day}.jsonl`), '{}\n')
  return opened
}

const stderrOf = async (argv: readonly string[], stderrIsTerminal: boolean): Promise<string> =>
  (await shop().hooks(argv, { stderrIsTerminal })).err

const compiling = 'compiling the rules …\n'
test.each([
  { argv: ['validate'], told: compiling },
  { argv: ['list'], told: compiling },
  { argv: ['test'], told: `${compiling}playing 4 cases …\n` },
  { argv: ['ledger', 'stats'], told: 'reading the ledger …\n' },
  { argv: ['ledger', 'export'], told: 'reading the ledger …\n' },
])('hooks $argv', async ({ argv, told }) => {
  slowClock(600)
  expect(await stderrOf(argv, true)).toContain(told)
  expect(await stderrOf(argv, false)).not.toContain('…')
  vi.restoreAllMocks()
  expect(await stderrOf(argv, true)).not.toContain('…')
})

test('hooks replay draws a bar, for a person alone', async () => {
  slowClock(200)
  const replayed = async (stderrIsTerminal: boolean): Promise<string> => {
    const { home, root, write, hooks } = openShop({ 'hooks.yaml': rules })
    const calls = Array.from({ length: 9 }, () => ({ command: 'git push' }))
    write(path.join(home, transcriptDir(root), 'one.jsonl'), transcript('one', calls, { root }))
    return (await hooks(['replay'], { stderrIsTerminal })).err
  }
  expect(await replayed(true)).toMatch(/\r█+░+ +\d+ %.*\r$/s)
  expect(await replayed(false)).toBe('')
})
