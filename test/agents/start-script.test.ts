// Whatever ends hooks, the agent gets an answer: a refusal before a call, a word elsewhere.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { refusalScript, startScript } from '../../src/agents/shared/start-script.ts'
import { installableAgents, type InstallableAgent } from '../../src/cli/agents/agents.ts'
import { emptyVerdict } from '../../src/engine/select/empty-verdict.ts'
import { isGate } from '../../src/model/events.ts'
import { END_MARK, loaderVariables } from '../../src/model/start-contract.ts'
import { partOf } from '../support/part.ts'

const dir = mkdtempSync(join(tmpdir(), "dana's start-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const bin = join(dir, 'bin.cjs')
const started = installableAgents.map(({ dialect, settings }) => ({ dialect, events: settings.events }))
writeFileSync(join(dir, 'start.sh'), startScript(started))
writeFileSync(join(dir, 'refuse.sh'), refusalScript(started))

/** `program` is a text of sh, which stands for ours. */
function start(agent: string, event: string, program: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(bin, program)
  const line = 'node=/bin/sh; bin=$3; . "${bin%/*}/start.sh"'
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line, 'sh', agent, event, bin], {
    encoding: 'utf8',
    input: '{}',
    cwd: dir,
    env: { PATH: '/usr/bin:/bin', ...env },
  })
  return { status, stdout, stderr }
}

test.each([0, 2])('an answer is passed on with its exit code %i, to the last byte', (code) => {
  const program = `cat; printf 'an\\nanswer\\n\\n${String.raw`\004`}'; echo said >&2; exit ${code}`
  expect(start('claude-code', 'PreToolUse', program)).toEqual({
    status: code,
    stdout: '{}an\nanswer\n\n',
    stderr: 'said\n',
  })
})

test('where a session begins, no engine is asked', () => {
  const program = String.raw`printf '%s\004' "$*"`
  for (const { dialect, events } of started)
    for (const [native, event] of Object.entries(events))
      expect(start(dialect.name, native, program).stdout).toContain(
        event === 'SessionStart' ? '--engine=session' : '--engine=ask',
      )
})

const own = `caller-${process.platform}-${process.arch}`
const isPackaged = readFileSync(join(import.meta.dirname, '../../scripts/caller.mjs'), 'utf8').includes(
  `'${process.platform}-${process.arch}'`,
)

/** What is started for an installed copy of start.sh, with a caller at this place. */
function startedWith(caller: string, program = 'node_modules/hooks-yaml/dist/bin.cjs'): string {
  const place = mkdtempSync(join(dir, 'place-'))
  for (const file of [program, caller]) mkdirSync(dirname(join(place, file)), { recursive: true })
  copyFileSync(join(dir, 'start.sh'), join(place, dirname(program), 'start.sh'))
  writeFileSync(join(place, program), String.raw`printf 'program\004'`)
  writeFileSync(join(place, caller), String.raw`#!/bin/sh${'\n'}printf 'caller of %s\004' "$2"`, {
    mode: 0o755,
  })
  const line = 'node=/bin/sh; bin=$3; . "${bin%/*}/start.sh"'
  const argv = ['-c', line, 'sh', 'claude-code', 'PreToolUse', join(place, program)]
  return spawnSync('sh', argv, { encoding: 'utf8', input: '{}' }).stdout.replace(place, '')
}

test.runIf(isPackaged)('the caller of this machine starts an installed program, and no other', () => {
  const bin = '/node_modules/hooks-yaml/dist/bin.cjs'
  const [beside, below] = ['node_modules/@hooks-yaml', 'node_modules/hooks-yaml/node_modules/@hooks-yaml']
  expect(startedWith(`${beside}/${own}/caller`)).toBe(`caller of ${bin}`)
  expect(startedWith(`${below}/${own}/caller`)).toBe(`caller of ${bin}`)
  expect(startedWith('node_modules/hooks-yaml/dist/caller')).toBe(`caller of ${bin}`)
  for (const other of ['caller-linux-s390x', 'caller-plan9-x64', 'caller-'])
    expect(startedWith(`${beside}/${other}/caller`)).toBe('program')
  // Whoever may write beside a clone may not write into it.
  expect(startedWith(`@hooks-yaml/${own}/caller`, 'clone/dist/bin.cjs')).toBe('program')
})

const ends: readonly (readonly [why: string, program: string])[] = [
  ...Array.from({ length: 255 }, (_, at) => [`exit ${at + 1}`, `exit ${at + 1}`] as const).filter(([why]) => {
    const code = Number(why.slice(5))
    return code <= 128 // higher ones stand for signals
  }),
  ['exit 0', 'exit 0'],
  ['exit 0', 'printf \'{"half":\''],
  ...[1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15].map(
    (signal) => [`signal ${signal}`, `kill -${signal} $$; sleep 9`] as const,
  ),
  ['signal 9', 'printf \'{"half":\'; kill -9 $$'],
  ['signal 127', 'exit 255'],
]

const ended = (why: string): string => `its process ended before it could answer (${why})`

/** As the agent reads a refusal or a word for its user, with what the dialect would answer. */
function answerOf({ name, dialect, settings }: InstallableAgent, native: string, why: string) {
  const event = settings.events[native] ?? 'PreToolUse'
  const holds = isGate(event)
  const rest = `${why}. Try: npx hooks-yaml doctor ${name}`
  const text = holds
    ? `hooks could not check this call, so it is refused: ${rest}`
    : `hooks could not check this ${native} event: ${rest}`
  const says = holds ? ({ decision: 'deny', reason: text } as const) : { system_messages: [text] }
  const about = { event, native_event: native, agent: name, cwd: '/', root: '/', raw: {} }
  return { ...dialect.encode({ ...emptyVerdict, ...says }, about), text }
}

describe.each(installableAgents)('$name', (agent) => {
  const own = partOf(ends, installableAgents.length, { from: installableAgents.indexOf(agent) })
  const usual = ends.filter(([, program]) => /half|-9|exit 9$|exit 0/.test(program))
  const natives = Object.keys(agent.settings.events)
  const gates = natives.filter((native) => isGate(agent.settings.events[native]))

  test.each([...usual, ...own])('%s: refuses a call in its form: %s', (why, program) => {
    for (const native of gates) {
      const { status, stdout, stderr } = start(agent.name, native, program)
      const { text, ...answer } = answerOf(agent, native, ended(why))
      expect(status).toBe(answer.exit)
      expect(stdout + stderr).toContain(text)
      if (answer.stdout !== '') expect(keysOf(JSON.parse(stdout))).toEqual(keysOf(JSON.parse(answer.stdout)))
    }
  })

  test('lets everything else go, and says so', () => {
    for (const native of natives.filter((each) => !gates.includes(each))) {
      const { status, stdout, stderr } = start(agent.name, native, 'exit 9')
      const { text, exit } = answerOf(agent, native, ended('exit 9'))
      expect([native, status, (stdout + stderr).includes(text)]).toEqual([native, exit, true])
    }
  })
})

function keysOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, keysOf(each)]))
}

describe('where the installed Node is gone', () => {
  const place = mkdtempSync(join(dir, 'nodes-'))
  const gone = join(place, 'nvm/v18.1.0/bin/node')
  const project = join(place, 'shop')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'api'))

  /** Answers with its name. */
  function putNode(file: string, version = 'v20.19.0'): string {
    const path = join(place, file)
    mkdirSync(join(path, '..'), { recursive: true })
    const text = `[ "$1" = --version ] && { echo ${version}; exit; }; printf '%s' "$0"; printf '${String.raw`\004`}'`
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    return path
  }

  interface Away {
    readonly node?: string
    /** As a line of `--project` starts it. */
    readonly shared?: boolean
    /** In place of the usual places. */
    readonly usual?: readonly string[]
    readonly cwd?: string
  }

  /** Without the installed Node. */
  function startWithout(
    paths: readonly string[] = [],
    { node = gone, shared = false, usual = [], cwd = join(project, 'api') }: Away = {},
  ) {
    const script = startScript(started).replace(
      /^hooks_places=.*$/m,
      `hooks_places='${usual
        .map((each) => join(place, each))
        .join(':')
        .replaceAll("'", String.raw`'\''`)}'`,
    )
    writeFileSync(join(place, 'start.sh'), script)
    writeFileSync(join(place, 'refuse.sh'), refusalScript(started))
    const line = `${shared ? 'd=x; ' : ''}node='${node.replaceAll("'", String.raw`'\''`)}'; bin=$3; . "\${bin%/*}/start.sh"`
    return spawnSync('/bin/sh', ['-c', line, 'sh', 'claude-code', 'PreToolUse', join(place, 'bin.cjs')], {
      encoding: 'utf8',
      cwd,
      env: { PATH: paths.map((each) => (isAbsolute(each) ? each : join(place, each))).join(':') },
    })
  }

  test('another version beside it starts', () => {
    putNode('nvm/v16.0.0/bin/node', 'v16.20.2')
    const found = putNode('nvm/v22.1.0/bin/node', 'v22.1.0')
    expect(startWithout()).toMatchObject({ status: 0, stdout: found })
    rmSync(join(place, 'nvm'), { recursive: true })
    const other = putNode('fnm/v20.19.0/installation/bin/node')
    expect(startWithout([], { node: join(place, 'fnm/v18.1.0/installation/bin/node') })).toMatchObject({
      stdout: other,
    })
  })

  test('then the first of PATH that is new enough and none of the project', () => {
    putNode('shop/bin/node')
    putNode('shop/api/node_modules/.bin/node')
    putNode('tools/node_modules/.bin/node')
    putNode('old/node', 'v20.9.1')
    putNode('odd/node', 'nonsense')
    const found = putNode('new/node')
    putNode('newer/node')
    const paths = [
      'shop/bin',
      'shop/api/node_modules/.bin',
      'tools/node_modules/.bin',
      'old',
      'odd',
      'new',
      'newer',
    ]
    expect(startWithout(paths)).toMatchObject({ status: 0, stdout: found })
    expect(startWithout(paths, { node: join(place, 'shop/bin/node'), shared: true }).stdout).toBe(found) // a shared line's is of PATH
    expect(startWithout(paths, { node: join(place, 'shop/bin/node') }).stdout).toBe(
      join(place, 'shop/bin/node'),
    )
  })

  test('the usual places come first, and a PATH of one directory counts', () => {
    const [usual, found] = [putNode('usual/node'), putNode('alone/node')]
    expect(startWithout(['alone'], { usual: ['none', 'usual'] }).stdout).toBe(usual)
    expect(startWithout(['alone'], { usual: ['none'] }).stdout).toBe(found)
  })

  test.each(['/opt/node/bin/node', '/usr/bin/node', '/home/u/.local/bin/node'])(
    'nothing beside %s is another version of it',
    (path) => {
      for (const file of [
        'opt/other/bin/node',
        'tmp/bin/node',
        'home/u/clone/bin/node',
        'home/mallory/.local/bin/node',
      ])
        putNode(`root${file}`)
      expect(startWithout([], { node: join(place, `root${path}`) }).status).toBe(2)
    },
  )

  test.each([
    ['by the way of /proc', '/proc/self/cwd/bin'],
    ['by a dot', join(place, './shop/bin').replace('/shop', '/./shop')],
    ['by a link', join(place, 'link/bin')],
    ['of another project', join(place, 'other/bin')],
  ])('a program of a project is none: %s', (_, dir) => {
    putNode('shop/bin/node')
    putNode('other/bin/node')
    writeFileSync(join(place, 'other/.env'), '')
    rmSync(join(place, 'link'), { force: true })
    symlinkSync(project, join(place, 'link'))
    for (const cwd of [project, join(project, 'api')])
      for (const shared of [true, false]) {
        const node = shared ? `${dir}/node` : gone
        expect(startWithout([dir], { node, shared, cwd }).status).toBe(2)
      }
  })

  test('a call is refused, and the cause is named', () => {
    const { status, stdout, stderr } = startWithout(['old'])
    expect(status).toBe(2)
    expect(stdout).toContain('"permissionDecision":"deny"')
    expect(stderr).toContain(`${gone} is gone, and no other Node of 20.19 or newer was found.`)
  })
})

test('an agent that nobody knows is refused', () => {
  expect(start('nobody', 'Anything', 'exit 1')).toMatchObject({ status: 2, stdout: '' })
})

test('what loads code does not reach the program, and is kept for scripts', () => {
  const given = Object.fromEntries(loaderVariables.map((name) => [name, `/evil ${name}`]))
  const shown = loaderVariables.map((name) => `"$${name}" "$HOOKS_KEPT_${name}"`).join(' ')
  const program = `printf '<%s><%s>\\n' ${shown}; printf '${String.raw`\004`}'`
  const { stdout } = start('claude-code', 'Stop', program, { ...given, HOOKS_KEPT_NODE_OPTIONS: 'forged' })
  expect(stdout.trimEnd().split('\n')).toEqual(loaderVariables.map((name) => `<></evil ${name}>`))
  const bare = start('claude-code', 'Stop', program, { HOOKS_KEPT_NODE_OPTIONS: 'forged' })
  expect(bare.stdout).toContain('<><>')
  expect(bare.stdout).not.toContain('forged')
})

test('the mark is one character that no answer ends with', () => {
  expect(JSON.stringify(END_MARK)).toBe(String.raw`"\u0004"`)
})
