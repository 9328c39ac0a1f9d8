// What is caught of programs that nothing knows by name: each program of the examples is left out of all tables, by
// giving it a name of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createEngine } from '../../src/index.ts'

interface Rule {
  readonly name: string
  readonly examples?: { readonly ask?: readonly unknown[] }
}

const file = path.join(import.meta.dirname, '../../presets/recommended.yaml')
const { hooks } = parse(readFileSync(file, 'utf8')) as { hooks: { PreToolUse: readonly Rule[] } } // our own file

/** One command each, of a program that is known; what is said of requests and of databases' languages has no such name. */
const examplesOf = (rule: string): readonly string[] =>
  (hooks.PreToolUse.find(({ name }) => name === rule)?.examples?.ask ?? []).filter(
    (each): each is string =>
      typeof each === 'string' &&
      /^[\w-]+ [^'";|$]*$/.test(each) &&
      !/^(?:curl|http|python3|ssh|make|npm run)/.test(each),
  )

const unnamed = (command: string): string => command.replace(/^[\w-]+/, 'zorp')

const root = mkdtempSync(path.join(tmpdir(), 'generalising-'))
const engine = await createEngine({ root, config: { extends: ['recommended@1'] } })
afterAll(async () => {
  await engine.close()
  rmSync(root, { recursive: true, force: true })
})

const isStopped = async (command: string): Promise<boolean> => {
  const call = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
  return ['ask', 'deny'].includes((await engine.dispatch(call)).decision)
}

/** Of each category, how many are caught at least without the table. */
const categories = {
  'service-deletes': 0.8,
  'service-changes': 0.1,
  'access-granted': 0.2,
  deploy: 0.6,
  publish: 0.7,
} as const

test.each(Object.entries(categories))('%s: a program that nobody knows is caught', async (rule, least) => {
  const commands = examplesOf(rule)
  const caught: string[] = []
  for (const command of commands) if (await isStopped(unnamed(command))) caught.push(command)
  if (process.env['SHOW'] === '1') process.stdout.write(`${rule}: ${caught.length} of ${commands.length}\n`)
  expect(commands.length).toBeGreaterThan(1)
  expect(caught.length / commands.length).toBeGreaterThanOrEqual(least)
})

test('by itself each program is caught as often as its category', async () => {
  const byProgram = new Map<string, { caught: number; all: number }>()
  for (const command of examplesOf('service-deletes')) {
    const program = command.split(' ', 1)[0] ?? ''
    const { caught, all } = byProgram.get(program) ?? { caught: 0, all: 0 }
    const isCaught = await isStopped(unnamed(command))
    byProgram.set(program, { caught: caught + (isCaught ? 1 : 0), all: all + 1 })
  }
  if (process.env['SHOW'] === '1')
    for (const [program, { caught, all }] of byProgram)
      process.stdout.write(`  ${program}: ${caught} of ${all}\n`)
  const never = [...byProgram].filter(([, { caught }]) => caught === 0).map(([program]) => program)
  expect(never.length / byProgram.size).toBeLessThan(0.2)
})

test.each([
  'zorp orders list',
  'zorp status',
  'zorp run dev',
  'zorp add cart',
  'zorp build --env production',
])('%s goes', async (command) => {
  expect(await isStopped(command)).toBe(false)
})
