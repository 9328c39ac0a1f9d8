// A server's tool has one name for rules, whatever its agent calls it; the agent's own name meets, too.
import { describe, expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import { createEngine } from '../../src/index.ts'
import { context } from './world.ts'

type Files = Readonly<Record<string, string>>

interface Sent {
  readonly agent: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly native: string
  readonly name: string
  readonly files?: Files
}

const json = JSON.stringify
const copilot = (tool: string) => ({
  sessionId: 's',
  timestamp: 1,
  cwd: '/shop',
  toolName: tool,
  toolArgs: {},
})
const cursor = (hook_event_name: string, tool_name: string, more: object = {}) => ({
  hook_event_name,
  conversation_id: 'c',
  generation_id: 'g',
  workspace_roots: ['/shop'],
  tool_name,
  tool_input: '{}',
  ...more,
})
const opencode = (tool: string) => ({
  hook: 'tool.execute.before',
  input: { tool, sessionID: 's', callID: 'c' },
  output: { args: {} },
})
const cline = (name: string, input: object = {}) => ({
  clineVersion: '3',
  taskId: 't',
  hookName: 'tool_call',
  tool_call: { id: 'c', name, input },
})
const gemini = (tool_name: string, more: object = {}) => ({
  hook_event_name: 'BeforeTool',
  session_id: 's',
  timestamp: 'now',
  tool_name,
  tool_input: {},
  ...more,
})
const named = (tool_name: string) => ({ hook_event_name: 'PreToolUse', tool_name, tool_input: {} })

const sent: readonly Sent[] = [
  { agent: 'copilot-cli', payload: copilot('t-echo'), native: 't-echo', name: 'mcp__t__echo' },
  {
    agent: 'copilot-cli',
    payload: { hook_event_name: 'PermissionRequest', session_id: 's', tool_name: 't/echo', tool_input: {} },
    native: 't/echo',
    name: 'mcp__t__echo',
  },
  {
    agent: 'copilot-cli',
    payload: copilot('github-mcp-server-get_me'),
    native: 'github-mcp-server-get_me',
    name: 'mcp__github-mcp-server__get_me',
  },
  {
    agent: 'copilot-cli',
    payload: copilot('a-b-drop'),
    native: 'a-b-drop',
    name: 'mcp__a-b__drop',
    files: { '/home/dana/.copilot/mcp-config.json': json({ mcpServers: { a: {}, 'a-b': {} } }) },
  },
  {
    agent: 'copilot-cli', // a clone's file does not rename a person's server
    payload: copilot('neon-delete-project'),
    native: 'neon-delete-project',
    name: 'mcp__neon__delete-project',
    files: {
      '/home/dana/.copilot/mcp-config.json': json({ mcpServers: { neon: {} } }),
      '/shop/.mcp.json': json({ mcpServers: { 'neon-delete': {} } }),
    },
  },
  {
    agent: 'opencode',
    payload: opencode('my_db_delete_project'),
    native: 'my_db_delete_project',
    name: 'mcp__my_db__delete_project',
    files: { '/shop/opencode.jsonc': '{ // ours\n "mcp": { "my.db": { "url": "https://x" }, },\n}' },
  },
  { agent: 'cline', payload: cline('t__echo'), native: 't__echo', name: 'mcp__t__echo' },
  {
    agent: 'cline',
    payload: cline('use_mcp_tool', { server_name: 't', tool_name: 'echo', arguments: {} }),
    native: 'use_mcp_tool',
    name: 'mcp__t__echo',
  },
  { agent: 'cursor', payload: cursor('preToolUse', 'MCP:echo'), native: 'MCP:echo', name: 'mcp__?__echo' },
  {
    agent: 'cursor',
    payload: cursor('preToolUse', 'MCP:echo'),
    native: 'MCP:echo',
    name: 'mcp__t__echo',
    files: { '/shop/.cursor/mcp.json': json({ mcpServers: { t: {} } }) },
  },
  {
    agent: 'cursor',
    payload: cursor('beforeMCPExecution', 'echo', { mcp_server_name: 't' }),
    native: 'MCP:echo',
    name: 'mcp__t__echo',
  },
  { agent: 'gemini-cli', payload: gemini('mcp_t_echo'), native: 'mcp_t_echo', name: 'mcp__t__echo' },
  {
    agent: 'gemini-cli',
    payload: gemini('mcp_my_db_echo', { mcp_context: { server_name: 'my_db', tool_name: 'echo' } }),
    native: 'mcp_my_db_echo',
    name: 'mcp__my_db__echo',
  },
  { agent: 'droid', payload: named('t___echo'), native: 't___echo', name: 'mcp__t__echo' },
  { agent: 'kiro', payload: { ...named('@t/echo'), hook_event_name: 'preToolUse' }, native: '@t/echo', name: 'mcp__t__echo' },
  { agent: 'goose', payload: { event: 'PreToolUse', tool_name: 't__echo' }, native: 't__echo', name: 'mcp__t__echo' },
  {
    agent: 'vscode-local',
    payload: { hookEventName: 'PreToolUse', sessionId: 's', tool_name: 'mcp_t_echo', tool_input: {} },
    native: 'mcp_t_echo',
    name: 'mcp__t__echo',
  },
] // prettier-ignore

const decoded = ({ agent, payload, files = {} }: Pick<Sent, 'agent' | 'payload' | 'files'>) =>
  dialects
    .find(({ name }) => name === agent)
    ?.decode(payload, {
      ...context,
      env: { HOME: '/home/dana' },
      files: { ...context.files, read: (file) => files[file] },
    })

test.each(sent)('$agent: $native is $name', ({ native, name, ...call }) => {
  expect(decoded(call)).toMatchObject({ tool_name: name, native_tool: native })
})

test.each([
  ['copilot-cli', copilot('web_fetch'), 'web_fetch'],
  ['copilot-cli', copilot('bash'), 'bash'],
  ['opencode', opencode('my_own_tool'), 'my_own_tool'],
  ['cline', cline('run_commands'), 'run_commands'],
  ['goose', { event: 'PreToolUse', tool_name: 'developer__shell' }, 'developer__shell'],
  ['codex', named('mcp__t__echo'), 'mcp__t__echo'],
  ['qwen-code', named('mcp__t__echo'), 'mcp__t__echo'],
])('%s: its own tools keep their names', (agent, payload, name) => {
  const event = decoded({ agent, payload })
  expect(event?.tool_name).toBe(name)
  expect(event).not.toHaveProperty('native_tool')
})

describe('every spelling of a rule meets the call', () => {
  const calls = sent.filter(({ files, name }) => files === undefined && name.endsWith('__echo'))
  test.each(calls)('$agent: $native', async ({ agent, payload, native, name }) => {
    const on = ['PreToolUse', 'PermissionRequest']
    const own = native.replace('@', '?') // a name with @ is a group
    for (const tool of ['@mcp', 'mcp__*', 'echo', own, name.replace('?', '*')]) {
      const deny = { name: 'guard', on, match: { tool }, deny: 'No.' }
      const engine = await createEngine({ config: { version: 1, rules: [deny] } })
      const { decision } = await engine.dispatch(payload, { dialect: agent })
      expect({ tool, decision }).toEqual({ tool, decision: 'deny' })
      await engine.close()
    }
    const but = { name: 'guard', on, match: { tool: ['@mcp', `!${own}`] }, deny: 'No.' }
    const engine = await createEngine({ config: { version: 1, rules: [but] } })
    expect((await engine.dispatch(payload, { dialect: agent })).decision).toBe('proceed')
    await engine.close()
  })
})

test.each([
  ['cursor', cursor('preToolUse', 'MCP:delete_project')],
  ['copilot-cli', copilot('neon-delete_project')],
  ['cline', cline('neon__delete_project')],
])('recommended holds what deletes a project of a server, called by %s', async (agent, payload) => {
  const engine = await createEngine({ config: { version: 1, extends: ['recommended'] } })
  expect(['ask', 'deny']).toContain((await engine.dispatch(payload, { dialect: agent })).decision)
  await engine.close()
})
