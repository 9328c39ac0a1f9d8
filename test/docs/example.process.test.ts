// hooks.example.yaml holds everything a file may hold, is valid, and decides as its comments say.
import { cpSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { builtins, matchers } from '../../src/catalog.ts'
import { events } from '../../src/model/events.ts'
import { makeProject, type Project } from '../support/cli.ts'
import { trustProject } from '../support/trust.ts'
import { packageDir, readPage } from './page.ts'

type Keys = Readonly<Record<string, unknown>>

const isKeys = (value: unknown): value is Keys =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schema: unknown = JSON.parse(readPage('schemas/hooks.schema.json'))
const example: unknown = parse(readPage('hooks.example.yaml'))

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isKeys(inner) ? inner[name] : undefined), value)
}

function keysOf(value: unknown): readonly string[] {
  return isKeys(value) ? Object.keys(value) : []
}

/** What may be written at a place of the schema, less what this version refuses. */
function supported(where: readonly string[], later: Keys = {}): readonly string[] {
  return keysOf(at(schema, ...where, 'properties')).filter((key) => !Object.hasOwn(later, key))
}

/** Every key that is used anywhere below. */
function used(value: unknown): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each: unknown) => [...used(each)]))
  if (!isKeys(value)) return new Set()
  return new Set(Object.entries(value).flatMap(([key, inner]) => [key, ...used(inner)]))
}

/** What the file of a project with coding agents does not hold. */
const elsewhere: Keys = {
  lock: 'of the managed file alone',
  stack: "of the library's agents alone",
  engine: "a person's own",
}

const rules = (['hooks', 'rules', 'wrap'] as const).flatMap((top) => listOf(at(example, top)))

function listOf(value: unknown): readonly Keys[] {
  if (Array.isArray(value)) return value.filter(isKeys)
  return isKeys(value) ? Object.values(value).flatMap(listOf) : []
}

const withSteps = rules.flatMap((rule) => [rule, ...listOf(rule['steps'])])
const missing = (wanted: readonly string[], found: ReadonlySet<string>): readonly string[] =>
  wanted.filter((name) => !found.has(name))

describe('hooks.example.yaml has every', () => {
  test('top-level key and what stands below it', () => {
    expect(missing(supported([], elsewhere), new Set(keysOf(example)))).toEqual([])
    for (const top of ['defaults', 'limits', 'ledger', 'recipes', 'wrap'])
      expect(missing(supported(['properties', top]), new Set(keysOf(at(example, top))))).toEqual([])
    expect(missing(supported(['properties', 'discover', 'items']), used(at(example, 'discover')))).toEqual([])
  })

  test('event', () => {
    expect(missing(Object.keys(events), new Set(keysOf(at(example, 'hooks'))))).toEqual([])
  })

  test('rule key and handler', () => {
    const found = new Set(withSteps.flatMap((rule) => Object.keys(rule)))
    expect(missing(supported(['definitions', 'rule']), found)).toEqual([])
  })

  test('way to change the system prompt is one of', () => {
    const ways = supported(['definitions', 'rule', 'properties', 'set_system'])
    expect(ways).toEqual(['append', 'prepend', 'replace'])
  })

  test('match key', () => {
    const found = used(rules.map((rule) => rule['match']))
    const wanted = supported(['definitions', 'match'])
    expect(missing(wanted, found)).toEqual([])
    expect(wanted).toEqual(expect.arrayContaining(matchers.map(({ key }) => key)))
  })

  test('built-in', () => {
    expect(
      missing(
        builtins.map(({ name }) => name),
        new Set(withSteps.map((rule) => String(rule['use']))),
      ),
    ).toEqual([])
  })

  test('key of a tool schema, an example and a test', () => {
    const { schemas, tests } = { schemas: at(example, 'schemas'), tests: at(example, 'tests') }
    expect(missing(supported(['definitions', 'tool_schema']), used(schemas))).toEqual([])
    expect(missing(supported(['definitions', 'test']), used(tests))).toEqual([])
    const examples = supported(['definitions', 'rule', 'properties', 'examples'])
    expect(missing(examples, used(rules.map((rule) => rule['examples'])))).toEqual([])
  })
})

const project = makeProject()
for (const name of ['hooks.example.yaml', 'examples', 'schemas'])
  cpSync(path.join(packageDir, name), path.join(project.root, name), { recursive: true })

cpSync(path.join(packageDir, 'hooks.example.yaml'), path.join(project.root, 'hooks.yaml'))

trustProject(project.root, project.env)
const trusted = path.join(project.dir, 'trusted')
cpSync(path.join(project.dir, '.local'), trusted, { recursive: true })

/** As if nothing had happened in it, except that its rules are compiled, and trusted. */
function shop(): Project {
  rmSync(path.join(project.dir, '.local'), { recursive: true, force: true })
  for (const name of ['FREEZE', 'src'])
    rmSync(path.join(project.root, name), { recursive: true, force: true })
  cpSync(trusted, path.join(project.dir, '.local'), { recursive: true })
  return project
}

test('it is valid, also strictly', async () => {
  const { stdout, exit } = await shop().hooks(['validate', 'hooks.example.yaml', '--strict'])
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^✓ /) })
})

async function replay(from: Project, payload: string): Promise<Keys> {
  const file = `examples/payloads/${payload}.json`
  const { stdout } = await from.hooks(['run', file, '--config', 'hooks.example.yaml', '--json'])
  const verdict: unknown = JSON.parse(stdout)
  return isKeys(verdict) ? verdict : {}
}

describe('a recorded payload is answered as the comments say', () => {
  test.each([
    ['force-push', { decision: 'deny', reason: expect.stringContaining('open a pull request') }],
    ['read-env', { decision: 'deny', reason: expect.stringContaining('.env.production holds secrets') }],
    ['read-cart', { decision: 'proceed' }],
    ['git-status', { decision: 'allow', reason: 'It only looks.' }],
    [
      'npm-install',
      { updated_input: { command: 'npm ci' }, system_messages: [expect.stringContaining('lock file')] },
    ],
    ['write-migration', { decision: 'ask' }],
    ['change-price', { decision: 'ask', reason: 'A price changes here. Is that meant?' }],
    ['deploy', { decision: 'ask', reason: expect.stringContaining('Deploy to production?') }],
    ['card-number', { decision: 'deny' }],
    ['failed-tests', { additional_context: [expect.stringContaining('first failure')] }],
    ['find-customer', { updated_output: expect.stringContaining('left out') }],
    ['run-tests', { decision: 'allow', reason: 'Our tests touch nothing.' }],
    ['review-done', { flow: 'continue', flow_reason: expect.stringContaining('reports/*.md') }],
    ['session-start', { additional_context: [expect.stringContaining('Write a plan')] }],
    ['stop', { decision: 'proceed', flow: 'default' }],
  ])('%s', async (payload, wanted) => {
    expect(await replay(shop(), payload)).toMatchObject(wanted)
  })

  test('examples/payloads/README.md has a row for each', () => {
    const files = readdirSync(path.join(packageDir, 'examples/payloads'))
    const payloads = files.filter((file) => file.endsWith('.json')).map((file) => path.parse(file).name)
    const rows = [...readPage('examples/payloads/README.md').matchAll(/^\| ([\w-]+) \|/gm)]
    expect(new Set(rows.slice(1).map(([, name]) => name))).toEqual(new Set(payloads))
  })

  test('the freeze denies a deploy', async () => {
    const frozen = shop()
    frozen.write('FREEZE', '')
    expect(await replay(frozen, 'deploy')).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('freeze'),
    })
  })

  test('a FIXME keeps the agent from stopping', async () => {
    const unfinished = shop()
    unfinished.write('src/cart.ts', '// FIXME: round the discount\n')
    const { flow, flow_reason } = await replay(unfinished, 'stop')
    expect({ flow, flow_reason }).toEqual({
      flow: 'continue',
      flow_reason: expect.stringContaining('src/cart.ts:1'),
    })
  })

  test('failed tests are told of once in a run', async () => {
    const again = shop()
    await replay(again, 'failed-tests')
    expect(await replay(again, 'failed-tests')).toMatchObject({ additional_context: [] })
  })
})
