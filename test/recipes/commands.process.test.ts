// Commands in the text of a recipe.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandRunner } from '../../src/recipes/template-commands.ts'
import type { SpawnRequest, SpawnResult } from '../../src/model/types.ts'
import { makeProject } from '../support/cli.ts'
import { ask, recipe as made } from './world.ts'

const recipe = (body: string, head = 'allow_commands: true') =>
  `---\noutput: text\n${head}\narguments: { file: { default: orders.ts } }\n---\n${body}\n`

async function run(body: string, args: readonly string[] = [], head?: string) {
  const project = makeProject({
    'recipes/look.md': recipe(body, head),
    two: '#!/bin/sh\necho one; echo two; echo\n',
    fails: '#!/bin/sh\necho half; echo no >&2; exit 3\n',
    moans: '#!/bin/sh\necho no >&2; exit 3\n',
    leaves: '#!/bin/sh\ntouch started\n',
  })
  const ran = await project.hooks(['recipe', 'run', 'look', '--runner', 'cat', ...args])
  return { ...ran, project }
}

describe('what a command prints stands in its place (K37)', () => {
  test.each([
    ['as Kodelet writes it', '[{{bash "echo" "main"}}]', '[main]\n'],
    ['as a tag', '[{% bash "echo" "main" %}]', '[main]\n'],
    ['with an argument of the recipe', '{{ bash "echo" file }}', 'orders.ts\n'],
    [
      'in a condition',
      '{% if file == "x" %}{{bash "false"}}{% else %}{{bash "echo" "else"}}{% endif %}',
      'else\n',
    ],
    [
      'fed into another',
      '{% capture at %}{{bash "echo" "here"}}{% endcapture %}{{bash "echo" at}}',
      'here\n',
    ],
    ['without the line breaks at its end', '[{{bash "./two"}}]', '[one\ntwo]\n'],
    ['also when it fails', '[{{bash "./fails"}}]', '[half]\n'],
    ['its complaint when it prints nothing else', '[{{bash "./moans"}}]', '[no]\n'],
    ['without a shell', '{{bash "echo" \'$HOME; ls\'}}', '$HOME; ls\n'],
    ['nothing of a program that is not there', '[{{bash "no-such-program"}}]', '[]\n'],
  ])('%s', async (_, body, printed) => {
    expect((await run(body)).stdout).toBe(printed)
  })

  test('inside of it HOOKS_DEPTH is above 0', async () => {
    expect((await run(`{{bash "sh" "-c" 'echo $HOOKS_DEPTH $HOOKS_RECIPE'}}`)).stdout).toBe('1 look\n')
  })

  test('an argument does not become an option', async () => {
    const { stderr, exit } = await run('{{bash "echo" file}}', ['--arg', 'file=--version'])
    expect([exit, stderr]).toEqual([1, expect.stringContaining('"file" would become an option of echo')])
  })
})

test.each(['', 'allow_commands: false'])('without leave nothing runs (K37): "%s"', async (head) => {
  const { stderr, project } = await run('{{bash "./leaves"}}', [], head)
  expect(stderr).toMatch(/its text runs commands, which needs "allow_commands: true"/)
  expect(existsSync(path.join(project.root, 'started'))).toBe(false)
})

test.each([['run', 'look', '--prompt'], ['list'], ['show', 'look']])(
  'recipe %s %s %s starts nothing (K39)',
  async (...args) => {
    const { project } = await run('x')
    project.write('recipes/look.md', recipe('{{bash "./leaves"}}'))
    const { exit, stdout } = await project.hooks(['recipe', ...args.filter((arg) => arg !== undefined)])
    expect(exit).toBe(0)
    if (args.includes('--prompt')) expect(stdout).toBe('[not run: ./leaves]\n')
    expect(existsSync(path.join(project.root, 'started'))).toBe(false)
  },
)

test('a dry run starts nothing (K37)', async () => {
  const { project } = await run('x')
  project.write('recipes/look.md', recipe('{{bash "./leaves"}}'))
  project.write('hooks.yaml', 'hooks: { AgentStop: [{ name: l, recipe: look }] }\n')
  const { stdout } = await project.hooks(['run', '--json', '--dry-run', '-'], {
    input: '{"event":"AgentStop"}',
  })
  expect(JSON.parse(stdout)).toMatchObject({ callback: { status: 'pending', prompt: '[not run: ./leaves]' } })
  expect(existsSync(path.join(project.root, 'started'))).toBe(false)
})

test('what the runner may use is told to it (K36)', async () => {
  const head = 'allowed_commands: git log, ls\nallowed_tools: [Read]\nprofile: small'
  const project = makeProject({ 'recipes/look.md': recipe('x', head) })
  const line = 'echo "$HOOKS_ALLOWED_COMMANDS|$HOOKS_ALLOWED_TOOLS|$HOOKS_PROFILE"'
  expect((await project.hooks(['recipe', 'run', 'look', '--runner', line])).stdout).toBe(
    'git log,ls|Read|small\n',
  )
  const { stdout } = await project.hooks(['recipe', 'show', 'look'])
  expect(stdout).toMatch(/allowed commands +git log, ls\n +profile +small/)
})

describe('commands take no longer than somebody waits', () => {
  const look = made('---\noutput: text\nallow_commands: true\n---\n{{bash "git" "log"}}', 'look')

  test('than the rule that calls the recipe', async () => {
    const { started } = await ask({ recipe: look, rule: { timeout_ms: 700 } })
    expect(started.map(({ argv, timeout_ms }) => [argv, timeout_ms])).toEqual([
      [['git', 'log'], 700],
      [['llm'], 700],
    ])
  })

  const runner = (end: SpawnResult['end'], left: number) => {
    const started: SpawnRequest[] = []
    const spawn = (request: SpawnRequest) => {
      started.push(request)
      return Promise.resolve({ end, code: 0, stdout: 'half', stderr: '', ms: 1 })
    }
    const run = commandRunner(look, { root: '/shop' }, { spawn, env: {}, left_ms: () => left })
    return { run, started }
  }

  test('when nobody waits any more none is started', async () => {
    const { run, started } = runner('exit', 0)
    await expect(run(['git', 'log'])).rejects.toMatchObject({ code: 'timeout' })
    expect(started).toEqual([])
  })

  test('after an interrupt nothing goes on', async () => {
    await expect(runner('aborted', 1000).run(['git', 'log'])).rejects.toMatchObject({ code: 'aborted' })
  })
})
