// What a run loads: the answer to every tool call waits for it.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bin, copyCodeCache, finish, makeProject, type Project } from './support/cli.ts'
import { trustProject } from './support/trust.ts'

/** Whose home it is, what runs cached code, and the checksums of what is kept, with what these bring in. */
const NEEDED = ['os', 'stream', 'stream/promises', 'string_decoder', 'vm', 'zlib']

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { input: { command: '*push --force*' } }, deny: Push a branch. }
    - { name: checked, match: { input: { command: '*deploy*' } }, run: ['true'] }
  PreCompact:
    - { name: by-hand, match: { when: 'source == "manual"' }, context: Keep the plan. }
  PostToolUse:
    - { name: short, match: { tool: '@shell' }, use: evict, with: { max_chars: 100 } }
`

/** Prints what was loaded when the process ends: files of ours, and modules of Node that a bare start does not have. */
const tracer = `const fs = require('node:fs')
const before = new Set(process.moduleLoadList)
const files = []
const { readFileSync } = fs
fs.readFileSync = (file, ...rest) => { if (String(file).endsWith('.cjs')) files.push(require('node:path').basename(file)); return readFileSync(file, ...rest) }
process.on('exit', () => {
  const modules = process.moduleLoadList.filter((name) => !before.has(name) && name.startsWith('NativeModule ')).map((name) => name.slice(13))
  fs.writeSync(2, JSON.stringify({ files, modules: modules.filter((name) => !name.startsWith('internal/')) }))
})
`

interface Trace {
  readonly files: readonly string[]
  readonly modules: readonly string[]
}

let shop: Project

async function traceOf(payload: object): Promise<Trace> {
  const input = JSON.stringify({ session_id: 's', cwd: shop.root, ...payload })
  const file = path.join(shop.dir, 'payload')
  writeFileSync(file, input)
  const argv = [
    // From a file: a socket, as Node hands over, is read with a deadline by Node's own streams.
    'sh',
    '-c',
    'exec "$@" < "$0"',
    file,
    process.execPath,
    '--require',
    path.join(shop.dir, 'tracer.cjs'),
    bin,
    'run',
    '--agent',
    'claude-code',
  ]
  const env = { ...shop.env, CLAUDE_PROJECT_DIR: shop.root }
  const { stderr } = await finish(argv, { cwd: shop.root, env })
  return JSON.parse(stderr.slice(stderr.lastIndexOf('{"files"'))) as Trace // printed by the tracer
}

const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})

const output = { stdout: 'x'.repeat(500), stderr: '', interrupted: false, isImage: false }
const after = {
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_response: output,
}

beforeAll(async () => {
  shop = makeProject({ 'hooks.yaml': rules })
  copyCodeCache(shop.dir)
  trustProject(shop.root, shop.env)
  writeFileSync(path.join(shop.dir, 'tracer.cjs'), tracer)
  await traceOf(bash('ls')) // compiles the plan
})

describe('with a plan that is kept', () => {
  test.each([
    { what: 'a call that no rule is about', payload: bash('ls src'), files: [] },
    {
      what: 'a denied call',
      payload: bash('git push --force'),
      files: ['agents.cjs', 'decide.cjs', 'parser.cjs'],
    },
    {
      what: 'a script rule',
      payload: bash('npm run deploy'),
      files: ['agents.cjs', 'decide.cjs', 'parser.cjs', 'scripts.cjs'],
    },
    { what: 'a built-in', payload: after, files: ['agents.cjs', 'builtins.cjs', 'decide.cjs'] },
    {
      what: 'a prompt',
      payload: { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
      files: ['decide.cjs'],
    },
    {
      what: 'a rule with an expression',
      payload: { hook_event_name: 'PreCompact', trigger: 'manual' },
      files: ['agents.cjs', 'cel.cjs', 'decide.cjs'],
    },
    {
      what: 'a payload with a secret',
      payload: bash('login --token abc'),
      files: ['decide.cjs', 'parser.cjs'],
    },
  ])('$what loads $files besides', async ({ payload, files }) => {
    await traceOf(payload) // keeps the code of what ran for the first time
    const trace = await traceOf(payload)
    expect(trace.files.filter((file) => file !== 'tracer.cjs' && file !== 'bin.cjs').toSorted()).toEqual(
      [...files, 'run.cjs'].toSorted(),
    )
  })

  test.each([bash('ls src'), bash('git push --force'), after])(
    'Node adds nothing but what runs cached code',
    async (payload) => {
      expect((await traceOf(payload)).modules.toSorted()).toEqual(NEEDED)
    },
  )

  test('a script brings in child_process, but not crypto', async () => {
    const { modules } = await traceOf(bash('npm run deploy'))
    expect(modules).toContain('child_process')
    expect(modules).not.toContain('crypto')
  })
})

test('a changed file is compiled without commander, chokidar and all else that people use', async () => {
  writeFileSync(path.join(shop.root, 'hooks.yaml'), `${rules}# changed\n`) // its record stays
  const { files } = await traceOf(bash('ls'))
  expect(files).toContain('compile.cjs')
  expect(files).not.toContain('cli.cjs')
})

describe('with rules about what a call does', () => {
  const facts = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: secrets, match: { path: .env }, deny: It holds secrets. }
  AgentStop:
    - { name: done, match: { response: '*perhaps*' }, continue: Be sure. }
`
  beforeAll(async () => {
    shop.write('hooks.yaml', facts)
    await traceOf(bash('ls')) // compiles the plan
  })

  test.each([
    {
      what: 'a simple command',
      payload: bash('cd src && git diff --stat | head -20'),
      files: ['decide.cjs', 'parser.cjs'],
    },
    {
      what: 'a command with a variable',
      payload: bash('npm test $FILES'),
      files: ['decide.cjs', 'parser.cjs'],
    },
    {
      what: 'a simple command that is denied',
      payload: bash('cat .env'),
      files: ['agents.cjs', 'decide.cjs', 'parser.cjs'],
    },
    {
      what: 'a call of a file tool',
      payload: { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'src/cart.ts' } },
      files: ['decide.cjs'],
    },
    {
      what: 'an event that is no call',
      payload: { hook_event_name: 'Notification', message: 'x' },
      files: [],
    },
  ])('$what loads $files besides', async ({ payload, files }) => {
    const trace = await traceOf(payload)
    const ours = trace.files.filter((file) => file !== 'tracer.cjs' && file !== 'bin.cjs')
    expect(ours.toSorted()).toEqual([...files, 'run.cjs'].toSorted())
    expect(trace.modules.toSorted()).toEqual(NEEDED)
  })
})

describe('with a rule about the session', () => {
  const session = `version: 1
hooks:
  AgentStop:
    - { name: tested, match: { session: { wrote: 'src/**', since: npm test } }, continue: Run npm test. }
`
  beforeAll(async () => {
    shop.write('hooks.yaml', session)
    await traceOf(bash('ls')) // compiles the plan
  })

  test.each([
    { what: 'a call before it is made', payload: bash('ls'), files: [] },
    { what: 'the result of a command', payload: after, files: ['decide.cjs', 'parser.cjs'] },
    {
      what: 'the result of a file tool',
      payload: { ...after, tool_name: 'Read', tool_input: { file_path: 'src/cart.ts' } },
      files: ['decide.cjs'],
    },
    {
      what: 'a prompt',
      payload: { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
      files: ['decide.cjs'],
    },
    { what: 'the end', payload: { hook_event_name: 'Stop' }, files: ['decide.cjs'] },
  ])('$what loads $files besides', async ({ payload, files }) => {
    const trace = await traceOf(payload)
    const ours = trace.files.filter((file) => file !== 'tracer.cjs' && file !== 'bin.cjs')
    expect(ours.toSorted()).toEqual([...files, 'run.cjs'].toSorted())
    expect(trace.modules.toSorted()).toEqual(NEEDED)
  })
})
