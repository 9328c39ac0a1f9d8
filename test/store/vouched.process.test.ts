// What is kept on disk counts only as hooks wrote it: each forgery is thrown away, and told once.
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { seal, unseal } from '../../src/store/plan/sealed.ts'
import { openKey } from '../../src/store/vouch/make-key.ts'
import { lookOf } from '../../src/store/vouch/vouched.ts'
import { writeVouched } from '../../src/store/vouch/write-vouched.ts'
import { makeColdProject, makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: expression, match: { when: 'tool_input.command == "deploy"' }, deny: Deploy by CI. }
`

interface Said {
  readonly decision: string | undefined
  readonly message: string
}

interface Call {
  readonly event?: string
  readonly agent?: string
  readonly cwd?: string
  readonly session?: string
}

async function ask(project: Project, command: string, call: Call = {}): Promise<Said> {
  const { event = 'PreToolUse', agent = 'claude-code', cwd = project.root, session = 's' } = call
  const tool = event === 'PreToolUse' ? { tool_name: 'Bash', tool_input: { command } } : { source: 'startup' }
  const payload = { session_id: session, cwd, hook_event_name: event, ...tool }
  const env = agent === 'claude-code' ? { CLAUDE_PROJECT_DIR: project.root } : {}
  const { stdout, stderr } = await project.hooks(['run', '--agent', agent], {
    input: JSON.stringify(payload),
    env,
    cwd,
  })
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return {
    decision: answer.hookSpecificOutput?.permissionDecision,
    message: `${answer.systemMessage ?? ''}${stderr}`,
  }
}

const push = 'git push --force'

function shop(trusted = true): Project {
  return makeColdProject({ 'hooks.yaml': rules }, trusted)
}

const stateOf = (project: Project): string => path.join(project.dir, '.local/state/hooks')
const cacheOf = (project: Project): string => path.join(project.dir, '.cache/hooks')
const keyOf = (project: Project): string => path.join(stateOf(project), 'key')

/** The only file of a kind. */
function fileIn(dir: string, pattern: RegExp): string {
  const all = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name))
  expect(all).toHaveLength(1)
  return path.join(dir, all[0] ?? '')
}

const stateDirOf = (project: Project): string => fileIn(stateOf(project), /^shop-[^/]*$/)

/** In place, in its length: only the time of the change tells. */
function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'latin1')
  expect(text).toContain(from)
  writeFileSync(file, text.replaceAll(from, to.padEnd(from.length)), 'latin1')
}

async function warm(project: Project): Promise<void> {
  for (let run = 0; run < 3; run++) expect((await ask(project, push)).decision).toBe('deny')
}

const told = 'is not as hooks wrote it'

/** Each sentence on one line, with paths as they are. */
function unfolded(project: Project, text: string): string {
  return text.replace(/\n +/g, ' ').replaceAll('~/', `${project.dir}/`)
}

describe('a mode written into the plan', () => {
  const weakened = async (): Promise<{ project: Project; file: string }> => {
    const project = shop()
    await warm(project)
    const file = fileIn(cacheOf(project), /PreToolUse\.rules$/)
    replaceIn(file, '"mode":"enforce"', '"mode":"watch"')
    return { project, file }
  }

  test('does not hold, and is told once', async () => {
    const { project, file } = await weakened()
    const { decision, message } = await ask(project, push)
    expect(decision).toBe('deny')
    expect(message).toContain(`${file} ${told}`)
    expect((await ask(project, push)).message).not.toContain(told)
  })

  test('is told where a session begins, without a rule for that event', async () => {
    const { project, file } = await weakened()
    expect((await ask(project, '', { event: 'SessionStart' })).message).toContain(`${file} ${told}`)
    expect((await ask(project, push)).message).not.toContain(told)
  })

  test('is shown by status and validate', async () => {
    const { project, file } = await weakened()
    expect(JSON.parse((await project.hooks(['status', '--json'])).stdout).changed).toEqual([
      expect.stringContaining(`${file} ${told}`),
    ])
    for (const verb of ['status', 'doctor'])
      expect((await project.hooks([verb])).stdout.replace(/\n +/g, ' ')).toContain(told)
    const { stderr, exit } = await project.hooks(['validate'])
    expect({ stderr, exit }).toEqual({ stderr: expect.stringContaining(`${file} ${told}`), exit: 0 })
  })

  test.each(['status', 'validate'])('is found by %s even where the plan carries the code', async (verb) => {
    const project = shop()
    await warm(project)
    const file = fileIn(cacheOf(project), /\.plan$/)
    const head = fileIn(cacheOf(project), /plans\/.*\/head$/)
    const plan = Buffer.from(unseal(new Uint8Array(readFileSync(file))) ?? '').toString()
    expect(plan).toContain('"on_config_error":"ask"')
    writeFileSync(
      file,
      seal(Buffer.from(plan.replace('"on_config_error":"ask"', '"on_config_error":"deny"'))),
    )
    const key = openKey(stateOf(project))
    if (key === undefined) throw new Error('there is a key')
    writeVouched(head, key, new Map([[path.basename(file), lookOf(statSync(file))]]))
    expect((await ask(project, push)).message).not.toContain(told) // as its writer wished
    const said = await project.hooks([verb])
    expect(unfolded(project, `${said.stdout}${said.stderr}`)).toContain(`${head} ${told}`)
    expect(JSON.stringify(await project.hooks([verb]))).not.toContain(told)
  })
})

test('a head without the code is no plan', async () => {
  const project = shop()
  await warm(project)
  const head = fileIn(cacheOf(project), /plans\/.*\/head$/)
  appendFileSync(head, '\nanother.plan 1.2.3')
  const { decision, message } = await ask(project, push)
  expect(decision).toBe('deny')
  expect(message).toContain(`${head} ${told}`)
})

test('a cache that is removed as a whole is made anew, and nobody is told', async () => {
  const project = shop()
  await warm(project)
  rmSync(cacheOf(project), { recursive: true })
  const { decision, message } = await ask(project, push)
  expect({ decision, told: message.includes(told) }).toEqual({ decision: 'deny', told: false })
  expect(fileIn(cacheOf(project), /\.plan$/)).toContain('.plan')
})

describe('a file planted in the code cache', () => {
  /** V8's code of a program that lets all go, for the source of one of our chunks. */
  const planted = (source: string): Buffer => {
    const text = '(function (exports) { exports.start = () => { process.exit(0) } })'
    const code = new Script(text.padEnd(source.length)).createCachedData()
    return seal(code)
  }

  test.each(['run', 'decide'])('is not run: %s', async (chunk) => {
    const project = shop()
    await warm(project)
    const file = fileIn(path.join(cacheOf(project), 'code'), new RegExp(`^${chunk}-.*\\.bin$`))
    const before = readFileSync(file)
    const source = readFileSync(path.join(import.meta.dirname, `../../dist/${chunk}.cjs`), 'latin1')
    writeFileSync(file, planted(source))
    const { decision, message } = await ask(project, push)
    expect(decision).toBe('deny')
    expect(message).toContain(`${file} ${told}`)
    const again = await ask(project, push)
    expect({ ...again, message: again.message.includes(told) }).toEqual({ decision: 'deny', message: false })
    expect(readFileSync(file).length).toBeGreaterThan(before.length / 2)
  })

  test('the same bytes, written by somebody else, are not run either', async () => {
    const project = shop()
    await warm(project)
    const file = fileIn(path.join(cacheOf(project), 'code'), /^compile-.*\.bin$/)
    writeFileSync(file, readFileSync(file))
    expect((await ask(project, push)).message).not.toContain(told) // it is not loaded
    project.write('hooks.yaml', `${rules}# changed\n`)
    expect((await ask(project, push)).message).toContain(`${file} ${told}`)
    project.write('hooks.yaml', rules)
    expect((await ask(project, push)).message).not.toContain(told)
  })

  test('that is loaded after the answer was decided is told at the next call', async () => {
    const project = shop()
    await warm(project)
    const file = fileIn(path.join(cacheOf(project), 'code'), /^agents-.*\.bin$/)
    writeFileSync(file, readFileSync(file))
    const both = [(await ask(project, push)).message, (await ask(project, push)).message]
    expect(both.filter((message) => message.includes(`${file} ${told}`))).toHaveLength(1)
    expect((await ask(project, push)).message).not.toContain(told)
  })

  test('a file that nobody vouches for is written anew', async () => {
    const project = shop()
    await warm(project)
    const code = path.join(cacheOf(project), 'code')
    rmSync(fileIn(code, /^head-/))
    const file = fileIn(code, /^run-/)
    const { ino } = statSync(file)
    expect((await ask(project, push)).decision).toBe('deny')
    expect(statSync(file).ino).not.toBe(ino)
  })

  test('a command that cannot say so leaves it for one that does', async () => {
    const project = shop()
    await warm(project)
    const file = fileIn(path.join(cacheOf(project), 'code'), /^run-/)
    writeFileSync(file, readFileSync(file))
    await project.hooks(['list'])
    expect((await ask(project, push)).message).toContain(`${file} ${told}`)
  })
})

describe('a pause', () => {
  const forever = { rule: 'no-force-push', since: 0, until: Date.now() + 1e11, reason: 'x', by: 'dana' }

  test.each([
    ['without a code', JSON.stringify({ pauses: [forever] })],
    ['with a code of its own', JSON.stringify({ pauses: [forever], code: '0123456789abcdef' })],
    ['in the form of an earlier version', JSON.stringify([forever])],
  ])('%s does not hold', async (_, text) => {
    const project = shop()
    await warm(project)
    const file = path.join(stateDirOf(project), 'pauses.json')
    writeFileSync(file, text, { mode: 0o600 })
    const { decision, message } = await ask(project, push)
    expect(decision).toBe('deny')
    expect(message).toContain(`${file} ${told}`)
    const { stdout } = await project.hooks(['status'])
    expect(stdout).not.toContain('paused')
    expect(unfolded(project, stdout)).toContain(`${file} ${told}`)
  })
})

describe('the root of a session', () => {
  const codex: Call = { agent: 'codex' }

  test('that somebody else recorded drops no rules', async () => {
    const project = shop()
    expect((await ask(project, push, codex)).decision).toBe('deny')
    const elsewhere = path.join(project.dir, 'elsewhere')
    mkdirSync(path.join(elsewhere, '.git'), { recursive: true })
    const record = fileIn(path.join(stateOf(project), 'roots'), /./)
    const was = readFileSync(record, 'utf8')
    expect(was).toContain(project.root)
    writeFileSync(record, was.replace(project.root, elsewhere))
    const { decision, message } = await ask(project, push, codex)
    expect(decision).toBe('deny')
    expect(message).toContain(`${record} ${told}`)
    expect((await ask(project, push, codex)).message).not.toContain(told)
    expect(readFileSync(record, 'utf8')).toBe(was)
  })

  test("is not another session's", async () => {
    const project = shop()
    const elsewhere = path.join(project.dir, 'elsewhere')
    mkdirSync(path.join(elsewhere, '.git'), { recursive: true })
    await ask(project, 'ls', { ...codex, session: 'other', cwd: elsewhere })
    const other = fileIn(path.join(stateOf(project), 'roots'), /./)
    await ask(project, 'ls', codex)
    const own = fileIn(path.join(stateOf(project), 'roots'), /^s-/)
    copyFileSync(other, own)
    expect((await ask(project, push, codex)).decision).toBe('deny')
  })
})

test('a record of trust that hooks did not write trusts nothing', async () => {
  const text = `version: 1\nhooks:\n  PreToolUse:\n    - { name: touch, match: { tool: Bash }, run: 'touch ran' }\n`
  const project = makeColdProject({ 'hooks.yaml': text }) // its user trusts it
  await ask(project, 'ls')
  const ran = path.join(project.root, 'ran')
  expect(statSync(ran, { throwIfNoEntry: false })).toBeDefined()
  const record = fileIn(path.join(stateOf(project), 'trust'), /\.json$/)
  const { code, ...rest } = JSON.parse(readFileSync(record, 'utf8'))
  expect(code).toMatch(/^[0-9a-f]{16}$/)
  const stranger = makeColdProject({ 'hooks.yaml': text }, false)
  await ask(stranger, 'ls')
  const dir = path.join(stateOf(stranger), 'trust')
  mkdirSync(dir, { mode: 0o700 })
  const forged = path.join(dir, `${path.basename(stateDirOf(stranger))}.json`)
  writeFileSync(forged, JSON.stringify({ ...rest, root: stranger.root, code }), { mode: 0o600 })
  expect((await ask(stranger, 'ls')).message).toContain(`${forged} ${told}`)
  expect(statSync(path.join(stranger.root, 'ran'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a record of rules that hooks did not write hides nothing', async () => {
  const project = shop()
  await warm(project)
  const record = path.join(stateDirOf(project), 'rules.json')
  replaceIn(record, '"rules":2', '"rules":0')
  for (const verb of ['status', 'doctor'])
    expect(unfolded(project, (await project.hooks([verb])).stdout)).toContain(`${record} ${told}`)
  rmSync(cacheOf(project), { recursive: true })
  rmSync(path.join(project.root, 'hooks.yaml'))
  expect((await ask(project, push)).message).toContain(`${record} ${told}`)
  expect((await ask(project, push)).message).not.toContain(told)
})

describe('the key', () => {
  test('is ours alone, and made once', async () => {
    const project = shop()
    await warm(project)
    const key = readFileSync(keyOf(project))
    expect([key.length, statSync(keyOf(project)).mode & 0o777]).toEqual([16, 0o600])
    await warm(project)
    expect(readFileSync(keyOf(project))).toEqual(key)
  })

  test.each([
    ['lost', (file: string) => rmSync(file)],
    ['readable by others', (file: string) => chmodSync(file, 0o644)],
    ['cut', (file: string) => writeFileSync(file, 'short')],
    ['another', (file: string) => writeFileSync(file, '0123456789abcdef')],
  ])('%s: all is made anew and told once, and the rules hold', async (_, change) => {
    const project = shop()
    await warm(project)
    change(keyOf(project))
    const { decision, message } = await ask(project, push)
    expect(decision).toBe('deny')
    expect(message.split(told).length - 1).toBe(3) // plan, code and the record of rules
    expect(statSync(keyOf(project)).mode & 0o777).toBe(0o600)
    for (let run = 0; run < 2; run++) expect((await ask(project, push)).message).not.toContain(told)
  })

  test('that many runs make at once is one', async () => {
    const project = shop()
    await Promise.all(Array.from({ length: 6 }, () => ask(project, push)))
    await warm(project)
    expect((await ask(project, push)).message).not.toContain(told)
    expect(readdirSync(stateOf(project)).filter((name) => name.startsWith('key'))).toEqual(['key'])
  })

  test('without a place for it nothing is cached, the rules hold, and status says so', async () => {
    const project = shop()
    mkdirSync(keyOf(project), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(keyOf(project), 'file'), '')
    for (let run = 0; run < 2; run++) expect((await ask(project, push)).decision).toBe('deny')
    expect(existsSync(cacheOf(project))).toBe(false)
    const { stdout } = await project.hooks(['status'])
    expect(unfolded(project, stdout)).toContain(`${keyOf(project)} cannot be made`)
  })
})

test('a look into the project vouches for nothing new', async () => {
  const project = makeProject({ 'hooks.yaml': rules })
  await warm(project)
  const file = fileIn(cacheOf(project), /PreToolUse\.rules$/)
  replaceIn(file, '"mode":"enforce"', '"mode":"watch"')
  await project.hooks(['explain', push])
  expect((await ask(project, push)).message).toContain(`${file} ${told}`)
})
