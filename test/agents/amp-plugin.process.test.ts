// The plugin that `install` writes for Amp, loaded as Amp loads it: its answers are those of the rules.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { finish, makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: dry, match: { command: npm publish }, set_input: { cmd: npm publish --dry-run } }
  AgentStop:
    - { name: gate, continue: Run the tests. }
`

const AMP = `
const [file, name, event] = process.argv.slice(1)
const handlers = {}
const { default: plugin } = await import(file)
plugin({ on: (event, handler) => void (handlers[event] = handler) })
process.stdout.write(JSON.stringify((await handlers[name](JSON.parse(event), {})) ?? null))
`

async function answer(project: Project, name: string, event: object): Promise<unknown> {
  const file = path.join(project.dir, '.config/amp/plugins/hooks-yaml.js')
  writeFileSync(path.join(path.dirname(file), 'package.json'), '{ "type": "module" }')
  const argv = [
    process.execPath,
    '--input-type=module',
    '-e',
    AMP,
    pathToFileURL(file).href,
    name,
    JSON.stringify(event),
  ]
  const { stdout, stderr } = await finish(argv, { cwd: project.root, env: project.env })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const call = (cmd: string) => ({ thread: { id: 'T-1' }, toolUseID: cmd, tool: 'Bash', input: { cmd } })

test('answers as the rules do, and refuses calls when it cannot ask them', async () => {
  const project = makeProject({ 'hooks.yaml': rules })
  expect((await project.hooks(['install', 'amp', '--untested'])).exit).toBe(0)
  expect(await answer(project, 'tool.call', call('git push -f'))).toEqual({
    action: 'reject-and-continue',
    message: expect.stringContaining('Push a branch.'),
  })
  expect(await answer(project, 'tool.call', call('npm publish'))).toMatchObject({
    action: 'modify',
    input: { cmd: 'npm publish --dry-run' },
  })
  expect(await answer(project, 'tool.call', call('ls'))).toBe(null)
  expect(await answer(project, 'agent.end', { thread: { id: 'T-1' }, status: 'done' })).toEqual({
    action: 'continue',
    userMessage: expect.stringContaining('Run the tests.'),
  })
  const shim = path.join(project.dir, '.local/share/hooks/bin/hooks-agent')
  const text = readFileSync(shim, 'utf8')
  const refused = { action: 'reject-and-continue', message: expect.stringContaining('this call is refused') }
  writeFileSync(shim, text.replace(/^node=.*$/m, 'node=/gone/node'))
  expect(await answer(project, 'tool.call', call('ls'))).toBe(null) // another Node starts
  rmSync(shim)
  expect(await answer(project, 'tool.call', call('ls'))).toEqual(refused)
  writeFileSync(shim, 'exit 7\n')
  expect(await answer(project, 'tool.call', call('ls'))).toEqual({
    action: 'reject-and-continue',
    message: expect.stringContaining('hooks could not check this call, so it is refused: exit 7'),
  })
})
