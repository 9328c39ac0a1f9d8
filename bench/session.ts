// A session of ten calls in the real Claude Code: without hooks, with an empty hook of Node, and with ours as `install` writes them.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runClient, triedClient } from '../test/clients/claude-code.ts'
import { makePlace, putFile, removePlace, type Place } from '../test/clients/place.ts'

const commands = [
  'git status',
  'ls -la',
  'cat package.json',
  'git diff --stat',
  'grep -rn price src | head',
  'echo one > a.txt',
  'wc -l src/cart.ts',
  'git log --oneline | head',
  'cat a.txt',
  'git add a.txt',
]
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop']

type Row = 'no hooks' | 'an empty Node hook' | 'hooks, recommended@1'

/** Seconds of each session, in turn; undefined where the client is not to be had. */
export async function measureSessions(bin: string, rounds: number): Promise<Record<Row, number> | undefined> {
  const client = triedClient()
  if ('missing' in client) return undefined
  const places = {
    'no hooks': placeOf(() => {}),
    'an empty Node hook': placeOf((place) => {
      const hook = [{ hooks: [{ type: 'command', command: `'${process.execPath}' -e 0` }] }]
      const hooks = Object.fromEntries(EVENTS.map((event) => [event, hook]))
      putFile(join(place.home, '.claude/settings.json'), JSON.stringify({ hooks }))
    }),
    'hooks, recommended@1': placeOf((place) => {
      const env = { ...place.env, PATH: `${dirname(client.bin)}:${place.env['PATH']}` }
      const run = (...args: readonly string[]) =>
        spawnSync(process.execPath, [bin, ...args], { cwd: place.project, env })
      run('install', 'claude-code', '--user')
      run('status')
    }),
  }
  const seconds: Record<Row, number[]> = {
    'no hooks': [],
    'an empty Node hook': [],
    'hooks, recommended@1': [],
  }
  const turns = [
    ...commands.map((command) => [{ tool: 'Bash', input: { command, description: 'Look' } }]),
    [{ text: 'Done.' }],
  ]
  const talk = {
    prompt: 'Work on the shop.',
    conversations: [{ turns }],
    args: ['--dangerously-skip-permissions'],
  }
  /** The first one warms. */
  const inTurn = async (round: number): Promise<void> => {
    for (const [row, place] of Object.entries(places) as [Row, Place][]) {
      const { ms } = await runClient(client.bin, place, talk)
      if (round > 0) seconds[row].push(ms / 1000)
    }
  }
  try {
    for (let round = 0; round <= rounds; round++) await inTurn(round)
  } finally {
    for (const [, place] of Object.entries(places)) {
      spawnSync(process.execPath, [bin, 'serve', '--stop'], { cwd: place.project, env: place.env })
      removePlace(place)
    }
  }
  return Object.fromEntries(
    Object.entries(seconds).map(([row, all]) => [row, all.toSorted((a, b) => a - b)[all.length >> 1]]),
  ) as Record<Row, number>
}

function placeOf(prepare: (place: Place) => void): Place {
  const place = makePlace({
    'hooks.yaml': 'version: 1\nextends: [recommended@1]\n',
    'package.json': '{}',
    'src/cart.ts': 'export const price = 3\n',
  })
  spawnSync('git', ['init', '-q'], { cwd: place.project })
  writeFileSync(join(place.project, '.gitignore'), 'node_modules\n')
  prepare(place)
  return place
}
