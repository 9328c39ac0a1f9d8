// Agents run the hooks in each other's settings: each is answered in its own form, as by its own command.
import { describe, expect, test } from 'vitest'
import { makeProject } from '../../support/cli.ts'
import { payloadsOf } from './golden.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push without force. }
`

/** The payload of a call that is refused, and what the answer has to begin with. */
const senders = [
  ['cursor', 'preToolUse', '{"permission":"deny",'],
  ['cursor', 'beforeShellExecution', '{"permission":"deny",'],
  ['antigravity', 'PreToolUse', '{"decision":"deny",'],
  ['grok-build', 'pre_tool_use', '{"decision":"deny",'],
  ['vscode-local', 'PreToolUse', '{"systemMessage":'],
  ['windsurf', 'pre_run_command', ''],
  ['kiro', 'preToolUse', ''],
  ['goose', 'PreToolUse', '{"decision":"block",'],
  ['amp', 'tool.call', '{"action":"reject-and-continue",'],
  ['droid', 'PreToolUse', '{"hookSpecificOutput":'],
  ['devin', 'PreToolUse', '{"decision":"block",'],
] as const
const callers = ['claude-code', 'codex', 'cursor'] as const

describe.each(senders)('%s, %s', (agent, name, begins) => {
  test('is answered alike whoever was to be called', async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    const answer = async (as: string, input: string) => {
      const { stdout, stderr, exit } = await project.hooks(
        ['run', '--agent', as, '--event', 'PreToolUse', '--root', project.root],
        { input },
      )
      const withoutId = (text: string) => text.replace(/hooks explain \w+/, 'hooks explain')
      return { stdout: withoutId(stdout), stderr: withoutId(stderr), exit }
    }
    // Cursor puts a byte order mark in front.
    const payload = `\uFEFF${JSON.stringify(payloadsOf(agent)[name])}`
    const own = await answer(agent, payload)
    expect(own.stdout.startsWith(begins)).toBe(true)
    expect(own.stdout + own.stderr).toContain('Push without force')
    for (const as of callers) expect(await answer(as, payload)).toEqual(own)
    const harmless = payload.replaceAll('git push --force', 'ls')
    const harmlessAnswer = await answer('claude-code', harmless)
    expect(harmlessAnswer.exit).toBe(0)
    expect(harmlessAnswer.stdout).not.toMatch(/deny|block|reject|allow/)
  })
})
