// Runs that are killed leave nothing that stays.
import { spawn } from 'node:child_process'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, makeColdProject } from '../../support/cli.ts'
import { runs } from '../../support/seed.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: calls, use: rate-limit, with: { max: 1000 } }
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
`

const filesBelow = (dir: string): readonly string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))

const ROUNDS = runs(12, 60)

const temporary = /\.tmp$|\.bin\.\d+$/

test('temporary files of runs that were killed are removed when a session begins', async () => {
  const project = makeColdProject({ 'hooks.yaml': RULES })
  const dirs = ['.cache', '.local'].map((name) => path.join(project.dir, name))
  const input = (name: string): string =>
    JSON.stringify({
      hook_event_name: name,
      session_id: 's',
      cwd: project.root,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      source: 'startup',
    })
  await project.hooks(['run', '--agent', 'claude-code'], { input: input('PreToolUse') })
  const expected = new Set(dirs.flatMap(filesBelow).map(kindOf))
  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(path.join(project.root, 'hooks.yaml'), `${RULES}# ${round}\n`)
    for (const file of filesBelow(path.join(project.dir, '.cache'))) if (file.endsWith('.bin')) rmSync(file)
    await killed(project, input('PreToolUse'), 40 + round * (480 / ROUNDS))
  }
  // A kill between the two is rare.
  const [state = '', code = ''] = [dirs[1], dirs[0]].map((dir) =>
    path.dirname(filesBelow(dir ?? '')[0] ?? ''),
  )
  for (const dir of [state, code]) writeFileSync(path.join(dir, 'root.9.17.1.tmp'), '')
  writeFileSync(path.join(code, 'run-1.bin.9'), '')
  const all = (): readonly string[] => dirs.flatMap(filesBelow)
  for (const file of all().filter((each) => temporary.test(each))) utimesSync(file, 1, 1)
  await project.hooks(['run', '--agent', 'claude-code'], { input: input('SessionStart') })
  expect(all().filter((file) => temporary.test(file))).toEqual([])
  expect(
    all()
      .map(kindOf)
      .filter((kind) => !expected.has(kind) && kind !== 'pruned' && kind !== 'seen.json'),
  ).toEqual([])
})

/** A file's name without what differs between runs. */
function kindOf(file: string): string {
  if (path.basename(path.dirname(file)) === 'calls') return 'call'
  return path.basename(file).replaceAll(/[\da-f]{6,}|\d+|(?<=^)[a-z0-9]+-[a-z0-9]+-[a-z0-9]+(?=\.)/g, '#')
}

function killed(project: ReturnType<typeof makeColdProject>, input: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, 'run', '--agent', 'claude-code'], {
      cwd: project.root,
      env: { HOME: project.dir, PATH: process.env['PATH'] },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const timer = setTimeout(() => child.kill('SIGKILL'), ms)
    child.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
