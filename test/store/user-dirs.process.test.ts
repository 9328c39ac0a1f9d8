// Whose rules and records hold where the environment names the user's directories.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: look, run: [touch, ran] }
    - { name: closed, match: deploy, deny: Deploys are closed. }
`

async function decide(
  project: Project,
  env: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'deploy',
    tool_input: {},
    cwd: project.root,
  }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
    env,
  })
  return stdout === '' ? {} : JSON.parse(stdout)
}

function putConfig(dir: string, text: string): void {
  mkdirSync(path.join(dir, 'hooks'), { recursive: true })
  writeFileSync(path.join(dir, 'hooks/hooks.yaml'), text)
}

const denied = { hookSpecificOutput: { permissionDecision: 'deny' } }

test("a user's layer that lies in the project needs trust, as the project's own does", async () => {
  const project = makeProject({}, false)
  for (const name of ['.config', '.home/.config']) putConfig(path.join(project.root, name), rules)
  const [config, home] = [path.join(project.root, '.config'), path.join(project.root, '.home')]
  expect(await decide(project, { XDG_CONFIG_HOME: config })).toMatchObject(denied)
  expect(await decide(project, { HOME: home })).toMatchObject(denied)
  expect(existsSync(path.join(project.root, 'ran'))).toBe(false)

  const outside = path.join(project.dir, 'own')
  putConfig(outside, rules)
  await decide(project, { XDG_CONFIG_HOME: outside })
  expect(existsSync(path.join(project.root, 'ran'))).toBe(true)
})

test('a plan that another configuration directory made is not taken for this one', async () => {
  const project = makeProject({}, false)
  const [one, other] = [path.join(project.dir, 'one'), path.join(project.dir, 'other')]
  putConfig(one, 'version: 1\n')
  putConfig(other, rules)
  expect(await decide(project, { XDG_CONFIG_HOME: one })).toEqual({})
  expect(await decide(project, { XDG_CONFIG_HOME: other })).toMatchObject(denied)
  expect(await decide(project, { XDG_CONFIG_HOME: one })).toEqual({})
})
