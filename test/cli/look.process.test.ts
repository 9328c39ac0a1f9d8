import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { outcomeFrom } from '../../src/agents/native/outcome.ts'
import { makeProject } from '../support/cli.ts'

describe('hooks schema', () => {
  const project = makeProject()
  const schemaOf = async (...args: readonly string[]): Promise<object> =>
    JSON.parse((await project.hooks(['schema', ...args])).stdout) as object

  test('prints what hooks.yaml may hold (P9)', async () => {
    const { $schema, title } = (await schemaOf()) as Record<string, unknown>
    expect([$schema, title]).toEqual(['http://json-schema.org/draft-07/schema#', 'hooks.yaml'])
  })

  test('prints what a script reads at an event (A36)', async () => {
    const fits = new Ajv({ strict: false }).compile(await schemaOf('--payload', 'PreToolUse'))
    expect(fits({ event: 'PreToolUse', tool_name: 'sell', tool_input: {}, root: '/', prior: {} })).toBe(true)
    expect(fits({ event: 'PreToolUse', tool_input: {} })).toBe(false)
    expect(fits({ event: 'PostToolUse', tool_name: 'sell', tool_input: {} })).toBe(false)
  })

  test.each([
    {},
    { decision: 'deny', reason: 'closed' },
    { decision: 'nope' },
    { decison: 'deny' },
    { updated_input: null },
    { updated_system: { append: 'x' } },
    { updated_system: { appendix: 'x' } },
    { stops: [{ code: 'a', message: 'b', hard: true }] },
    { stops: [{ code: 'a' }] },
    { callback: { recipe: 'compact', args: {}, async: true } },
    { callback: {} },
    { follow_up_messages: ['x'], additional_context: [7] },
    { warnings: [{ code: 'a', message: 'b' }], tool_results: { a: 1 }, persist: true, clear: ['x'] },
    { replace_messages: [{ role: 'user', content: 'x' }], metadata: {}, next_prompt: 'x', forced: false },
    { flow: 'stop', hard: 'yes' },
  ])('prints what a script may answer, as replies are read: %j (A36)', async (reply) => {
    const fits = new Ajv({ strict: false }).compile(await schemaOf('--reply'))
    expect(fits(reply)).toBe(isRead(reply))
  })

  test.each([
    { args: ['--payload', 'after_turn'], says: 'use "PostModelCall"' },
    { args: ['--payload', 'PreTolUse'], says: 'use "PreToolUse"' },
    { args: ['--payload', 'x', '--reply'], says: 'one schema at a time' },
  ])('refuses $args', async ({ args, says }) => {
    const { exit, stderr } = await project.hooks(['schema', ...args])
    expect([exit, stderr]).toEqual([1, expect.stringContaining(says)])
  })
})

function isRead(reply: unknown): boolean {
  try {
    outcomeFrom(reply)
    return true
  } catch {
    return false
  }
}

describe('hooks skills', () => {
  const rules = (paths: string): string =>
    `version: 1\nhooks:\n  UserPromptSubmit:\n    - { name: skills, use: skills, with: { paths: ${paths} } }\n`
  const skill = (head: string): string => `---\n${head}\n---\nbody\n`

  test('names what rules know, with path and description (W36, W39)', async () => {
    const project = makeProject({
      'hooks.yaml': rules('[skills, skills]'),
      'skills/pdf/SKILL.md': skill('name: pdf\ndescription: Print invoices'),
      'skills/till/SKILL.md': 'Count the coins.',
    })
    const { stdout } = await project.hooks(['skills', '--json'])
    expect(JSON.parse(stdout)).toEqual([
      { name: 'pdf', description: 'Print invoices', path: 'skills/pdf/SKILL.md' },
      { name: 'till', description: '', path: 'skills/till/SKILL.md' },
    ])
    expect((await project.hooks(['skills'])).stdout).toMatch(/pdf +Print invoices +skills\/pdf\/SKILL.md/)
  })

  test('says how to name some, and that there are none', async () => {
    const project = makeProject({ 'hooks.yaml': 'version: 1\n' })
    expect((await project.hooks(['skills'])).stdout).toContain('no rule uses skills')
    project.write('hooks.yaml', rules('[nowhere]'))
    expect((await project.hooks(['skills'])).stdout).toContain('no SKILL.md')
  })
})

describe('hooks tokens', () => {
  const conversation = JSON.stringify([
    { role: 'user', content: 'abcdefgh' },
    { role: 'assistant', content: 'abcdefg' },
  ])
  const project = makeProject({ 'conversation.json': conversation, 'note.txt': 'a'.repeat(40) })

  test.each([
    { args: ['abcdefgh'], input: '', says: '2\n' },
    { args: ['note.txt'], input: '', says: '10\n' },
    { args: ['conversation.json'], input: '', says: '3\n' },
    { args: ['-'], input: 'abcdefghi', says: '2\n' },
    { args: [], input: conversation, says: '3\n' },
  ])('takes $args for $says (W50)', async ({ args, input, says }) => {
    expect(await project.hooks(['tokens', ...args], { input })).toMatchObject({ stdout: says, stderr: '' })
  })

  test('says when a word that looks like a file is none', async () => {
    expect(await project.hooks(['tokens', 'conversatoin.json'])).toMatchObject({
      exit: 0,
      stdout: '4\n',
      stderr: 'hooks: there is no file "conversatoin.json": counting the word itself\n',
    })
  })
})
