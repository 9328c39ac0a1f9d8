// From an empty repository to a first denied call, with the README's commands and nothing else.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, readPage } from '../docs/page.ts'
import { runClient, triedClient, type Session } from './claude-code.ts'
import { makePlace, removePlace, type Place } from './place.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { toldTo } from '../../src/cli/live-client/scripted-model.ts'

const packageDir = resolve(import.meta.dirname, '../..')
const client = triedClient()

/** What the README tells to type in one's repository: `npx hooks-yaml …`, three times. */
const commands =
  blocksOf(readPage('README.md'))
    .find(({ language, text }) => language === 'sh' && text.includes('npx hooks-yaml init'))
    ?.text.split('\n')
    .map((line) => line.replace(/ +#.*/, ''))
    .filter((line) => line !== '') ?? []

let place: Place
const began = performance.now()
const seconds = (): number => (performance.now() - began) / 1000

beforeAll(() => {
  place = makePlace({})
})
afterAll(() => removePlace(place))

function type(line: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: place.project,
    env: { ...place.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${line}: exit ${status}\n${stdout}${stderr}`)
  return stdout
}

const bash = (command: string): Block => ({ tool: 'Bash', input: { command, description: 'Run a command' } })

function talk(command: string): Promise<Session> {
  return runClient('bin' in client ? client.bin : '', place, {
    prompt: 'Publish the shop.',
    conversations: [{ turns: [[bash(command)], [{ text: 'Done.' }]] }],
    args: ['--dangerously-skip-permissions'],
  })
}

describe.skipIf('missing' in client)('the first use', () => {
  test('a first call is denied, and the model reads why', async () => {
    type('git init -q')
    type(`npm pack --silent --ignore-scripts --pack-destination '${place.dir}' '${packageDir}'`)
    type(`npm install --save-dev '${place.dir}'/hooks-yaml-*.tgz`)
    expect(commands).toHaveLength(3)
    for (const command of commands) type(command.replace(/ install$/, ' install --yes')) // nobody is there to ask
    const session = await talk('touch made-it && git push --force origin main')
    console.log(`from an empty repository to a first denied call: ${seconds().toFixed(1)} s`)
    expect(existsSync(join(place.project, 'made-it'))).toBe(false)
    expect(toldTo(session.requests.at(-1))).toContain('Denied by rule no-force-push (hooks.yaml:')
    expect(toldTo(session.requests.at(-1))).toContain('Instead: push a branch and open a pull request')
  })

  test('a rule that does not fire is explained without preparation', async () => {
    const file = join(place.project, 'hooks.yaml')
    const rule =
      "    - { name: no-deploys, match: { tool: '@shell', input: { command: 'deploy*' } }, deny: Not now. }\n"
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace('  PreToolUse:\n', (line) => line + rule),
    )
    await talk('touch deployed')
    const told = type('npx hooks-yaml run --last --explain')
    expect(told).toMatch(/^PreToolUse {2}Bash /)
    expect(told).toContain('touch deployed')
    expect(told).toMatch(/· no-deploys +input\.command is not "deploy\*"\s+hooks\.yaml:\d+/)
  })
})
