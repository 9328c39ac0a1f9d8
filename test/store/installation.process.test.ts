// The installed program is known by its bytes: what changed is told where a session begins.
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const own = path.resolve(import.meta.dirname, '../..')

interface Installed extends Project {
  /** Of the package that runs. */
  readonly packageDir: string
  install(): void
}

/** A project whose agent starts a package of its own. */
function shop(): Installed {
  const project = makeProject({
    'hooks.yaml': `version: 1\nhooks:\n  PreToolUse:\n    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }\n`,
  })
  const packageDir = path.join(project.dir, 'lib/node_modules/hooks-yaml')
  const install = (): void => {
    rmSync(packageDir, { recursive: true, force: true })
    mkdirSync(packageDir, { recursive: true })
    for (const name of ['dist', 'presets', 'recipes', 'package.json'])
      cpSync(path.join(own, name), path.join(packageDir, name), { recursive: true })
  }
  install()
  const hooks: Project['hooks'] = (args, options) =>
    project.hooks(args, { ...options, bin: path.join(packageDir, 'dist/bin.cjs') })
  return { ...project, packageDir, install, hooks }
}

let sessions = 0

/** What the agent's user reads where a session begins. */
async function start(project: Installed): Promise<string> {
  const payload = {
    session_id: `s${sessions++}`,
    cwd: project.root,
    hook_event_name: 'SessionStart',
    source: 'startup',
  }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
    env: { CLAUDE_PROJECT_DIR: project.root },
  })
  return JSON.parse(stdout).systemMessage
}

const fileOf = ({ packageDir }: Installed, name: string): string => path.join(packageDir, name)
const inForce = 'hooks: 1 rule in force'

/** With paths as they are, on one line each. */
async function says(project: Installed, verb: string): Promise<string> {
  const { stdout } = await project.hooks([verb])
  return stdout.replace(/\n +/g, ' ').replaceAll('~/', `${project.dir}/`)
}

test('an installation that stays as it is, is told of nowhere', async () => {
  const project = shop()
  expect([await start(project), await start(project)]).toEqual([inForce, inForce])
  project.install() // the same bytes, as `npm ci` writes them
  expect(await start(project)).toBe(inForce)
  expect(await says(project, 'status')).not.toContain('still version')
})

test('bytes that changed with the same version are told once, and a week long by status and doctor', async () => {
  const project = shop()
  await start(project)
  const file = fileOf(project, 'dist/decide.cjs')
  appendFileSync(file, ' ')
  const told = `${file} changed, and hooks is still version`
  expect(await says(project, 'status')).toContain(told) // and leaves it to be told
  expect(await start(project)).toContain(told)
  expect(await start(project)).toBe(inForce)
  expect(await says(project, 'status')).toContain(told)
  expect(await says(project, 'doctor')).toMatch(
    /still version [\d.]+ \(\d{4}-\d\d-\d\d\) unless that was you, install hooks-yaml again/,
  )
  expect(JSON.parse((await project.hooks(['status', '--json'])).stdout).changed).toHaveLength(1)
})

test('a preset that changed and a file that was added are told', async () => {
  const project = shop()
  await start(project)
  appendFileSync(fileOf(project, 'dist/presets/strict.json'), ' ')
  writeFileSync(fileOf(project, 'dist/added.cjs'), '')
  expect(await start(project)).toContain(
    `${fileOf(project, 'dist/presets/strict.json')} and 1 more file changed`,
  )
})

test('another version is told', async () => {
  const project = shop()
  await start(project)
  const { version } = JSON.parse(readFileSync(fileOf(project, 'package.json'), 'utf8'))
  for (const name of ['package.json', 'dist/run.cjs']) {
    const text = readFileSync(fileOf(project, name), 'latin1')
    expect(text).toContain(version)
    writeFileSync(fileOf(project, name), text.replaceAll(version, '10.9.9'), 'latin1') // V8 takes its cached code for a text of the same length
  }
  expect(await start(project)).toContain(
    `hooks in ${project.packageDir} is version 10.9.9 now; it was ${version}`,
  )
  expect(await start(project)).toBe(inForce)
})

test('what is known of it counts only as hooks wrote it', async () => {
  const project = shop()
  await start(project)
  const dir = path.join(project.dir, '.local/state/hooks/installations')
  const [name = ''] = readdirSync(dir)
  const file = path.join(dir, name)
  const text = readFileSync(file, 'utf8')
  appendFileSync(fileOf(project, 'dist/decide.cjs'), ' ')
  writeFileSync(file, text.replace('"changes":[]', '"changes":[ ]'))
  expect(await start(project)).toContain(`${file} is not as hooks wrote it, so it is not known what changed`)
  expect(await start(project)).toBe(inForce)
})

test('a dry run remembers nothing', async () => {
  const project = shop()
  await start(project)
  appendFileSync(fileOf(project, 'dist/decide.cjs'), ' ')
  const payload = { session_id: 'x', cwd: project.root, hook_event_name: 'SessionStart', source: 'startup' }
  await project.hooks(['run', '--agent', 'claude-code', '--dry-run'], { input: JSON.stringify(payload) })
  expect(await start(project)).toContain('decide.cjs changed')
})
