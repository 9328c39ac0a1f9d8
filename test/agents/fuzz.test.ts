// Changed payloads of real agents, read by every dialect and decided by the recommended rules.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, dialects, isHooksError, type Dialect, type Engine } from '../../src/index.ts'
import { createFiles } from '../../src/store/disk/files.ts'
import { anyOf, mutateJson } from '../support/mutate.ts'
import { check } from '../support/check.ts'
import { runs } from '../support/seed.ts'
import { cpuMsOf, cpuPrice } from '../support/time.ts'

const RULES = {
  extends: ['recommended@1'],
  hooks: {
    PreToolUse: [
      { name: 'expression', match: { when: 'tool_input.command.contains("deploy")' }, ask: 'Deploy?' },
      { name: 'writes', match: { writes: ['src/**', '!src/*.md'] }, context: 'It is typed.' },
    ],
    PostToolUse: [{ name: 'long', use: 'evict', with: { max_chars: 1000, head: 10, tail: 10 } }],
    UserPromptSubmit: [{ name: 'keys', match: { prompt: '/AKIA[0-9A-Z]{16}/' }, deny: 'Remove the key.' }],
  },
}
const MAX_CPU_MS = 1000
const INTERNAL =
  /TypeError|RangeError|ReferenceError|is not a function|is not iterable|reading '|call stack|\.[cm]?[jt]s:\d+:\d+/

const root = mkdtempSync(path.join(tmpdir(), 'hooks-fuzz-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let engine: Engine
beforeAll(async () => {
  mkdirSync(path.join(root, '.git'))
  writeFileSync(path.join(root, '.env'), 'KEY=1')
  engine = await createEngine({ root, config: RULES })
})
afterAll(() => engine.close())

const fixtures = path.join(import.meta.dirname, '../fixtures')
const payloads = ['claude', 'payloads'].flatMap((dir) =>
  readdirSync(path.join(fixtures, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(fixtures, dir, file), 'utf8')) as Payload),
)

type Payload = Readonly<Record<string, unknown>>
const context = { env: { HOME: homedir() }, cwd: root, root, files: createFiles() }

/** Fields that a dialect reads, and those of all payloads. */
const keys = [
  ...new Set([...payloads.flatMap((payload) => Object.keys(payload)), ...dialects.flatMap(keysRead)]),
]

function keysRead(dialect: Dialect): readonly string[] {
  const found = new Set<string>()
  const spy = new Proxy<Payload>({}, { get: (_, key) => void (typeof key === 'string' && found.add(key)) })
  dialect.decode(spy, context)
  return [...found]
}

interface Answered {
  readonly verdict: unknown
  readonly answer: unknown
}

/** As `hooks run` does: a payload that is no mapping never gets here. */
async function answer(dialect: Dialect, payload: Payload): Promise<Answered | 'refused'> {
  const event = dialect.decode(payload, context)
  try {
    const verdict = await engine.dispatch(payload as never, { dialect: dialect.name }) // it checks what it is given
    const timeless = { ...verdict, trace: verdict.trace.map((entry) => ({ ...entry, ms: 0 })) }
    return { verdict: timeless, answer: dialect.encode(timeless, event) }
  } catch (error) {
    if (isHooksError(error)) return 'refused'
    throw error
  }
}

test(
  'a changed payload gets one verdict in every dialect, and no internal error',
  { tags: 'long' },
  async () => {
    let sessions = 0
    const property = fc.asyncProperty(fc.nat(dialects.length - 1), fc.gen(), async (at, generate) => {
      const dialect = dialects[at] as Dialect // below the length
      const random = (below: number): number => generate(fc.nat, { max: below - 1 })
      let payload: unknown = { ...anyOf(payloads, random), cwd: root }
      for (let times = random(6); times > 0; times -= 1) payload = mutateJson(payload, random, keys)
      if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return
      const answers: unknown[] = []
      const ms = await cpuMsOf(async () => {
        for (const half of ['a', 'b']) {
          const session = `${half}${sessions}`
          answers.push(await answer(dialect, { ...payload, session_id: session, conversation_id: session }))
        }
      })
      sessions += 1
      const found = {
        internal: INTERNAL.exec(JSON.stringify(answers[0]))?.[0],
        again: answers[1],
        isSlow: ms > 2 * MAX_CPU_MS && ms > 2 * MAX_CPU_MS * cpuPrice(),
      }
      expect({ dialect: dialect.name, payload, ...found }).toEqual({
        dialect: dialect.name,
        payload,
        internal: undefined,
        again: answers[0],
        isSlow: false,
      })
    })
    await check(property, { numRuns: runs(500, 50_000), endOnFailure: true })
  },
)
