// A shop with everything that holds its rules, in a home of its own.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import { createEngine } from '../../src/index.ts'
import type { Event } from '../../src/model/types.ts'
import { createFiles } from '../../src/store/disk/files.ts'

const rules = `version: 1
extends: [./rules/team.yaml]
discover: [{ dir: ./hooks.d, reply: acai }]
rules:
  - { name: check, on: [PreToolUse], match: { tool: Nothing }, run: [bash, ./tools/check.sh] }
  - { name: line, on: [PreToolUse], match: { tool: Nothing }, run: 'cd . && ./tools/line.py src/cart.ts' }
  - { name: review, on: [AgentStop], match: { output: never }, recipe: review }
  - { name: all, on: [PreToolUse, PermissionRequest], allow: Go on. }
`
const team = 'version: 1\nrules:\n  - { name: team, on: [PreToolUse], match: { tool: Nothing }, deny: No. }\n'

const inProject: Readonly<Record<string, string>> = {
  'hooks.yaml': rules,
  'hooks.local.yaml': team.replace('team', 'local'),
  'rules/team.yaml': team,
  'hooks.lock': '{}',
  'tools/check.sh': 'exit 0',
  'tools/line.py': '',
  'recipes/review.md': '---\ndescription: Review.\n---\nReview.\n',
  'hooks.d/guard.sh': `#!/bin/sh\necho '{"event": "UserPromptSubmit"}'\n`,
  'node_modules/hooks-yaml/dist/bin.cjs': '',
  'node_modules/@hooks-yaml/caller-linux-x64/caller': '',
  '.claude/settings.json': '{}',
  '.claude/settings.local.json': '{}',
  '.codex/hooks.json': '{}',
  '.gemini/settings.json': '{}',
  '.qwen/settings.json': '{}',
  '.cursor/hooks.json': '{}',
  '.github/hooks/hooks.json': '{}',
  '.opencode/plugin/hooks-yaml.js': '',
  '.kiro/hooks/hooks.json': '{}',
  '.windsurf/hooks.json': '{}',
}

const inHome: Readonly<Record<string, string>> = {
  '.config/hooks/hooks.yaml': team.replace('team', 'own'),
  '.config/hooks/recipes/plan.md': '',
  '.local/state/hooks/trust/shop-1.json': '{}',
  '.local/state/hooks/shop-1/pauses.json': '[]',
  '.local/state/hooks/shop-1/seen.json': '{}',
  '.local/state/hooks/shop-1/untold.json': '{}',
  '.local/state/hooks/shop-1/proposals/p1.json': '{}',
  '.local/state/hooks/shop-1/sessions/s1/counts/c1': '',
  '.local/state/hooks/shop-1/sessions/s1/resets/c1': '',
  '.local/state/hooks/shop-1/ledger/2026-11-25.jsonl': '',
  '.local/state/hooks/shop-1/sessions/s1.json': '{}',
  '.local/state/hooks/roots/s1': '/',
  '.cache/hooks/plans/shop-1/head.json': '{}',
  '.cache/hooks/code/1-2/run.bin': '',
  '.local/share/hooks/bin/hooks-agent': '',
  '.claude/settings.json': '{}',
  '.copilot/settings.json': '{}',
  '.factory/hooks.json': '{}',
}

/** Not there. */
const missing = ['/etc/hooks/hooks.yaml']

const everyday: Readonly<Record<string, string>> = {
  'src/cart.ts': 'export {}\n',
  'src/hooks.ts': '',
  'test/fixtures/shop/hooks.yaml': team,
  'test/fixtures/shop/.claude/settings.json': '{}',
  'package.json':
    '{"scripts":{"test":"vitest run","build":"tsc -p . && vite build","format":"prettier --write ."}}',
  'README.md': '',
  '.gitignore': 'node_modules\n',
}

export interface Shop {
  readonly root: string
  readonly home: string
  /** Absolute. */
  readonly places: readonly string[]
  readonly outside: string
  git(line: string): void
  remove(): void
}

function put(dir: string, texts: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), text)
  }
}

/** `more`: what its rules extend besides. */
export function openShop(more = ''): Shop {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-protection-')))
  const [root, home, outside] = ['shop', 'home', 'outside'].map((name) => path.join(base, name))
  if (root === undefined || home === undefined || outside === undefined) throw new Error('no place')
  put(home, inHome)
  put(outside, { x: 'x', 'dir/settings.json': '{}' })
  put(root, { ...inProject, ...everyday })
  put(root, { 'hooks.yaml': rules.replace('team.yaml]', `team.yaml${more}]`) })
  chmodSync(path.join(root, 'hooks.d/guard.sh'), 0o755)
  const git = (line: string): void =>
    void execFileSync(
      'git',
      ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...line.split(' ')],
      {
        cwd: root,
        stdio: 'ignore',
        env: { ...process.env, HOME: home },
      },
    )
  git('init -q -b main')
  git('add -A')
  git('commit -q -m shop')
  git('checkout -q -b loose')
  put(root, { 'hooks.yaml': 'version: 1\n' })
  git('commit -q -a -m loose')
  git('checkout -q main')
  git('checkout -q -b feature')
  put(root, { 'src/cart.ts': 'export const cart = 1\n' })
  git('commit -q -a -m cart')
  git('checkout -q main')
  return {
    root,
    home,
    outside,
    git,
    places: [
      ...Object.keys(inProject).map((file) => path.join(root, file)),
      ...Object.keys(inHome).map((file) => path.join(home, file)),
      ...missing,
    ],
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

export async function openGuard({ root }: Pick<Shop, 'root'>) {
  const engine = await createEngine({ root, trust: 'all' })
  /** The decision, and whose it is. */
  const judge = async (event: Event): Promise<string> => {
    const { session_id: _, raw: __, ...fields } = event
    const { decision, trace } = await engine.dispatch({ ...fields, agent: 'claude-code' })
    return `${decision} ${trace.find((entry) => entry.decision === decision)?.rule ?? ''}`
  }
  return { engine, judge }
}

/** A shop of its own for the tests of a file, in force before them. `prepare`: what is done to it first. */
export function guardShop(prepare: (shop: Shop) => void = () => undefined) {
  const shop = openShop()
  let guard: Awaited<ReturnType<typeof openGuard>> | undefined
  beforeAll(async () => {
    for (const name of ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME']) vi.stubEnv(name, undefined)
    vi.stubEnv('HOME', shop.home)
    prepare(shop)
    guard = await openGuard(shop)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await guard?.engine.close()
    shop.remove()
  })
  const opened = () => {
    if (guard === undefined) throw new Error('the tests have not begun')
    return guard
  }
  const judge = (event: Event): Promise<string> => opened().judge(event)
  const call = (tool_name: string, tool_input: unknown, event: Event['event'] = 'PreToolUse') =>
    judge({ event, cwd: shop.root, root: shop.root, tool_name, tool_input } as never)
  const bash = (command: string, event?: Event['event']) => call('Bash', { command }, event)
  return { shop, opened, judge, call, bash }
}

type Payload = Readonly<Record<string, unknown>>

/** What follows the name of an agent tells two of its payloads apart. */
export const dialectOf = (agent: string): string => /^[\w-]+/.exec(agent)?.[0] ?? ''

export function decode(agent: string, payload: Payload, root: string): Event {
  const dialect = dialects.find(({ name }) => name === dialectOf(agent))
  if (dialect === undefined) throw new Error(agent)
  return dialect.decode(payload, { env: {}, cwd: root, root, files: createFiles() })
}
