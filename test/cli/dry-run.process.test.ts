// `hooks run --dry-run` through the built command: nothing is started, nothing is written, the answer is the same.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeColdProject, type Project } from '../support/cli.ts'
import { partOf } from '../support/part.ts'
import { trustProject } from '../support/trust.ts'

const rules = `version: 1
hooks:
  SessionStart:
    - { name: hello, use: log, with: { file: started.log } }
  PreToolUse:
    - { name: no-force-push, match: { input: { command: '*git push*-f*' } }, deny: Push a branch. }
    - { name: calls, use: rate-limit, with: { max: 1 } }
    - { name: contents, use: ledger }
    - { name: trail, use: log, with: { file: trail.log } }
    - { name: once, once: session, context: Prices are in cents. }
    - { name: script, run: 'touch started' }
  PostToolUse:
    - { name: short, use: evict, with: { max_chars: 10, head: 1, tail: 1 } }
  AgentStop:
    - { name: save, use: checkpoint, with: { file: checkpoint.json } }
    - { name: loop, use: promise, with: { promise: DONE } }
`

/** Every file and directory, with what would change when it was written. */
function snapshot(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const stat = lstatSync(path.join(dir, name))
      const text = stat.isFile() ? readFileSync(path.join(dir, name), 'latin1') : ''
      return `${name} ${stat.ino} ${stat.mtimeMs} ${text}`
    })
    .toSorted()
}

const payloads: Readonly<Record<string, object>> = {
  start: { hook_event_name: 'SessionStart', source: 'startup' },
  denied: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push -f' } },
  call: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
  output: {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_response: { stdout: 'x'.repeat(500), stderr: '', interrupted: false, isImage: false },
  },
  stop: { hook_event_name: 'Stop', stop_hook_active: false },
}

const inputOf = (project: Project, name: string): string =>
  JSON.stringify({ session_id: 's', cwd: project.root, ...payloads[name] })

const names = Object.keys(payloads)
const ways = [['--agent', 'claude-code'], ['--json'], ['--explain']]
const files = { files: [import.meta.filename, 'src/run'] }
const cases = names.flatMap((name) => ways.map((way) => ({ name, way })))

describe('a dry run writes nothing', () => {
  test.each(partOf(cases, 3, files))('$name $way, the first of all (P14)', async ({ name, way }) => {
    const project = makeColdProject({ 'hooks.yaml': rules }, false)
    trustProject(project.root, project.env)
    const before = snapshot(project.dir)
    await project.hooks(['run', '--dry-run', ...way], { input: inputOf(project, name) })
    expect(snapshot(project.dir)).toEqual(before)
  })

  test.each(partOf(cases, 3, { ...files, from: 1 }))(
    '$name $way, after others and an edit',
    async ({ name, way }) => {
      const project = makeColdProject({ 'hooks.yaml': rules }, false)
      trustProject(project.root, project.env)
      await project.hooks(['run', '--agent', 'claude-code'], { input: inputOf(project, 'call') })
      project.write('hooks.yaml', `${rules}# edited\n`)
      const before = snapshot(project.dir)
      await project.hooks(['run', '--dry-run', ...way], { input: inputOf(project, name) })
      expect(snapshot(project.dir)).toEqual(before)
    },
  )
})

test('a dry run decides as the others do (P14)', async () => {
  const project = makeColdProject({ 'hooks.yaml': rules })
  const input = inputOf(project, 'denied')
  const dry = await project.hooks(['run', '--dry-run', '--json'], { input })
  const real = await project.hooks(['run', '--json'], { input })
  const said = ({ stdout }: { readonly stdout: string }) => {
    const { decision, reason } = JSON.parse(stdout) as Readonly<Record<string, unknown>>
    return { decision, reason }
  }
  expect(dry.exit).toBe(2)
  expect(said(dry)).toEqual(said(real))
})

test.each([
  ['init', '--dry-run'],
  ['install', 'claude-code', '--dry-run'],
])('hooks %s %s writes nothing either', async (...argv) => {
  const project = makeColdProject(argv[0] === 'init' ? {} : { 'hooks.yaml': rules }, false)
  const before = snapshot(project.dir)
  await project.hooks(argv)
  expect(snapshot(project.dir)).toEqual(before)
})
