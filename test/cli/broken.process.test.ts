// A file that cannot be compiled, and what holds meanwhile; through the built command.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeColdProject, type Project } from '../support/cli.ts'
import { partOf } from '../support/part.ts'

const deny = (tool: string): string => `hooks:
  PreToolUse:
    - { name: no-${tool}, match: ${tool}, deny: "${tool} is closed." }
`
const broken = 'hooks:\n  PreToolUse:\n    - { name: a, deny: [x }\n'
const user = path.join('..', '.config', 'hooks', 'hooks.yaml')

interface Verdict {
  readonly decision: string
  readonly reason?: string
  readonly warnings: readonly { readonly message: string }[]
}

async function decide(project: Project, tool: string, event = 'PreToolUse'): Promise<Verdict> {
  const { stdout } = await project.hooks(['run', '--json'], {
    input: JSON.stringify({ event, tool_name: tool, tool_input: {} }),
  })
  return JSON.parse(stdout) as Verdict
}

describe('a cache that is not whole', () => {
  const many = Array.from(
    { length: 40 },
    (_, at) => `    - { name: n${at}, match: tool_number_${at}, deny: "${at}" }`,
  )
  const rules = ['hooks:', '  PreToolUse:', ...many, ''].join('\n')

  const cuts = [
    ['index', 0.5],
    ['index', 0.99],
    ['rules', 0.5],
    ['rules', 0],
  ] as const
  test.each(partOf(cuts, 2, { files: [import.meta.filename, 'src/store/plan'] }))(
    'the %s cut to %d of its length: the rules are compiled again',
    async (kind, part) => {
      const project = makeColdProject({ 'hooks.yaml': rules })
      await decide(project, 'other')
      const plans = path.join(project.dir, '.cache', 'hooks', 'plans')
      for (const file of readdirSync(plans, { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith(`.${kind}`)) continue
        const bytes = readFileSync(path.join(plans, file))
        writeFileSync(path.join(plans, file), bytes.subarray(0, Math.floor((bytes.length * part) / 4) * 4))
      }
      expect(await decide(project, 'tool_number_39')).toMatchObject({ decision: 'deny', reason: '39' })
      expect(await decide(project, 'tool_number_3')).toMatchObject({ decision: 'deny', reason: '3' })
    },
  )
})

test('what is set aside is told of when the session starts', async () => {
  const project = makeColdProject({
    'hooks.yaml':
      'hooks:\n  PreToolUse:\n    - { name: policy, run: [./policy.py], on_error: deny, cooldown: 5m }\n',
  })
  expect(await decide(project, 'Bash')).toMatchObject({ decision: 'ask' })
  const { stdout } = await project.hooks(['run', '--json'], {
    input: JSON.stringify({ event: 'SessionStart', source: 'startup' }),
  })
  expect((JSON.parse(stdout) as Verdict).warnings.map(({ message }) => message).join()).toContain(
    'policy: set aside',
  )
})

test.each([
  [
    'an alias of what is broken',
    'hooks: { PreToolUse: [{ name: a, match: &m { command: [{ x: 1 }] }, deny: A }, { name: b, match: *m, deny: B }] }\n',
  ],
  [
    'a broken group',
    "groups: { mine: [Read, 5] }\nhooks: { PreToolUse: [{ name: only, match: { not: { tool: '@mine' } }, deny: B }] }\n",
  ],
])('%s makes no deny of everything', async (_, text) => {
  const project = makeColdProject({ 'hooks.yaml': text })
  expect(await decide(project, 'Other')).toMatchObject({ decision: 'ask' })
})

describe('a project whose file was never right', () => {
  test("keeps the user's own guards and asks about the rest", async () => {
    const project = makeColdProject({ [user]: deny('deploy'), 'hooks.yaml': broken })
    for (const _ of ['compiled', 'cached']) {
      expect(await decide(project, 'deploy')).toMatchObject({ decision: 'deny', reason: 'deploy is closed.' })
      const other = await decide(project, 'read')
      expect(other).toMatchObject({ decision: 'ask' })
      expect(other.reason).toContain('it could not check this call')
      expect(other.warnings.map(({ message }) => message).join()).toContain(
        'only the rules of other files are in force',
      )
    }
  })

  test("follows an edit of the user's file", async () => {
    const project = makeColdProject({ [user]: deny('deploy'), 'hooks.yaml': broken })
    await decide(project, 'deploy')
    project.write(user, deny('publish'))
    expect(await decide(project, 'publish')).toMatchObject({ decision: 'deny' })
    expect(await decide(project, 'deploy')).toMatchObject({ decision: 'ask' })
  })

  test('holds whole once it is mended, and stays whole when it breaks again', async () => {
    const project = makeColdProject({ [user]: deny('deploy'), 'hooks.yaml': broken })
    await decide(project, 'read')
    project.write('hooks.yaml', deny('publish'))
    expect(await decide(project, 'publish')).toMatchObject({ decision: 'deny' })
    project.write('hooks.yaml', broken)
    expect(await decide(project, 'publish')).toMatchObject({ decision: 'deny' })
    expect(await decide(project, 'read')).toMatchObject({ decision: 'proceed' })
  })

  test("lets the agent's own event pass without a quiet way around the question", async () => {
    const project = makeColdProject({ [user]: deny('deploy'), 'hooks.yaml': broken })
    await decide(project, 'read')
    const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
      input: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: {} }),
    })
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } })
  })
})
