// What the real Claude Code is denied is an effect, whichever tool and spelling it comes by.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runClient, triedClient, type Session } from './claude-code.ts'
import { makePlace, putFile, removePlace, type Place } from './place.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { toldTo } from '../../src/cli/live-client/scripted-model.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')
const client = triedClient()

const secret = 'KEY=of-the-shop\n'
const files = {
  '.env': secret,
  'orders.ts': 'export const orders = []\n',
  'edit.py': 'print("edited")\n',
  'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - name: settings
      match: { writes: '.env' }
      deny: The settings of the shop are set by hand. Ask for the change.
`,
}

let place: Place
beforeAll(() => {
  place = makePlace(files)
  const git = (...args: string[]) => spawnSync('git', args, { cwd: place.project, env: place.env })
  git('init', '-q')
  git('config', 'user.email', 'ada@shop.example')
  git('config', 'user.name', 'Ada')
  symlinkSync('.env', join(place.project, 'settings'))
  const { status, stderr } = spawnSync(process.execPath, [program, 'install', 'claude-code'], {
    cwd: place.project,
    env: place.env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
})
afterAll(() => removePlace(place))

const bash = (command: string): Block => ({ tool: 'Bash', input: { command, description: 'Run a command' } })
const file = (name: string) => join(place.project, name)

function talk(turns: Block[][]): Promise<Session> {
  return runClient('bin' in client ? client.bin : '', place, {
    prompt: 'Change the settings.',
    conversations: [{ turns: [...turns, [{ text: 'Done.' }]] }],
    args: ['--dangerously-skip-permissions'],
  })
}

const ways: readonly (readonly [way: string, block: () => Block])[] = [
  ['Write', () => ({ tool: 'Write', input: { file_path: file('.env'), content: 'KEY=1\n' } })],
  [
    'Edit',
    () => ({ tool: 'Edit', input: { file_path: file('.env'), old_string: 'of-the-shop', new_string: '1' } }),
  ],
  ['echo', () => bash('echo KEY=1 > .env')],
  ['tee', () => bash('echo KEY=1 | tee .env')],
  ['sed -i', () => bash("sed -i 's/of-the-shop/1/' .env")],
  ['cp', () => bash('cp orders.ts .env')],
  ['mv', () => bash('mv orders.ts .env')],
  ['python', () => bash(`python3 -c "open('.env', 'w').write('KEY=1')"`)],
  ['a here-document', () => bash("cat > .env <<'EOF'\nKEY=1\nEOF")],
  ['a symlink', () => bash('echo KEY=1 > settings')],
]

describe.skipIf('missing' in client)('Claude Code', () => {
  test('is denied to write a file by ten ways, each with the reason', async () => {
    const read: Block = { tool: 'Read', input: { file_path: file('.env') } }
    const session = await talk([[read], ...ways.map(([, block]) => [block()])])
    const answers = session.requests
      .slice(1)
      .map((request, at, all) => toldTo(request).slice(at === 0 ? 0 : toldTo(all[at - 1]).length))
    expect(session.result.result).toBe('Done.')
    expect(readFileSync(file('.env'), 'utf8')).toBe(secret)
    expect(existsSync(file('orders.ts'))).toBe(true)
    const passed = ways.filter((_, at) => answers[at + 1]?.includes('Denied by rule settings') !== true)
    expect(passed.map(([way]) => way)).toEqual([])
  })

  test('commits with a message in a here-document, and nobody is asked', async () => {
    putFile(file('hooks.yaml'), 'version: 1\nextends: [recommended@1]\n')
    const message = 'Sort the orders\n\nNo git push --force, no rm -rf / and no .env in it.\n'
    const session = await talk([
      [bash(`git add orders.ts && git commit -q -m "$(cat <<'EOF'\n${message}EOF\n)"`)],
    ])
    const log = spawnSync('git', ['log', '-1', '--format=%B'], {
      cwd: place.project,
      env: place.env,
      encoding: 'utf8',
    })
    expect(log.stdout.trim()).toBe(message.trim())
    expect(session.hooks.filter(({ event, stdout }) => event === 'PreToolUse' && stdout !== '')).toEqual([])
  })
})
