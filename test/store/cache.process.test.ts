// What is kept for the next run: damaged, left behind by a run that died, and written by two builds on one machine.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bin, finish, makeColdProject, type Finished, type Project } from '../support/cli.ts'
import { partOf } from '../support/part.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: loops, match: { command: rm -rf /* }, deny: Not here. }
    - { name: expression, match: { when: 'tool_input.command == "deploy"' }, deny: Deploy by CI. }
`
const calls = ['git push -f', 'for x in a; do rm -rf /etc; done', 'deploy', 'ls']

/** The same event as an agent sends it. */
function call(project: Project, command: string, program = bin): Promise<Finished> {
  const payload = {
    session_id: 's',
    cwd: project.root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  }
  const env = { ...project.env, CLAUDE_PROJECT_DIR: project.root }
  const argv = [process.execPath, program, 'run', '--agent', 'claude-code']
  return finish(argv, { cwd: project.root, env }, { input: JSON.stringify(payload) })
}

async function exits(project: Project, program = bin): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (const command of calls) {
    const { exit, signal } = await call(project, command, program)
    all.push(signal ?? exit)
  }
  return all
}

const expected = [2, 2, 2, 0]

function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}

const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'a page of zeros': (bytes) => {
    const from = Math.floor(bytes.length / 3)
    return Buffer.from(bytes).fill(0, from, Math.min(from + 4096, bytes.length))
  },
  'cut in half': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  'flipped bytes': (bytes) => {
    const changed = Buffer.from(bytes)
    for (let at = 7; at < changed.length; at += 97) changed[at] = (changed[at] ?? 0) ^ 0x15
    return changed
  },
}

describe('a file that is damaged', () => {
  let kept: Project
  beforeAll(async () => {
    kept = makeColdProject({ 'hooks.yaml': rules })
    for (let run = 0; run < 3; run++) await exits(kept)
  })

  test('every run is answered from files that are kept', () => {
    const names = filesBelow(path.join(kept.dir, '.cache')).map((file) => path.basename(file))
    expect(names.filter((name) => /^(?:run|decide|parser|cel|agents)-/.test(name)).length).toBe(5)
    expect(names.filter((name) => name === 'head' || /\.(?:index|rules)$/.test(name)).length).toBe(5)
  })

  const kinds = Object.keys(damages)
  test.each(kinds)('%s: the next run denies what it must, and all is written anew', async (kind) => {
    const all = filesBelow(path.join(kept.dir, '.cache'))
    const some = { from: kinds.indexOf(kind), files: [import.meta.filename, 'src/bin.ts', 'src/store'] }
    for (const file of partOf(all, 3, some)) {
      let whole: Buffer
      try {
        whole = readFileSync(file)
      } catch {
        continue // removed with another file that was damaged
      }
      writeFileSync(file, damages[kind]?.(whole) ?? whole)
      expect({ file: path.basename(file), exits: await exits(kept) }).toEqual({
        file: path.basename(file),
        exits: expected,
      })
    }
    const before = filesBelow(path.join(kept.dir, '.cache')).map((file) => statSync(file).mtimeMs)
    await exits(kept)
    expect(filesBelow(path.join(kept.dir, '.cache')).map((file) => statSync(file).mtimeMs)).toEqual(before)
  })
})

test('damaged rules are compiled again for a replay and for explain, too', async () => {
  const project = makeColdProject({ 'hooks.yaml': rules })
  const payload = {
    session_id: 's',
    cwd: project.root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push -f' },
  }
  const asks: readonly (() => Promise<Finished>)[] = [
    () => project.hooks(['run', '--json', '-'], { input: JSON.stringify(payload) }),
    () => project.hooks(['explain', '--json', 'git push -f']),
  ]
  for (const ask of asks) {
    await call(project, 'git push -f')
    const file = filesBelow(path.join(project.dir, '.cache')).find((each) => each.endsWith('.rules')) ?? ''
    writeFileSync(file, damages['flipped bytes']?.(readFileSync(file)) ?? '')
    expect(JSON.parse((await ask()).stdout)).toMatchObject({ decision: 'deny' })
  }
})

test('two builds on one machine keep their files side by side', async () => {
  const project = makeColdProject({ 'hooks.yaml': rules })
  const other = path.join(project.dir, 'other')
  cpSync(path.dirname(bin), path.join(other, 'dist'), { recursive: true })
  const program = path.join(other, 'dist/bin.cjs')
  const text = readFileSync(program, 'utf8')
  writeFileSync(program, text.replace(/`[0-9a-f]{16}`/, '`0123456789abcdef`'))
  const cache = path.join(project.dir, '.cache')
  for (let run = 0; run < 2; run++)
    for (const each of [bin, program]) expect(await exits(project, each)).toEqual(expected)
  // The head is written once more when its sources have not changed for two seconds.
  const stamps = (): readonly unknown[] =>
    filesBelow(cache).flatMap((file) =>
      /\/head$|\.plan$/.test(file) ? [] : [[file, statSync(file).mtimeMs]],
    )
  const before = stamps()
  for (const each of [bin, program, bin]) expect(await exits(project, each)).toEqual(expected)
  expect(stamps()).toEqual(before)
  expect(readdirSync(path.join(cache, 'hooks/plans')).length).toBe(2)
})
