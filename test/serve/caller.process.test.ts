// The native caller, byte by byte: it ends with an engine's whole answer, or with the cold run. Here both are stand-ins.
import { execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { shimText } from '../../src/agents/shared/shim.ts'
import { END_MARK } from '../../src/model/start-contract.ts'
import { decodeAnswer, decodeCall } from '../../src/serve/protocol.ts'
import { socketOf } from '../../src/serve/place.ts'
import { check } from '../support/check.ts'
import { allCallers, programOf, sanitizerEnv, standIn } from '../support/engine.ts'
import { runs } from '../support/seed.ts'
import { until } from '../support/time.ts'

const home = mkdtempSync(path.join(tmpdir(), "hooks-dana's caller-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Says that it ran, how, and with what on its stdin. */
const COLD = 'COLD'
const bin = path.join(home, 'bin.cjs')
writeFileSync(bin, `printf '${COLD} %s\\n' "$*"; cat; printf '${String.raw`\004`}'; exit 3\n`)
const node = '/bin/sh'
const ownShim = path.join(home, "dana's shim")
writeFileSync(ownShim, shimText({ node, bin }))

let dir = ''
let engines = 0
beforeEach(() => void (dir = path.join(home, `engine${engines++}`)))

interface Ended {
  readonly out: Buffer
  readonly err: string
  readonly exit: number | null
  readonly signal: NodeJS.Signals | null
}

interface Given extends SpawnOptions {
  readonly program?: string
  readonly payload?: Buffer | string
  /** A shell's redirections, and what it does first. */
  readonly redirect?: string
  readonly before?: string
  /** What `sh` would run where no shell waits for the caller. */
  readonly script?: string
  readonly shim?: string
  /** A stdin that stays open behind the payload. */
  readonly keepsOpen?: boolean
}

const native = allCallers.filter((each) => each !== 'node')
type Native = (typeof native)[number]

function argvOf(caller: Native, given: Given = {}): readonly string[] {
  const { program = bin, redirect = '', before = '', script, shim = ownShim } = given
  const place = `--engine-dir=${dir}`
  const argv =
    script === undefined
      ? [node, program, 'run', '--agent', 'claude-code', '--engine=ask', place, '--end']
      : ['-c', script, shim, 'claude-code', 'PreToolUse', '', place]
  const shell = `${before}${redirect}` === '' ? [] : ['/bin/sh', '-c', `${before}exec "$@" ${redirect}`, 'sh']
  return [...shell, ...programOf(caller), ...argv]
}

function start(caller: Native, given: Given = {}) {
  const [command = '', ...args] = argvOf(caller, given)
  return spawn(command, args, { cwd: home, env: { PATH: process.env['PATH'], ...sanitizerEnv }, ...given })
}

function call(caller: Native, given: Given = {}): Promise<Ended> {
  const child = start(caller, given)
  const out: Buffer[] = []
  let err = ''
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin?.on('error', () => undefined) // it may have enough
  if (given.keepsOpen === true) child.stdin?.write(given.payload ?? '{}')
  else child.stdin?.end(given.payload ?? '{}')
  return new Promise((resolve) =>
    child.on('close', (exit, signal) => {
      child.stdin?.destroy()
      resolve({ out: Buffer.concat(out), err, exit, signal })
    }),
  )
}

/** What a cold run was told of the engine, and its payload. */
function coldOf({ out, err, exit }: Ended): { readonly engine: string; readonly payload: Buffer } {
  const end = out.indexOf('\n')
  const [, engine = ''] = /^COLD run .*--engine=(\w+) .*--end$/.exec(out.toString('latin1', 0, end)) ?? []
  expect([engine === '' ? out.toString('latin1', 0, 200) : '', err, exit]).toEqual(['', '', 3])
  return { engine, payload: out.subarray(end + 1, -1) }
}

/** Hears whole calls. */
function engineThat(
  answer: (socket: Socket, payload: Buffer, argv: readonly string[]) => void,
): Promise<() => void> {
  return standIn({ bin, node, dir }, (socket, first) => {
    const said = [first]
    const take = (bytes?: Buffer): void => {
      if (bytes !== undefined) said.push(bytes)
      const [, words, size] = /^call \d+ (\d+) (\d+)\n/.exec(said[0]?.toString('latin1', 0, 96) ?? '') ?? []
      const missing = Number(words) + Number(size) - said.reduce((sum, each) => sum + each.length, 0)
      if (missing > 0) return
      const all = Buffer.concat(said)
      const call = decodeCall(all)
      if (typeof call === 'number') return
      socket.off('data', take)
      answer(socket, all.subarray(all.length - Number(size)), call === 'wrong' ? [] : call.argv)
    }
    socket.on('data', take)
    take()
  })
}

const answerOf = (out: string, exit = 0, err = ''): string =>
  `${exit} ${Buffer.byteLength(out) + 1} ${Buffer.byteLength(err)}\n${out}${END_MARK}${err}`

const MiB = 1 << 20
const textOf = (size: number): string => `{"text":"${'x'.repeat(size - 11)}"}`

const whole: readonly (readonly [string, Buffer | string])[] = [
  ['the least', '{}'],
  ['of 32 MiB', textOf(32 * MiB)],
  ['with NULs', '{"a":"\0\0"}\0'],
  ['with half of UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xe2, 0x82, 0x22, 0x3a, 0x31, 0x7d, 0xe2])],
  ['with braces in its texts', '{"a":"}\\"}","b":"\\\\"}'],
  ['a million levels deep', '['.repeat(MiB) + ']'.repeat(MiB)],
]
const broken: readonly (readonly [string, Buffer | string])[] = [
  ['of no bytes', ''],
  ['of one byte', '{'],
  ['of one NUL', '\0'],
  ['that is half', '{"a":"'],
  ['that is no object', '"}"'],
  ['of more than 32 MiB', textOf(32 * MiB + 1)],
]

describe.each(native)('the %s caller', (caller) => {
  test.each(whole)('hands on a payload %s, to the last byte', async (_, payload) => {
    const cold = coldOf(await call(caller, { payload }))
    expect(cold.engine).toBe('none')
    expect(Buffer.compare(cold.payload, Buffer.from(payload))).toBe(0)
    let heard: Buffer = Buffer.alloc(0)
    const end = await engineThat((socket, bytes) => {
      heard = bytes
      socket.end(answerOf('fine'))
    })
    const { out, exit } = await call(caller, { payload, keepsOpen: true })
    expect([out.toString('latin1', 0, 200), exit]).toEqual([`fine${END_MARK}`, 0])
    expect(Buffer.compare(heard, Buffer.from(payload))).toBe(0)
    end()
  })

  test.each(broken)('leaves a payload %s to the cold run', async (_, payload) => {
    const end = await engineThat((socket) => socket.end(answerOf('fine')))
    const given = Buffer.from(payload)
    const cold = coldOf(await call(caller, { payload }))
    expect(cold.engine).toBe('mute')
    expect(Buffer.compare(cold.payload, given.subarray(0, cold.payload.length))).toBe(0)
    expect(cold.payload.length).toBeGreaterThanOrEqual(Math.min(given.length, 32 * MiB + 1))
    end()
  })

  test.each(['<&-', '< /', '0> /dev/null', '< /dev/null', '<&- 2>&-'])(
    'leaves a stdin of %s to the cold run',
    async (redirect) => {
      const end = await engineThat((socket) => socket.end(answerOf('fine')))
      expect(coldOf(await call(caller, { redirect })).payload.length).toBe(0)
      end()
    },
  )

  test.each(['>&-', '> /dev/full'])('refuses where nobody hears its answer, as with %s', async (redirect) => {
    const end = await engineThat((socket) => socket.end(answerOf('fine')))
    expect(await call(caller, { redirect })).toMatchObject({ exit: 2, signal: null })
    end()
  })

  test('says a long answer through a narrow pipe that does not block', async () => {
    const text = 'x'.repeat(MiB)
    const end = await engineThat((socket) => socket.end(answerOf(text, 2, 'why')))
    const pipe = path.join(dir, 'pipe')
    execFileSync('mkfifo', [pipe])
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    const ended = call(caller, { stdio: ['pipe', 'pipe', 'pipe', fd], redirect: '>&3' })
    let heard = 0
    const bytes = Buffer.alloc(4096)
    await until(() => {
      try {
        heard += readSync(fd, bytes)
      } catch {
        // Nothing is there yet.
      }
      return heard === text.length + 1
    })
    expect(await ended).toMatchObject({ exit: 2, err: 'why' })
    closeSync(fd)
    end()
  })

  test('takes an answer that comes in two pieces, and none that is torn, at whatever byte', async () => {
    const text = `..${answerOf('fine', 2, 'why')}`
    let at = 0
    let isTorn = false
    const end = await engineThat((socket) => {
      socket.write(text.slice(0, at))
      if (isTorn) socket.end()
      else setTimeout(() => socket.end(text.slice(at)), 2)
    })
    for (; at < text.length; at++) {
      isTorn = true
      expect(coldOf(await call(caller)).engine).toBe('mute')
      isTorn = false
      const { out, err, exit } = await call(caller)
      expect([at, out.toString(), err, exit]).toEqual([at, `fine${END_MARK}`, 'why', 2])
    }
    end()
  })

  test('takes no answer without the mark behind it', async () => {
    const end = await engineThat((socket) => socket.end('0 4 0\nfine'))
    coldOf(await call(caller))
    end()
  })

  test.each(['a file', 'a directory'])('needs no engine where %s has its place', async (what) => {
    mkdirSync(dir, { mode: 0o700 })
    const place = socketOf({ bin, node, dir }) ?? ''
    if (what === 'a file') writeFileSync(place, answerOf('fine'))
    else mkdirSync(place)
    expect(coldOf(await call(caller)).engine).toBe('none')
  })

  test('needs no engine whose path is longer than a socket can have', async () => {
    dir = path.join(dir, 'x'.repeat(100))
    mkdirSync(dir, { mode: 0o700, recursive: true })
    expect(coldOf(await call(caller)).engine).toBe('mute')
  })

  test('gives the cold run what it was given, and no file of its own', async () => {
    const end = await engineThat((socket) => socket.end('F\n'))
    const program = path.join(home, 'shows.sh')
    writeFileSync(
      program,
      'printf "COLD run --engine=x --end\\n"; cat >/dev/null; echo /proc/$$/fd/*; env; pwd; exit 3',
    )
    const shown = async (argv: readonly string[]): Promise<string> => {
      const [command = '', ...args] = argv
      const child = spawn(command, args, { cwd: home, env: { A: '1', B: 'x\ny', ...sanitizerEnv } })
      child.stdin.end('{}')
      let out = ''
      for await (const chunk of child.stdout) out += String(chunk)
      return out.replaceAll(/\/proc\/\d+/g, '/proc/self').replaceAll(/^_=.*$/gm, '')
    }
    expect(await shown(argvOf(caller, { program }))).toBe(await shown([node, program]))
    end()
  })

  test.each(['its end', 'the end of who reads it'])('tells the engine of %s', async (what) => {
    let [asked, gone] = [false, false]
    const end = await engineThat((socket) => {
      asked = true
      socket.write('.')
      socket.on('close', () => (gone = true))
      socket.resume()
    })
    const child = start(caller)
    child.stdin?.end('{}')
    await until(() => asked)
    if (what === 'its end') child.kill('SIGTERM')
    else child.stdout?.destroy()
    await until(() => gone)
    end()
  })

  test.skipIf(process.getuid?.() !== 0)('asks no engine of another group', async () => {
    let wasAsked = false
    const end = await engineThat((socket) => {
      wasAsked = true
      socket.end(answerOf('fine'))
    })
    expect(coldOf(await call(caller, { gid: 1 })).engine).toBe('none')
    expect(wasAsked).toBe(false)
    end()
  })
})

const NO_PROCESS = 'ulimit -p 0 2>/dev/null || ulimit -u 0; ' // as dash calls it, and others do
const SHOWS = `printf '%s|' "$0" "$@"; cat`
const shown = (known: string, payload = '{}', shim = ownShim): string =>
  `${shim}|claude-code|PreToolUse||${known}|${payload}`

describe.each(native)('the %s caller without a shell before it', (caller) => {
  test('prints the answer of an engine, which hears what start.sh would say', async () => {
    let heard: readonly string[] = []
    const end = await engineThat((socket, _, argv) => {
      heard = argv
      socket.end(answerOf('fine', 2, 'why'))
    })
    const { out, err, exit } = await call(caller, { script: SHOWS })
    expect([out.toString(), err, exit]).toEqual(['fine', 'why', 2])
    const words = ['run', '--agent', 'claude-code', '--event=PreToolUse', '--entry=', '--engine=raw', '--end']
    expect(heard).toEqual(words)
    end()
  })

  test('prints nothing where the answer is nothing', async () => {
    const end = await engineThat((socket) => socket.end(answerOf('')))
    expect(await call(caller, { script: SHOWS })).toMatchObject({ out: Buffer.alloc(0), err: '', exit: 0 })
    end()
  })

  test.each([
    ['none', () => undefined],
    ['mute', (socket: Socket) => socket.end('F\n')],
    ['mute', (socket: Socket) => socket.end('0 4 0\nfine')],
  ])('else starts the shell, and tells it of the engine: %s', async (known, answer) => {
    const end = known === 'none' ? () => undefined : await engineThat(answer)
    const { out, err, exit } = await call(caller, { script: SHOWS })
    expect([out.toString(), err, exit]).toEqual([shown(known), '', 0])
    end()
  })

  test.each([
    ['is gone', undefined],
    ['is empty', ''],
    ['has no program', shimText({ node })],
    ['has no Node', shimText({ node: '/gone/node', bin })],
    ['is no shim', `node=${'x'.repeat(100_000)}`],
    ['names programs of the directory that it is started in', 'node=sh\nbin=bin.cjs\n'],
  ])('asks no engine when the shim %s', async (_, text) => {
    const end = await engineThat((socket) => socket.end(answerOf('fine')))
    const shim = path.join(home, 'another')
    rmSync(shim, { force: true })
    if (text !== undefined) writeFileSync(shim, text)
    const { out } = await call(caller, { script: SHOWS, shim })
    expect(out.toString()).toBe(shown('none', '{}', shim))
    end()
  })

  test.each([0, 2])('passes on the exit code %i', async (code) => {
    const { out, exit } = await call(caller, { script: `echo said; exit ${code}` })
    expect([out.toString(), exit]).toEqual(['said\n', code])
  })

  test.each([
    ...['exit 1', 'exit 3', 'exit 126', 'exit 127', 'exit 255'].map((end) => [end, end] as const),
    ...[1, 6, 9, 11, 13, 15].map((signal) => [`kill -${signal} $$; sleep 9`, `signal ${signal}`] as const),
  ])('%s of the shell is a refusal', async (script, why) => {
    const { err, exit } = await call(caller, { script })
    expect(exit).toBe(2)
    expect(err).toContain(`so it is refused: its process ended before it could answer (${why})`)
  })

  test.runIf(process.platform === 'linux')('hears of its end when an agent ignores ends', async () => {
    const before = 'set -- env --ignore-signal=CHLD "$@"; '
    expect(await call(caller, { script: 'exit 0', before })).toMatchObject({ err: '', exit: 0 })
    const { err, exit } = await call(caller, { script: 'kill -9 $$', before })
    expect([exit, err]).toEqual([2, expect.stringContaining('(signal 9)')])
  })

  test('refuses where no process can be started', async () => {
    const uid = process.getuid?.() === 0 ? { uid: 12_345, gid: 12_345 } : {}
    const { err, exit } = await call(caller, { script: SHOWS, before: NO_PROCESS, ...uid })
    expect([exit, err]).toEqual([2, expect.stringContaining('so it is refused: ')])
  })

  test('refuses without arguments', async () => {
    const child = spawn(programOf(caller)[0] ?? '', { env: sanitizerEnv })
    let err = ''
    for await (const chunk of child.stderr) err += String(chunk)
    expect(err).toContain('so it is refused: the agent started this program without its arguments')
    await until(() => child.exitCode !== null)
    expect(child.exitCode).toBe(2)
  })
})

/** Pieces of answers and payloads. */
const pieces = [
  '.',
  ' ',
  '\n',
  '\0',
  '-',
  '+',
  '0',
  '1',
  '255',
  '256',
  '99999999',
  '999999999999',
  END_MARK,
  'F',
  '}',
  '"',
]

interface Mutation {
  readonly at: number
  readonly cut: number
  readonly put: string
}

const mutations = fc.array(
  fc.record({
    at: fc.nat(1000),
    cut: fc.nat(3),
    put: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('', ...pieces) }, fc.string({ maxLength: 4 })),
  }),
  { maxLength: 3 },
)

function mutated(text: string, changes: readonly Mutation[]): string {
  return changes.reduce((before, { at, cut, put }) => {
    const place = at % (before.length + 1)
    return before.slice(0, place) + put + before.slice(place + cut)
  }, text)
}

const fuzzed = native.at(-1)

test.skipIf(fuzzed === undefined)(
  'however payload and answer are changed, the end is a whole answer or the cold run',
  { tags: 'long' },
  async () => {
    let said = ''
    let heard: Buffer | undefined
    dir = path.join(home, 'fuzzed')
    const end = await engineThat((socket, payload) => {
      heard = payload
      socket.end(said)
    })
    const property = fc.asyncProperty(mutations, mutations, fc.nat(255), async (calls, answers, code) => {
      const payload = Buffer.from(mutated('{"tool_input":{"command":"ls \\"x\\" \\\\"}}', calls))
      said = mutated(`..${answerOf('{"decision":"deny"}', code, 'why')}`, answers)
      heard = undefined
      const ended = await call(fuzzed ?? 'native', { payload })
      const answer = heard === undefined ? 'more' : decodeAnswer(Buffer.from(said))
      const isAnswer = typeof answer === 'object' && answer.out.endsWith(END_MARK)
      if (!isAnswer) {
        expect(coldOf(ended).payload.toString()).toBe(payload.toString())
        return
      }
      expect(heard).toEqual(payload)
      const { out, err, exit, signal } = ended
      expect({ out: out.toString(), err, exit, signal }).toEqual({ ...answer, signal: null })
    })
    await check(property, { numRuns: runs(400, 20_000) })
    end()
  },
)
