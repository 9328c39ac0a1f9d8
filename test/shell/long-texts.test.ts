// Long shell texts are read in linear time, and no recursion runs out of stack.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import type { Verdict } from '../../src/model/types.ts'
import { expectLinear } from '../support/expectations.ts'
import { partOf } from '../support/part.ts'

type Engine = Awaited<ReturnType<typeof createEngine>>

const last = 'git push --force'
const rules = {
  PreToolUse: [
    { name: 'pushes', match: { command: last }, deny: 'Push a branch.' },
    { name: 'env-files', match: { reads: '.env*' }, deny: 'Keep it private.' },
  ],
}
let few: Engine
let preset: Engine

beforeAll(async () => {
  few = await createEngine({ config: { hooks: rules } })
  preset = await createEngine({ config: { extends: ['recommended@1'], hooks: rules } })
})
afterAll(async () => {
  await few.close()
  await preset.close()
})

const repeated = (part: string, times: number): string =>
  Array.from({ length: times }, (_, at) => part.replaceAll('@', String(at))).join('') + last

const decide = (engine: Engine, command: string, tool = 'Bash'): Promise<Verdict> =>
  engine.dispatch({ event: 'PreToolUse', tool_name: tool, tool_input: { command } })

const readsInLinearTime = (engine: Engine, part: string, tool?: string): Promise<void> =>
  expectLinear((times) => decide(engine, repeated(part, times), tool), 8000)

const running = [
  'exec ',
  'exec -a @ ',
  'command ',
  'builtin ',
  'env ',
  'env a@=b ',
  'sudo ',
  'sudo -u a ',
  'doas ',
  'nohup ',
  'time ',
  'nice ',
  'timeout 5 ',
  'setsid ',
  'stdbuf -o0 ',
  'xargs ',
  'eval ',
  'parallel ',
  'watch ',
  'chroot a ',
  'nsenter ',
  'su -c ',
  'ssh a ',
  'find . -exec ',
  'npx ',
  'docker run a ',
  '( ',
  '$(',
  '"$(',
  '`',
  '<(',
  '((',
  '[[ ',
  '! ',
  '{ ',
  '{ ;',
  'coproc ',
  'if ',
  'while ',
  'f() { ',
  'for a in b; do ',
  'case a in a) ',
  'a=$(',
  '${a:-',
  'a@; ',
  'a@ && ',
  'a@ || ',
  'a@ | ',
  'f() { a@; };',
]

const sources = { files: [import.meta.filename, 'src/shell'] }

describe.each(partOf(running, 3, sources))('%j, repeated', (part) => {
  test.each([8000, 60_000])('asks at least, %i times', async (times) => {
    const verdict = await decide(few, repeated(part, times))
    expect(['ask', 'deny']).toContain(verdict.decision)
    expect(JSON.stringify(verdict)).not.toMatch(/RangeError|call stack|could not be worked out/)
  })

  test('takes linear time', () => readsInLinearTime(few, part))
})

const words = ['unset a@ ', 'read a@ ', 'scp a@ ']
const lists = ['rm -rf a;', 'echo a | ', 'cd a; ', 'find . -exec ']

test.each([...words, ...lists])('%j takes linear time with many rules', (part) =>
  readsInLinearTime(preset, part),
)

const ofCmd = [
  ['echo a>b@&', 'a<b 2>nul ', '>', 'rd/s/q b@&', '/s', 'd^', '^\n', '%', '%X:', '"', ' ', 'a,'],
  ['if x equ y ', 'if exist a (', ') else (', 'for %i in (', 'for /f %i in (', 'for %i in (a) do ', '('],
  ["for /f %i in ('", 'robocopy a@ b /mir&', 'cmd /s/c ', 'set X=a@&', 'C:\\Program Files\\', 'echo.&'],
].flat()

test.each(ofCmd)('%j takes linear time in cmd.exe', async (part) => {
  await readsInLinearTime(few, part, 'cmd')
})

test.each(['curl u?$x ', '> a@;', 'cmd /s/s', 'git.exe '])('%j takes linear time', (part) =>
  readsInLinearTime(few, part),
)

test.each(['a@ && ', 'cat a | ', 'rm a; '])(
  'what is found in more commands than are read stands: %j',
  async (part) => {
    const verdict = await decide(few, `${last}; ${repeated(part, 20_000)}`)
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'Push a branch.' })
  },
)
