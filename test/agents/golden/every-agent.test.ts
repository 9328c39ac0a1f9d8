// What holds for every agent's payloads: one dialect is sure of each, and a rule holds whatever the shape of a call.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialects } from '../../../src/catalog.ts'
import { refusals } from '../../../src/build-data.ts'
import { createEngine } from '../../../src/index.ts'
import { lastResort } from '../../../src/run/last-resort.ts'
import { payloadsOf, type Payload } from './golden.ts'

const fixtures = path.join(import.meta.dirname, '../../fixtures')
const filesOf = (dir: string) =>
  readdirSync(path.join(fixtures, dir)).map(
    (file) => [file, JSON.parse(readFileSync(path.join(fixtures, dir, file), 'utf8')) as Payload] as const,
  )
const written = readdirSync(path.join(fixtures, 'agents')).map((file) => path.basename(file, '.json'))
const captured = ['claude', 'payloads/claude', 'payloads/claude-agent-sdk'].flatMap(filesOf)

/** Payloads whose sender is only likely, so that the settings entry decides: what they hold, others could send. */
const unsure = new Set(['goose SessionStart', 'goose Stop', 'amp delegate', 'devin SessionStart'])
const startedByAmp = { AGENT: 'amp', AMP_THREAD_ID: 'T-1' }
const sure = (payload: Payload, env = {}) =>
  dialects.filter((dialect) => dialect.recognizes(payload, env) === 2).map(({ name }) => name)

describe('exactly one dialect is sure of', () => {
  const all = written.flatMap((agent) =>
    Object.entries(payloadsOf(agent)).map(([name, payload]) => [agent, name, payload] as const),
  )
  test.each(all)('%s: %s', (agent, name, payload) => {
    const isSure = !unsure.has(`${agent} ${name}`)
    expect(sure(payload).filter((each) => each !== 'native')).toEqual(isSure ? [agent] : [])
    if (isSure) expect(sure(payload)).toEqual([agent])
  })

  test.each(all)('%s: %s, started by Amp', (agent, name, payload) => {
    expect(sure(payload, startedByAmp)).toEqual(sure(payload))
    expect(unsure.has(`${agent} ${name}`) || sure(payload).includes(agent)).toBe(true)
  })

  test.each(captured)('Claude Code: %s', (_file, payload) => {
    expect(sure(payload).filter((name) => name !== 'claude-code')).toEqual([])
  })
})

describe('a rule holds in every shape', () => {
  let engine: Awaited<ReturnType<typeof createEngine>>
  beforeAll(async () => {
    const config = {
      hooks: {
        PreToolUse: [
          { name: 'push', match: { command: 'git push --force' }, deny: 'No.' },
          { name: 'env', match: { writes: '.env' }, deny: 'No.' },
          { name: 'read', match: { reads: 'secrets/**' }, deny: 'No.' },
        ],
      },
    }
    engine = await createEngine({ root: import.meta.dirname, config })
  })
  afterAll(() => engine.close())

  const root = import.meta.dirname
  const push = 'git push --force'
  const env = `${root}/.env`
  const secret = `${root}/secrets/key`
  test.each<[string, string, object, object]>([
    ['cursor', 'Shell', { command: push }, { command: 'git push' }],
    ['cursor', 'Write', { file_path: env, contents: 'T=1' }, { file_path: `${root}/a`, contents: 'T=1' }],
    ['cursor', 'StrReplace', { path: env, old_string: 'a', new_string: 'b' }, { path: `${root}/a` }],
    ['cursor', 'EditNotebook', { target_notebook: env, new_string: 'b' }, { target_notebook: `${root}/a`, new_string: 'b' }],
    ['cursor', 'Delete', { path: env }, { path: `${root}/a` }],
    ['antigravity', 'run_command', { CommandLine: push, Cwd: root }, { CommandLine: 'git push' }],
    ['antigravity', 'write_to_file', { TargetFile: env, CodeContent: 'T=1' }, { TargetFile: `${root}/a`, CodeContent: '' }],
    ['antigravity', 'replace_file_content', { TargetFile: env, ReplacementContent: 'T' }, { TargetFile: `${root}/a` }],
    [
      'antigravity',
      'multi_replace_file_content',
      { TargetFile: env, ReplacementChunks: [{ TargetContent: 'a', ReplacementContent: 'b' }] },
      { TargetFile: `${root}/a`, ReplacementChunks: [] },
    ],
    ['antigravity', 'view_file', { AbsolutePath: secret }, { AbsolutePath: `${root}/a` }],
    ['antigravity', 'grep_search', { SearchPath: `${root}/secrets`, Query: 'key' }, { SearchPath: `${root}/src` }],
    ['antigravity', 'delete_file', { TargetFile: env }, { TargetFile: `${root}/a` }],
    ['grok-build', 'run_terminal_command', { command: push }, { command: 'git push' }],
    ['grok-build', 'monitor', { command: push }, { command: 'git push' }],
    ['grok-build', 'search_replace', { file_path: env, old_string: 'a', new_string: 'b' }, { file_path: `${root}/a` }],
    ['grok-build', 'read_file', { target_file: secret }, { target_file: `${root}/a` }],
    ['windsurf', 'run_command', { command_line: push, cwd: root }, { command_line: 'git push', cwd: root }],
    ['windsurf', 'write_code', { file_path: env, edits: [{ old_string: '', new_string: 'T' }] }, { file_path: `${root}/a` }],
    ['windsurf', 'read_code', { file_path: secret }, { file_path: `${root}/a` }],
    ['kiro', 'execute_bash', { command: push }, { command: 'git push' }],
    ['kiro', 'fs_write', { command: 'create', path: env, file_text: 'T' }, { command: 'create', path: 'a', file_text: 'T' }],
    ['kiro', 'fs_read', { operations: [{ mode: 'Line', path: secret }] }, { operations: [{ mode: 'Line', path: 'a' }] }],
    ['goose', 'developer__shell', { command: push }, { command: 'git push' }],
    ['goose', 'developer__edit', { path: env, before: 'a', after: 'b' }, { path: `${root}/a`, before: '', after: '' }],
    ['amp', 'Bash', { cmd: push, cwd: root }, { cmd: 'git push', cwd: root }],
    ['amp', 'create_file', { path: env, content: 'T' }, { path: `${root}/a`, content: 'T' }],
    ['amp', 'edit_file', { path: env, old_str: 'a', new_str: 'b' }, { path: `${root}/a`, old_str: '', new_str: 'b' }],
    ['vscode-local', 'run_in_terminal', { command: push, isBackground: false }, { command: 'git push' }],
    ['vscode-local', 'replace_string_in_file', { filePath: env, oldString: 'a', newString: 'b' }, { filePath: `${root}/a` }],
    ['vscode-local', 'create_file', { filePath: env, content: 'T' }, { filePath: `${root}/a`, content: 'T' }],
    ['vscode-local', 'create_and_run_task', { task: { command: 'git', args: ['push', '--force'] } }, { task: { command: 'git', args: ['push'] } }],
    ['opencode', 'batch', { tool_calls: [{ tool: 'bash', parameters: { command: push } }] }, { tool_calls: [{ tool: 'bash', parameters: { command: 'ls' } }] }],
    ['opencode', 'batch', { tool_calls: [{ parameters: { command: 'ls' } }, { parameters: { filePath: env, content: 'T' } }] }, { tool_calls: [] }],
    ['a server', 'mcp__ide__create_new_file_with_text', { pathInProject: '.env', text: 'T' }, { pathInProject: 'a', text: 'T' }],
    ['droid', 'Execute', { command: push }, { command: 'git push' }],
    ['droid', 'Create', { file_path: env, content: 'T' }, { file_path: `${root}/a`, content: 'T' }],
    ['devin', 'exec', { command: push, shell_id: 'main' }, { command: 'git push', shell_id: 'main' }],
    ['devin', 'notebook_edit', { notebook_path: env, new_source: 'T' }, { notebook_path: `${root}/a`, new_source: '' }],
    ['cline', 'run_commands', { commands: [push] }, { commands: ['git push'] }],
    ['cline', 'editor', { path: env, new_text: 'T' }, { path: `${root}/a`, new_text: 'T' }],
    ['gemini-cli', 'replace', { file_path: env, old_string: 'a', new_string: 'b' }, { file_path: `${root}/a` }],
    ['codex', 'apply_patch', { command: `*** Begin Patch\n*** Add File: ${env}\n+T\n*** End Patch` }, { command: `*** Begin Patch\n*** Add File: ${root}/a\n+T\n*** End Patch` }],
  ])('%s: %s %j', async (_agent, tool_name, held, passes) => {
    const judge = (tool_input: object) =>
      engine.dispatch({ event: 'PreToolUse', tool_name, tool_input, cwd: root })
    expect(await judge(held)).toMatchObject({ decision: 'deny' })
    expect(await judge(passes)).toMatchObject({ decision: 'proceed' })
  })
})

/** Of each agent, the name of an event before a call. */
const gates = {
  cursor: ['preToolUse', 'beforeShellExecution'],
  'grok-build': ['pre_tool_use'],
  windsurf: ['pre_run_command'],
  kiro: ['preToolUse'],
  goose: ['PreToolUse'],
  amp: ['tool.call'],
  antigravity: ['PreToolUse'],
}

describe('when nothing can be decided, a call is refused by', () => {
  test.each(Object.entries(gates).flatMap(([agent, names]) => names.map((name) => [agent, name] as const)))(
    '%s: %s',
    (agent, name) => {
      const payload = JSON.stringify(payloadsOf(agent)[name])
      const argv = ['run', '--agent', agent, '--event', name]
      const answer = lastResort({ argv, payload, problem: 'no memory' }, refusals())
      const said = `${answer.stdout}${answer.stderr}`
      expect(said).toContain('no memory')
      expect(answer.exit === 2 || said.includes('"decision":"deny"')).toBe(true)
    },
  )
})
