// One engine for fifty projects, through many calls: none hears of another, and neither memory nor descriptors grow.
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { encodeCall } from '../../src/serve/protocol.ts'
import { makeProject, type Project } from '../support/cli.ts'
import { isNightly } from '../support/seed.ts'
import { startEngine } from '../support/engine.ts'

const PROJECTS = 50
const CALLS = isNightly ? 100_000 : 3_000
const AT_ONCE = 8
const MAX_MB = 150

const rules = (at: number): string => `version: 1
extends: [recommended@1]
hooks:
  PreToolUse:
    - { name: own, match: { command: cat own${at} }, deny: Only in ${at}. }
`

/** What is asked in turn, and whether the answer is the project's. */
const asked: readonly { command: (at: number) => string; says: (at: number) => RegExp }[] = [
  { command: () => 'git status', says: () => /^$/ },
  { command: (at) => `cat own${at}`, says: (at) => new RegExp(`Only in ${at}\\.`) },
  { command: (at) => `cat own${(at + 1) % PROJECTS}`, says: () => /^$/ },
  { command: () => 'git push --force', says: () => /"permissionDecision":"(?:deny|ask)"/ },
  { command: () => 'cd src && grep -rn price . | head -20', says: () => /^$/ },
]

/** What it prints. */
function askAt(socket: string, { root, env }: Project, at: number, count: number): Promise<string> {
  const payload = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: `s${at}-${count % 7}`,
    tool_use_id: `toolu_${count}`,
    cwd: root,
    tool_name: 'Bash',
    tool_input: { command: asked[count % asked.length]?.command(at) },
  })
  const argv = ['run', '--agent', 'claude-code', '--event=PreToolUse', '--engine=ask']
  return new Promise((resolve, reject) => {
    let answer = ''
    const connection = connect(socket, () => {
      connection.write(encodeCall({ parent: process.pid, cwd: root, argv, env, payload }))
    })
    connection.setEncoding('utf8')
    connection.on('data', (text: string) => (answer += text))
    connection.on('error', reject)
    connection.on('close', () => resolve(answer.replace(/^\.*\d+ \d+[^\n]*\n/, '')))
  })
}

test('fifty projects in one engine', { tags: 'long' }, async () => {
  const projects = Array.from({ length: PROJECTS }, (_, at) =>
    makeProject({ 'hooks.yaml': rules(at), 'src/a.ts': '' }),
  )
  const [first] = projects
  if (first === undefined) throw new Error('no project')
  const { dir, process: engine } = await startEngine(first)
  const [name = ''] = readdirSync(dir).filter((each) => /^\w{16}$/.test(each))
  const held = () => ({
    mb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${engine.pid}/status`, 'utf8'))?.[1]) / 1024,
    descriptors: readdirSync(`/proc/${engine.pid}/fd`).length,
  })
  const wrong: unknown[] = []
  const run = async (from: number, to: number): Promise<void> => {
    const next = { count: from }
    const one = async (): Promise<void> => {
      while (next.count < to) {
        const count = next.count++
        const at = count % PROJECTS
        const project = projects[at]
        if (project === undefined) throw new Error('no project')
        const turn = Math.floor(count / PROJECTS)
        const answer = await askAt(path.join(dir, name), project, at, turn)
        if (!asked[turn % asked.length]?.says(at).test(answer)) wrong.push({ at, turn, answer })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
  }
  await run(0, CALLS / 2)
  const before = held()
  await run(CALLS / 2, CALLS)
  const after = held()
  expect(wrong.slice(0, 3)).toEqual([])
  expect(after.mb).toBeLessThan(MAX_MB)
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2)
})
