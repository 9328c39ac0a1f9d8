// A project whose settings are shared, in the real Claude Code: a colleague's clone, projects with two versions of the package, and no package at all.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Block } from '../../src/agents/shared/client.ts'
import { createInstallFiles } from '../../src/agents/shared/install-files.ts'
import { toldTo } from '../../src/cli/live-client/scripted-model.ts'
import { install } from '../../src/cli/setup/install.ts'
import { atHome } from '../support/account.ts'
import { outsideAgents } from '../support/cli.ts'
import { runClient, type Session, triedClient } from './claude-code.ts'
import { makePlace, type Place, putFile, removePlace } from './place.ts'

const packageDir = join(import.meta.dirname, '../..')
const program = join(packageDir, 'dist/bin.cjs')
const client = triedClient()

const places: Place[] = []
afterEach(() => places.splice(0).forEach(removePlace))

const rules = `version: 1
hooks:
  PreToolUse:
    - name: no-force-push
      match: { command: git push --force }
      deny: Force-pushing rewrites shared history.
`
const bash = (command: string): Block => ({ tool: 'Bash', input: { command, description: 'Run a command' } })
const made = (at: Place) => existsSync(join(at.project, 'made-it'))
const lastTold = (session: Session) => toldTo(session.requests.at(-1))

function makeProject(files: Record<string, string> = { 'hooks.yaml': rules }): Place {
  const place = makePlace(files)
  places.push(place)
  return place
}

function talk(at: Place, command: string, who: Record<string, string> = {}): Promise<Session> {
  return runClient('bin' in client ? client.bin : '', at, {
    prompt: 'Work on the shop.',
    conversations: [{ turns: [[bash(command)], [{ text: 'Done.' }]] }],
    args: ['--dangerously-skip-permissions'],
    env: who,
  })
}

const push = (at: Place, who?: Record<string, string>) =>
  talk(at, 'touch made-it && git push -f origin main', who)

/** As npm puts it there; another version says other words, too. */
function addPackage(project: string, version?: string): void {
  const to = join(project, 'node_modules/hooks-yaml')
  for (const name of ['dist', 'presets', 'schemas', 'package.json'])
    cpSync(join(packageDir, name), join(to, name), { recursive: true })
  if (version === undefined) return
  const own = String(JSON.parse(readFileSync(join(to, 'package.json'), 'utf8')).version)
  const chunks = readdirSync(join(to, 'dist')).filter((file) => file.endsWith('.cjs'))
  for (const file of ['package.json', ...chunks.map((chunk) => `dist/${chunk}`)]) {
    const text = readFileSync(join(to, file), 'utf8')
    const versioned = text.replace(
      new RegExp(`(?<=["\`])${own.replaceAll('.', '\\.')}(?=["\`])`, 'g'),
      version,
    )
    writeFileSync(join(to, file), versioned.replaceAll('Denied by ', `Denied (${version}) by `))
  }
}

function installShared({ project, env }: Place): void {
  const argv = [join(project, 'node_modules/hooks-yaml/dist/bin.cjs'), 'install', 'claude-code', '--project']
  const { status } = spawnSync(process.execPath, [...outsideAgents(['install']), ...argv], {
    cwd: project,
    env,
  })
  expect(status).toBe(0)
}

/** As for an account with the home of this place. */
function settle({ project, home }: Pick<Place, 'project' | 'home'>): void {
  const file = join(project, '.claude/settings.json')
  writeFileSync(file, atHome(readFileSync(file, 'utf8'), home))
}

describe.skipIf('missing' in client)("a colleague's clone", () => {
  const kim = { USER: 'kim', LOGNAME: 'kim' }

  /** Dana installs and commits; Kim has another home, another name and another directory. */
  function clone(): Place {
    const dana = makeProject()
    addPackage(dana.project)
    installShared(dana)
    const place = makeProject({})
    for (const name of ['hooks.yaml', '.claude'])
      cpSync(join(dana.project, name), join(place.project, name), { recursive: true })
    expect(readFileSync(join(place.project, '.claude/settings.json'), 'utf8')).not.toContain(dana.dir)
    settle(place)
    places.splice(places.indexOf(dana), 1)
    removePlace(dana)
    return place
  }

  test('is judged by its own package; without it a call is refused with a sentence', async () => {
    const at = clone()
    addPackage(at.project)
    expect(lastTold(await push(at, kim))).toContain('Denied by rule no-force-push')
    const passed = await talk(at, 'touch made-it', kim)
    expect([made(at), passed.hooks.filter(({ exit }) => exit !== 0)]).toEqual([true, []])
    rmSync(join(at.project, 'made-it'))
    rmSync(join(at.project, 'node_modules'), { recursive: true })
    const session = await talk(at, 'touch made-it', kim)
    expect(made(at)).toBe(false)
    expect(lastTold(session)).toContain('hooks-yaml is missing here, so this call is refused: npm install')
    expect(session.result.result).toBe('Done.')
  })

  test('without any package, where hooks never ran, lets a call go on with a sentence', async () => {
    const at = clone()
    const session = await talk(at, 'touch made-it', kim)
    expect(made(at)).toBe(true)
    expect(session.result.result).toBe('Done.')
    expect(session.hooks.filter((hook) => hook.exit !== 0)).toEqual([])
    expect(session.hooks.find((hook) => hook.event === 'PreToolUse')?.stdout).toContain(
      'hooks-yaml is missing here, so no rule was checked: npm install',
    )
  })
})

describe.skipIf('missing' in client)('two projects with two versions', () => {
  test('each run their own; when one is removed, the other one holds', async () => {
    const shop = makeProject()
    const blog = { ...shop, project: join(shop.dir, 'blog') }
    putFile(join(blog.project, 'hooks.yaml'), rules)
    addPackage(shop.project)
    addPackage(blog.project, '0.0.99')
    for (const each of [shop, blog]) {
      installShared(each)
      settle(each)
    }
    expect(lastTold(await push(shop))).toContain('Denied by rule no-force-push')
    expect(lastTold(await push(blog))).toContain('Denied (0.0.99) by rule no-force-push')
    rmSync(join(shop.project, 'node_modules'), { recursive: true })
    expect(lastTold(await push(blog))).toContain('Denied (0.0.99) by rule no-force-push')
    expect(lastTold(await push(shop))).toContain('hooks-yaml is missing here, so this call is refused')
    expect([made(shop), made(blog)]).toEqual([false, false])
  })
})

describe.skipIf('missing' in client)('a project without the program', () => {
  test.each([
    ['never ran there', false],
    ['ran there before', true],
    ['never ran there and is required', true],
  ])('says that it is gone, and refuses a call or not: it %s', async (history, refused) => {
    const at = makeProject()
    if (history === 'ran there before') {
      const { env, project: cwd } = at
      const payload = { hook_event_name: 'SessionStart', session_id: 's', source: 'startup', cwd }
      const argv = [program, 'run', '--agent', 'claude-code']
      spawnSync(process.execPath, argv, { cwd, env, input: JSON.stringify(payload) })
    }
    const effects = {
      files: createInstallFiles(),
      env: at.env,
      home: at.home,
      state: join(at.home, '.local/state/hooks'),
      root: at.project,
      node: process.execPath,
      bin: '/gone/bin.cjs',
    }
    const required = history.endsWith('required') && { require: true }
    install({ agent: 'claude-code', scope: 'project', dry_run: false, ...required }, effects)
    settle(at)
    const session = await talk(at, 'touch made-it')
    expect(made(at)).toBe(!refused)
    expect(JSON.stringify(session)).toContain('npx hooks-yaml install claude-code')
    if (refused) expect(lastTold(session)).toContain('npx hooks-yaml install claude-code')
  })
})
