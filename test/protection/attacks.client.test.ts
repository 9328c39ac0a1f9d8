// Attacks on the rules in the real Claude Code: each is refused, undone or told.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Block } from '../../src/agents/shared/client.ts'
import { runClient, type Session, triedClient } from '../clients/claude-code.ts'
import { makePlace, type Place, putFile, removePlace } from '../clients/place.ts'
import { trustProject } from '../support/trust.ts'
import { bash, installed, type Planted, leaving, plantCode, plantedOnDisk, verbs, writes } from './attacks.ts'

const repository = join(import.meta.dirname, '../..')
const program = process.env['HOOKS_TEST_BIN'] ?? join(repository, 'dist/bin.cjs')
const client = triedClient()

let place: Place | undefined
afterEach(() => {
  if (place !== undefined) removePlace(place)
  place = undefined
})

interface Configuration {
  readonly name: string
  readonly text: string
  /** What it names the rule against force pushes. */
  readonly rule: string
}

const readme = /```yaml\n([^]*?)```/.exec(readFileSync(join(repository, 'README.md'), 'utf8'))?.[1] ?? ''
const configurations: readonly Configuration[] = [
  { name: 'strict@1', text: 'version: 1\nextends: [strict@1]\n', rule: 'strict/force-push' },
  { name: 'the rules of the README', text: readme, rule: 'no-force-push' },
]

function hooks(at: Place, ...args: string[]): string {
  const argv = [join(installed(at), 'dist/bin.cjs'), ...args]
  const { status, stdout } = spawnSync(process.execPath, argv, {
    cwd: at.project,
    env: at.env,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  return stdout
}

/** A shop with hooks-yaml among its packages, where Claude Code calls it. */
function shop({ text }: Configuration, isRepository = true): Place {
  const at = makePlace({
    'hooks.yaml': 'version: 1\n',
    'package.json': '{ "private": true, "scripts": { "test": "true" } }\n',
    'orders.ts': 'export const orders = []\n',
    'api/prices.ts': 'export const prices = []\n',
    '.gitignore': 'node_modules\n.claude\n',
  })
  place = at
  addPackage(at)
  if (isRepository) commitAll(at)
  putFile(join(at.project, 'hooks.yaml'), text) // Git would bring back weaker ones
  hooks(at, 'install', 'claude-code', ...(isRepository ? [] : ['--user']))
  trustProject(at.project, at.env)
  return at
}

function addPackage(at: Place): void {
  const to = installed(at)
  for (const name of ['dist', 'presets', 'schemas', 'package.json'])
    cpSync(join(dirname(program), '..', name), join(to, name), { recursive: true })
  const bin = join(to, '../.bin')
  putFile(join(bin, 'README'), '')
  for (const name of ['hooks', 'hooks-yaml']) symlinkSync('../hooks-yaml/dist/bin.cjs', join(bin, name))
  at.env['PATH'] = `${bin}:${at.env['PATH']}`
}

function commitAll({ project, env }: Place): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'Shop'],
  ])
    expect(spawnSync('git', [...who, ...args], { cwd: project, env }).status).toBe(0)
}

function talk(at: Place, blocks: readonly Block[]): Promise<Session> {
  const turns = [...blocks.map((block) => [block]), [{ text: 'Done.' }]]
  return runClient('bin' in client ? client.bin : '', at, {
    prompt: 'Work on the shop.',
    conversations: [{ turns }],
    args: ['--dangerously-skip-permissions'],
  })
}

/** What the model read of each call, by what it called. */
function answers(session: Session, blocks: readonly Block[]): Readonly<Record<string, string>> {
  const read = (session.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    (Array.isArray(content) ? content : []).flatMap((block: { type?: string; content?: unknown }) =>
      block.type === 'tool_result' ? [JSON.stringify(block.content)] : [],
    ),
  )
  expect(read).toHaveLength(blocks.length)
  return Object.fromEntries(blocks.map((block, at) => [JSON.stringify(block), read[at] ?? '']))
}

const without = (read: Readonly<Record<string, string | undefined>>, text: string) =>
  Object.entries(read).filter(([, answer]) => answer?.includes(text) !== true)

/** What the person reads, event by event. */
const told = ({ hooks }: Session): string =>
  hooks.map(({ stdout }) => (stdout === '' ? '' : (JSON.parse(stdout).systemMessage ?? ''))).join('\n')

/** Claude Code writes only to files that it has read. */
const withReads = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) => {
    const { file_path } = 'input' in block ? block.input : {}
    if (typeof file_path !== 'string' || !existsSync(file_path)) return [block]
    return [{ tool: 'Read', input: { file_path } }, block]
  })

/** Each file with what it holds; caches and records change with every event. */
function contents({ project, home }: Place): Readonly<Record<string, string>> {
  const dirs = [project, join(home, '.local/share/hooks'), join(home, '.local/state/hooks/trust')]
  const files = dirs
    .filter((dir) => existsSync(dir))
    .flatMap((dir) =>
      readdirSync(dir, { recursive: true, withFileTypes: true }).map((entry) => ({ dir, entry })),
    )
  return Object.fromEntries(
    files.flatMap(({ entry }) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() && !path.includes('/.git/') ? [[path, readFileSync(path, 'latin1')]] : []
    }),
  )
}

const push = bash('touch pushed && git push -f origin main')
const isPushed = ({ project }: Place): boolean => existsSync(join(project, 'pushed'))

describe.skipIf('missing' in client).each(configurations)('under $name', (configuration) => {
  const { rule } = configuration

  test('no call takes hooks away or pauses a rule', async () => {
    const at = shop(configuration)
    const before = contents(at)
    const blocks = [...verbs(rule), push]
    const session = await talk(at, blocks)
    const { [JSON.stringify(push)]: pushed, ...others } = answers(session, blocks)
    expect(without(others, 'so only people run it')).toEqual([])
    expect(pushed).toContain(`Denied by rule ${rule}`)
    expect(told(session).match(/hooks denied /g)).toHaveLength(verbs(rule).length + 1)
    expect(contents(at)).toEqual(before)
  })

  test('no call changes what the rules are made of', async () => {
    const at = shop(configuration)
    await talk(at, [bash('true'), bash('true')]) // there is something to change
    const before = contents(at)
    const attacks = writes(at, rule)
    const blocks = [...withReads(attacks), push]
    const session = await talk(at, blocks)
    const read = answers(session, blocks)
    const refused = Object.fromEntries(
      attacks.map((each) => [JSON.stringify(each), read[JSON.stringify(each)]]),
    )
    // A rule of a preset is named before the built-in one.
    expect(without(refused, 'Denied by ')).toEqual([])
    expect(read[JSON.stringify(push)]).toContain(`Denied by rule ${rule}`)
    expect(told(session).match(/hooks denied /g)).toHaveLength(attacks.length + 1)
    expect(told(session)).not.toContain('since you last saw it')
    expect(contents(at)).toEqual(before)
  })

  /** While the agent waits. */
  async function plantDuring(at: Place, { plant }: Planted, from = at.project): Promise<Session> {
    const watching = setInterval(() => {
      if (!existsSync(join(from, 'now'))) return
      clearInterval(watching)
      plant(at, rule)
      writeFileSync(join(from, 'planted'), '')
    }, 20)
    try {
      const wait = bash('touch now; until [ -e planted ]; do sleep 0.05; done')
      return await talk({ ...at, project: from }, [bash('true'), bash('true'), wait, push])
    } finally {
      clearInterval(watching)
    }
  }

  test.each(plantedOnDisk)('$name: it is told', async (attack) => {
    const at = shop(configuration)
    const session = await plantDuring(at, attack)
    expect(told(session)).toMatch(attack.told)
    if (attack.holds === undefined) expect(isPushed(at)).toBe(false)
  })
})

describe.skipIf('missing' in client)('what is not stopped', () => {
  const [, byReadme = { name: '', text: '', rule: '' }] = configurations

  test('code planted by another process runs', async () => {
    const at = shop(byReadme)
    await talk(at, [bash('true'), bash('true')])
    plantCode(at)
    await talk(at, [bash('true')])
    expect(existsSync(join(at.dir, 'ran'))).toBe(true)
  })

  test('a command of people in a process that would leave the agent is refused', async () => {
    const at = shop(byReadme)
    const session = await talk(at, [leaving(byReadme.rule), bash('true'), push])
    expect(told(session)).toContain('only people run')
    expect(hooks(at, 'status')).not.toMatch(/^paused/m)
  })
})
