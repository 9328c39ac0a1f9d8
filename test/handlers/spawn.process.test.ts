import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSpawn } from '../../src/handlers/spawn/spawn.ts'
import type { SpawnRequest, SpawnResult } from '../../src/model/types.ts'
import { carriersOf, faults, writeFault } from './faults.ts'
import { eventually } from '../support/expectations.ts'
import { passUntilDone, startClock, stopClock } from '../support/fake-clock.ts'
import { until } from '../support/time.ts'

const shop = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'))
const tmpdir = fs.mkdtempSync(path.join(os.tmpdir(), 'stdio-'))
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)

const HOUR_MS = 3_600_000
const HANG = 'tail -f /dev/null'

/** A time limit passes once a file is there. */
async function cutOffAt(file: string, running: Promise<SpawnResult>): Promise<SpawnResult> {
  await until(() => fs.existsSync(path.join(cwd, file)))
  return passUntilDone(running)
}

let cases = 0
let cwd = shop

beforeEach(() => {
  cwd = path.join(shop, String(++cases))
  fs.mkdirSync(cwd)
})

afterAll(() => {
  fs.rmSync(shop, { recursive: true, force: true })
  fs.rmSync(tmpdir, { recursive: true, force: true })
})

function request(argv: SpawnRequest['argv'], more: Partial<SpawnRequest> = {}): SpawnRequest {
  return {
    argv,
    cwd,
    env: inherited,
    stdin: '{"event":"PreToolUse"}\n',
    timeout_ms: HOUR_MS,
    max_stdout: 2_000_000,
    ...more,
  }
}

function put(name: string, text: string, mode = 0o755): void {
  fs.writeFileSync(path.join(cwd, name), text, { mode })
}

const pretend = (platform: string) => Object.defineProperty(process, 'platform', { value: platform })

const euros = (count: number) =>
  request(['node', '-e', `process.stdout.write("€".repeat(${count}))`], { max_stdout: 1_000 })

const endOf = ({ end, code, signal, failure }: SpawnResult) =>
  [end, code ?? signal ?? failure].filter((part) => part !== undefined).join(' ')

describe('createSpawn', () => {
  const spawn = createSpawn({ tmpdir })

  describe('a script that fails', () => {
    beforeEach(stopClock)
    afterEach(async () => {
      await startClock()
      for (const left of carriersOf(`FAULT_${process.pid}_`))
        process.kill(Number.parseInt(left, 10), 'SIGKILL')
    })

    test.each(faults)('$name: ends as "$end" in time and leaves nobody', async (fault) => {
      writeFault(fault, cwd)
      const mark = `FAULT_${process.pid}_${cases}_`
      const { timeout_ms = HOUR_MS } = fault
      const before = fs.readdirSync('/proc/self/fd').length
      const result = await passUntilDone(
        spawn(request(fault.argv, { timeout_ms, env: { ...inherited, FAULT: mark } })),
      )
      expect(endOf(result)).toBe(fault.end)
      expect(result.ms).toBeLessThan(timeout_ms + 1_000)
      await eventually(() => carriersOf(mark)).toEqual([])
      expect(fs.readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
      expect(fs.readdirSync(tmpdir)).toEqual([])
    })
  })

  describe('what a script sees', () => {
    test('reads the payload from its stdin', async () => {
      const { stdout } = await spawn(request(['cat']))
      expect(stdout).toBe('{"event":"PreToolUse"}\n')
    })

    test('reads a payload of 5 MB that it may ignore', async () => {
      const stdin = 'ä'.repeat(2_500_000)
      expect(await spawn(request(['wc', '-c'], { stdin }))).toMatchObject({
        end: 'exit',
        stdout: '5000000\n',
      })
      expect(await spawn(request(['true'], { stdin }))).toMatchObject({ end: 'exit', code: 0 })
    })

    test('opens /dev/stdin and /dev/stdout by name', async () => {
      expect(await spawn(request('cat /dev/stdin > /dev/stdout; echo more'))).toMatchObject({
        stdout: '{"event":"PreToolUse"}\nmore\n',
      })
    })

    test('gets exactly the environment it is given, and its mark', async () => {
      const { stdout } = await spawn(request(['/usr/bin/env'], { env: { CART: 'full' } }))
      expect(
        stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split('=')[0] ?? '')
          .toSorted(),
      ).toEqual(['CART', 'HOOKS_SPAWN'])
    })

    test('gets its arguments byte for byte', async () => {
      const odd = [
        '$(touch pwned)',
        '`touch pwned`',
        "'; touch pwned; '",
        '"',
        '\\',
        '\n',
        '*',
        '',
        '--',
        'ä€😀',
        '\u0007',
        '&& touch pwned',
      ]
      const { stdout } = await spawn(
        request(['node', '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', 'x', ...odd]),
      )
      expect(JSON.parse(stdout)).toEqual(['x', ...odd])
      expect(fs.existsSync(path.join(cwd, 'pwned'))).toBe(false)
    })

    test('is a process group of its own', async () => {
      const { stdout } = await spawn(request('echo $$; ps -o pgid= -p $$'))
      const [pid, group] = stdout.trim().split(/\s+/)
      expect(group).toBe(pid)
    })
  })

  describe('what comes back', () => {
    afterEach(startClock)

    test('keeps the last 40,000 characters of stderr', async () => {
      const { stderr } = await spawn(
        request(['node', '-e', 'process.stderr.write("a".repeat(100000) + "€".repeat(39999) + "!")']),
      )
      expect(stderr).toBe(`${'€'.repeat(39_999)}!`)
    })

    test('keeps the end of a gigabyte of stderr without holding it', async () => {
      const before = process.memoryUsage().rss
      const result = await spawn(request('head -c 1000000000 /dev/zero >&2; echo the end >&2'))
      expect(result).toMatchObject({ end: 'exit', code: 0 })
      expect(result.stderr.endsWith('the end\n')).toBe(true)
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    })

    test('counts characters, not bytes, towards the limit of stdout', async () => {
      expect(await spawn(euros(1_000))).toMatchObject({ end: 'exit', stdout: '€'.repeat(1_000) })
      expect(await spawn(euros(1_001))).toMatchObject({ end: 'flood', stdout: '€'.repeat(1_000) })
    })

    test('has what a script printed before it was cut off', async () => {
      stopClock()
      const line = `echo so far; echo oh >&2; touch begun; ${HANG}`
      const result = await cutOffAt('begun', spawn(request(line, { timeout_ms: 300 })))
      expect(result).toMatchObject({ end: 'timeout', stdout: 'so far\n', stderr: 'oh\n' })
      expect(result).not.toHaveProperty('code')
    })

    test('lets a script end itself on TERM, and still says timeout', async () => {
      stopClock()
      put('slow.sh', `#!/bin/sh\ntrap "echo bye; touch over; exit 0" TERM\n${HANG} &\ntouch begun\nwait\n`)
      const running = spawn(request(['./slow.sh'], { timeout_ms: 200 }))
      await until(() => fs.existsSync(path.join(cwd, 'begun')))
      await vi.advanceTimersByTimeAsync(200)
      expect(await cutOffAt('over', running)).toMatchObject({ end: 'timeout', stdout: 'bye\n' })
    })
  })

  describe('which program runs', () => {
    test.each([
      { name: 'hook.py', text: 'print("python")', prints: 'python' },
      { name: 'hook.js', text: 'console.log("node")', prints: 'node' },
      { name: 'hook.mjs', text: 'import "node:fs"; console.log("node")', prints: 'node' },
      { name: 'hook.cjs', text: 'require("fs"); console.log("node")', prints: 'node' },
      { name: 'hook.sh', text: 'echo sh', prints: 'sh' },
      { name: 'hook.bash', text: '[[ a == a ]] && echo bash', prints: 'bash' },
      { name: 'hook', text: '#!/usr/bin/env node\nconsole.log("shebang")', prints: 'shebang' },
      { name: 'hook.py', text: '#!/bin/sh\necho shebang first', prints: 'shebang first' },
      { name: 'hook', text: '#! /bin/sh -e\r\necho carriage return', prints: 'carriage return' },
    ])('runs $name without execute bit: $prints (A11)', async ({ name, text, prints }) => {
      put(name, text, 0o644)
      expect(await spawn(request([`./${name}`]))).toMatchObject({ end: 'exit', stdout: `${prints}\n` })
    })

    test.each([
      { name: 'hook', text: '#!/bin/sh\necho shebang', prints: 'shebang' },
      { name: 'hook', text: 'echo no shebang', prints: 'no shebang' },
      { name: 'hook.py', text: 'print("by extension")', prints: 'by extension' },
    ])('runs $name with execute bit: $prints', async ({ name, text, prints }) => {
      put(name, text)
      expect(await spawn(request([`./${name}`]))).toMatchObject({ end: 'exit', stdout: `${prints}\n` })
    })

    test('takes a line that is only the path of a script as that script', async () => {
      put('hook.py', 'print("python")', 0o644)
      expect(await spawn(request('hook.py'))).toMatchObject({ stdout: 'python\n' })
      expect(await spawn(request(['hook.py']))).toMatchObject({ stdout: 'python\n' })
      expect(await spawn(request('./hook.py'))).toMatchObject({ stdout: 'python\n' })
    })

    test('gives any other line to sh', async () => {
      expect(await spawn(request('echo $((6 * 7)) | tr 4 x'))).toMatchObject({ stdout: 'x2\n' })
    })
  })

  describe('abort', () => {
    test('ends the script and its children at once (A22)', async () => {
      const abort = new AbortController()
      const mark = `ABORT_${process.pid}_`
      stopClock()
      const running = createSpawn({ signal: abort.signal, tmpdir })(
        request(`${HANG} & ${HANG}`, { env: { ...inherited, FAULT: mark } }),
      )
      await until(() => carriersOf(mark).filter((each) => each.endsWith(' tail')).length === 2)
      abort.abort()
      const result = await passUntilDone(running)
      await startClock()
      expect(result.end).toBe('aborted')
      expect(result.ms).toBeLessThan(1_000)
      await eventually(() => carriersOf(mark)).toEqual([])
    })

    test.each([0, 1, 2, 3, 4, 5, 8])('stops it %i turns after it was asked for', async (turns) => {
      const abort = new AbortController()
      const running = createSpawn({ signal: abort.signal, tmpdir })(request('sleep 100'))
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      abort.abort()
      expect((await running).end).toBe('aborted')
    })

    test('starts nothing afterwards', async () => {
      const result = await createSpawn({ signal: AbortSignal.abort(), tmpdir })(request('touch started'))
      expect(result.end).toBe('aborted')
      expect(fs.readdirSync(cwd)).toEqual([])
    })
  })

  describe('background', () => {
    test('comes back at once and lets the script live', async () => {
      const line = 'while [ ! -e go ]; do sleep 0.02; done; cat > seen.json'
      const result = await spawn(request(line, { background: true }))
      expect(result).toMatchObject({ end: 'exit', code: 0, stdout: '', stderr: '' })
      put('go', '')
      const seen = path.join(cwd, 'seen.json')
      await eventually(() => (fs.existsSync(seen) ? fs.readFileSync(seen, 'utf8') : '')).toBe(
        '{"event":"PreToolUse"}\n',
      )
    })

    /** The process group of a background script is gone. */
    const isOver = (): boolean => {
      const file = path.join(cwd, 'group')
      const group = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
      try {
        return group > 0 && !process.kill(-group, 0)
      } catch {
        return true
      }
    }
    const noting = 'echo $PPID > group.new; mv group.new group;'

    test.each([
      ['a script that ends', HANG],
      ['one that ignores TERM, and what it started', `trap '' TERM; ${HANG} & wait; ${HANG}`],
    ])('ends %s after its time limit, and records it', async (_, line) => {
      const file = path.join(cwd, 'ends')
      const record = { file, label: '["late"]', expected: ['*'], late: 'error ["late","killed"]' }
      await spawn(request(`${noting} ${line}`, { background: true, timeout_ms: 1000, record }))
      await until(isOver)
      expect(fs.readFileSync(file, 'utf8')).toBe('error ["late","killed"]\n')
    })

    test('leaves nothing behind when the script ends by itself', async () => {
      await spawn(request(`${noting} exit 3`, { background: true }))
      await until(isOver)
    })

    test.each([
      [['./cov.sh'], '*', '127 ["cov"]\n'],
      [['sh', '-c', 'exit 3'], '2', '3 ["cov"]\n'],
    ])('records how %j failed, whatever is expected of it: %s', async (argv, expected, line) => {
      const file = path.join(cwd, 'ends')
      const record = { file, label: '["cov"]', expected: [expected], late: '' }
      await spawn(request(argv, { background: true, record }))
      const text = (): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
      await eventually(text).toBe(line)
    })
  })

  test('says when the temporary directory cannot be used', async () => {
    const result = await createSpawn({ tmpdir: path.join(shop, 'nowhere') })(request(['true']))
    expect(result).toMatchObject({ end: 'failed', failure: 'ENOENT' })
  })

  describe.runIf(process.platform === 'linux')('where the system has no nameless files', () => {
    const real = process.platform
    afterEach(() => pretend(real))

    test('names them in a directory of its own, and takes the names away before the script starts', async () => {
      pretend('darwin')
      const result = await spawn(request(['sh', '-c', `cat; ls -A ${tmpdir}; echo oh >&2`]))
      expect(result).toMatchObject({ end: 'exit', stdout: '{"event":"PreToolUse"}\n', stderr: 'oh\n' })
      expect(fs.readdirSync(tmpdir)).toEqual([])
    })

    test('ends the group of a script that leaves somebody behind', async () => {
      pretend('darwin')
      const mark = `GROUP_${process.pid}_`
      expect(
        await spawn(request(`${HANG} & echo done`, { env: { ...inherited, FAULT: mark } })),
      ).toMatchObject({ stdout: 'done\n' })
      expect(carriersOf(mark)).toEqual([])
    })
  })

  test('needs no directory of its own to be named', async () => {
    expect(await createSpawn()(request(['cat']))).toMatchObject({
      end: 'exit',
      stdout: '{"event":"PreToolUse"}\n',
    })
  })

  test('runs 40 scripts side by side and leaves no file open', async () => {
    const before = fs.readdirSync('/proc/self/fd').length
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => spawn(request(['echo', String(i)]))),
    )
    expect(results.map(({ stdout }) => stdout.trim())).toEqual(
      Array.from({ length: 40 }, (_, i) => String(i)),
    )
    expect(fs.readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
  })
})
