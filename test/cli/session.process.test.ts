// What a session did, kept in files between processes, through the built command.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - name: tested-commits
      match: { command: git commit, session: { wrote: 'src/**', since: npm test } }
      deny: '{{path}} is not tested. Run npm test.'
  AgentStop:
    - name: tests-before-done
      match: { session: { wrote: 'src/**', since: node check.js } }
      run: [node, check.js]
      exit: { '*': continue }
`

type Payload = Readonly<Record<string, unknown>>
const tool = (name: string, input: Payload): Payload => ({
  hook_event_name: 'PostToolUse',
  tool_name: name,
  tool_input: input,
  tool_response: {},
})
const wrote = tool('Write', { file_path: 'src/cart.ts', content: 'the content' })
const ran = (command: string): Payload => tool('Bash', { command })
const commit = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git commit -m x' },
}
const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' }
const stop = { hook_event_name: 'Stop', stop_hook_active: false }

function shop(check = 'process.exit(0)', text = rules): Project {
  return makeProject({ 'hooks.yaml': text, 'src/cart.ts': '', 'check.js': check })
}

/** Sends one payload after the other; what is answered to the last one. */
async function send(project: Project, payloads: readonly Payload[], more: readonly string[] = []) {
  let last: Pick<Finished, 'exit' | 'stdout' | 'stderr'> = { exit: 0, stdout: '', stderr: '' }
  for (const payload of payloads) {
    const input = JSON.stringify({ session_id: 's', cwd: project.root, ...payload })
    last = await project.hooks(['run', ...(more.length === 0 ? ['--agent', 'claude-code'] : more)], { input })
  }
  return last
}

const decided = (text: string): unknown =>
  text === '' ? undefined : (JSON.parse(text) as Payload)['decision']

function filesOf(dir: string): readonly string[] {
  return existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(path.join(dir, name)).isFile(),
      )
    : []
}

describe('a rule about the session', () => {
  test('denies until the command has succeeded', async () => {
    const project = shop()
    expect((await send(project, [prompt, commit])).exit).toBe(0)
    const denied = await send(project, [wrote, commit])
    expect(denied.exit).toBe(2)
    expect(denied.stderr).toContain('src/cart.ts is not tested')
    expect(denied.stderr).toContain('git commit -m x')
    expect((await send(project, [ran('npm test | tail'), commit])).exit).toBe(2)
    expect((await send(project, [ran('npm test'), commit])).exit).toBe(0)
  })

  test('is another one in another session', async () => {
    const project = shop()
    await send(project, [wrote])
    expect((await send(project, [{ ...commit, session_id: 't' }])).exit).toBe(0)
  })

  test('goes on while the rule’s own script fails, and not again once it has succeeded', async () => {
    const project = shop("process.exit(require('fs').existsSync('fixed') ? 0 : 1)")
    expect(decided((await send(project, [prompt, stop])).stdout)).toBeUndefined()
    expect(decided((await send(project, [wrote, stop])).stdout)).toBe('block')
    project.write('fixed', '')
    expect(decided((await send(project, [stop])).stdout)).toBeUndefined()
    const counted = await send(project, [prompt, stop], ['--json'])
    expect(JSON.parse(counted.stdout)).toMatchObject({ trace: [] })
  })

  test('knows across a compaction', async () => {
    const project = shop()
    await send(project, [wrote, { hook_event_name: 'SessionStart', source: 'compact' }])
    expect((await send(project, [commit])).exit).toBe(2)
  })

  test('counts what subagents did', async () => {
    const project = shop()
    await send(project, [{ ...wrote, agent_id: 'a1', agent_type: 'reviewer' }])
    expect((await send(project, [commit])).exit).toBe(2)
  })

  test('says which call matched', async () => {
    const project = shop()
    await send(project, [wrote, ran('ls')])
    const { stdout: out } = await send(project, [commit], ['--json'])
    const why =
      'it runs git commit -m x, Write wrote src/cart.ts (2 calls ago) and npm test has not succeeded in this session'
    expect(JSON.parse(out)).toMatchObject({ trace: [{ rule: 'tested-commits', why }] })
  })

  test('answers a dry run, which keeps nothing', async () => {
    const project = shop()
    await send(project, [wrote])
    await send(project, [ran('npm test')], ['--dry-run', '--json'])
    const { stdout: out } = await send(project, [commit], ['--dry-run', '--json'])
    expect(JSON.parse(out)).toMatchObject({ decision: 'deny' })
  })
})

describe('what is kept', () => {
  const historyOf = (project: Project): readonly string[] =>
    filesOf(project.dir).filter((name) => /history-\d+$/.test(name))

  test('is for the user alone, and no contents', async () => {
    const project = shop()
    await send(project, [prompt, wrote, ran('npm test')])
    const [file = ''] = historyOf(project)
    expect(statSync(path.join(project.dir, file)).mode & 0o777).toBe(0o600)
    const text = readFileSync(path.join(project.dir, file), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(3)
    expect(text).not.toContain('the content')
  })

  test('is nothing where no rule asks', async () => {
    const project = shop(
      '',
      'version: 1\nhooks:\n  PreToolUse:\n    - { name: a, match: { command: git push -f }, deny: No. }\n',
    )
    await send(project, [prompt, wrote, ran('npm test'), commit])
    expect(historyOf(project)).toEqual([])
  })

  test('is listed', async () => {
    const { stdout: out } = await shop().hooks(['list'])
    expect(out.match(/implicit\/session/g)).toHaveLength(2)
    expect(out).toContain('implicit: records events')
  })

  test('is told of as data', async () => {
    const { stdout: out } = await shop().hooks(['list', '--json'])
    const { events } = JSON.parse(out) as { readonly events: Readonly<Record<string, readonly object[]>> }
    expect(events['PostToolUse']?.[0]).toMatchObject({
      name: 'implicit/session',
      order: 0,
      handler: { kind: 'remember' },
    })
  })
})
