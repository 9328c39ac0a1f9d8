// V8's code caches of the built command, made once: else each of some 600 new homes compiles every chunk again.
// Tests about the caches themselves start without them: makeColdProject.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    codeCache: string
  }
}

const packageDir = path.resolve(import.meta.dirname, '../..')
/** Below a home. */
export const codeDir = '.cache/hooks/code'

/** Rules and calls that need most chunks. */
const rules = `version: 1
extends: [recommended@1]
hooks:
  PreToolUse:
    - { name: expression, match: { when: 'tool_input.command == "deploy"' }, context: CI deploys. }
    - { name: calls, use: rate-limit, with: { max: 1000 } }
    - { name: contents, use: ledger }
    - { name: script, run: 'true' }
`
/** The first run compiles the plan, and keeps only the compiler's code. */
const commands = ['ls', 'ls', 'for x in a; do echo $x; done', 'deploy']

function warm(home: string): void {
  const root = path.join(home, 'shop')
  mkdirSync(path.join(root, '.git'), { recursive: true })
  writeFileSync(path.join(root, 'hooks.yaml'), rules)
  const hooks = (args: readonly string[], input = ''): void => {
    const env = { PATH: process.env['PATH'], HOME: home, CLAUDE_PROJECT_DIR: root }
    const argv = [path.join(packageDir, 'dist/bin.cjs'), ...args]
    execFileSync(process.execPath, argv, { cwd: root, env, input, stdio: ['pipe', 'ignore', 'ignore'] })
  }
  for (const command of commands) {
    const call = { session_id: 's', cwd: root, tool_name: 'Bash', tool_input: { command } }
    hooks(['run', '--agent', 'claude-code'], JSON.stringify({ ...call, hook_event_name: 'PreToolUse' }))
  }
  hooks(['validate'])
}

/** Before the tests of a project: makes the caches. */
export function setup(project: TestProject): () => void {
  const home = mkdtempSync(path.join(tmpdir(), 'hooks-code-'))
  warm(home)
  project.provide('codeCache', path.join(home, codeDir))
  return () => rmSync(home, { recursive: true, force: true })
}
