import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createClock, createFiles } from '../../src/store/disk/files.ts'
import { dialect as claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import { context as contextDialect } from '../../src/agents/context.ts'
import { native } from '../../src/agents/native/native.ts'
import { HooksError } from '../../src/model/errors.ts'
import { makeRun } from '../../src/handlers/run.ts'
import { createSpawn } from '../../src/handlers/spawn/spawn.ts'
import { createFileState } from '../../src/store/state/file-state.ts'
import type {
  Context,
  Event,
  Match,
  Outcome,
  Rule,
  RunSpec,
  SpawnRequest,
  TraceEntry,
  Verdict,
} from '../../src/model/types.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

const shop = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'))
afterAll(() => fs.rmSync(shop, { recursive: true, force: true }))

let cases = 0
let root = shop
beforeEach(() => {
  root = path.join(shop, String(++cases))
  fs.mkdirSync(root)
})

interface Asked {
  readonly run: RunSpec['argv']
  readonly spec?: Partial<RunSpec>
  readonly rule?: Partial<Rule>
  readonly event?: Partial<Event>
  readonly bind?: Match['bind']
  readonly prior?: Partial<Verdict>
  readonly context?: Partial<Context>
}

interface Answered {
  readonly outcome?: Outcome
  readonly error?: HooksError
  readonly notes: Partial<TraceEntry>
  readonly request?: SpawnRequest
}

const dialects = [native, contextDialect, claudeCode]

async function ask({
  run,
  spec = {},
  rule: more = {},
  event: fields = {},
  bind,
  prior,
  context: effects,
}: Asked): Promise<Answered> {
  const handler: RunSpec = { kind: 'run', argv: run, reply: 'native', ...spec }
  const rule: Rule = {
    name: 'coverage', at: { file: 'hooks.yaml', line: 1, column: 1 }, layer: 'project', event: 'PreToolUse', order: 0, priority: 0,
    handler, mode: 'enforce', always: false, timeout_ms: HOUR_MS, on_error: 'proceed', on_unresolved: 'ask', ...more,
  } // prettier-ignore
  const event: Event = {
    event: 'PreToolUse',
    session_id: 'c178c0',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    cwd: root,
    root,
    raw: { secret: 'raw' },
    ...fields,
  }
  const notes: Partial<TraceEntry> = {}
  const seen: { request?: SpawnRequest } = {}
  const spawn = createSpawn()
  const verdict: Verdict = {
    decision: 'proceed',
    flow: 'default',
    stops: [],
    follow_up_messages: [],
    additional_context: [],
    system_messages: [],
    warnings: [],
    trace: [],
    ...prior,
  }
  const clock = createClock()
  const context: Context = {
    rule, match: { is: 'yes', ...(bind && { bind }) }, prior: verdict, clock, files: createFiles(),
    spawn: (request) => spawn((seen.request = request)),
    state: createFileState({ dir: path.join(root, '.state'), session: 'c178c0', clock }),
    env: process.env, time_ms: HOUR_MS, reply_chars: 2_000_000, frontMatter: (text) => ({ body: text }),
    record: () => {},
    note: (entry) => void Object.assign(notes, entry), ...effects,
  } // prettier-ignore
  try {
    const outcome = await makeRun(
      handler,
      rule,
      dialects,
    )(
      { event, facts: () => expect.fail('no facts'), did: () => ({ calls: [], prompt: 0, known_since: 0 }) },
      context,
    )
    return { outcome, notes, ...seen }
  } catch (error) {
    if (error instanceof HooksError) return { error, notes, ...seen }
    throw error
  }
}

const HOUR_MS = 3_600_000
const HANG = ['tail', '-f', '/dev/null']

const failed = ({ error }: Answered) => `${error?.code}: ${error?.message}`

function put(name: string, text: string, mode = 0o755): void {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  fs.writeFileSync(path.join(root, name), text, { mode })
}

describe('exit 0', () => {
  test.each([
    { name: 'nothing printed is no opinion (A23)', run: 'cat >/dev/null', outcome: {} },
    { name: 'blanks are no opinion', run: 'echo; echo " "', outcome: {} },
    { name: 'an empty reply is no opinion', run: ['echo', '{}'], outcome: {} },
    {
      name: 'a reply is the outcome',
      run: ['echo', '{"decision":"deny","reason":"no"}'],
      outcome: { decision: 'deny', reason: 'no' },
    },
    {
      name: 'blanks and a byte order mark may stand before it',
      run: ['printf', '\uFEFF\n {"decision":"ask"}'],
      outcome: { decision: 'ask' },
    },
    {
      name: 'text is no opinion',
      run: ['echo', 'checked 3 files'],
      outcome: {},
      notes: { stdout: 'checked 3 files' },
    },
    { name: 'a list is no reply', run: ['echo', '[1]'], outcome: {}, notes: { stdout: '[1]' } },
    {
      name: 'what is on stderr is only noted',
      run: 'echo "slow disk" >&2',
      outcome: {},
      notes: { stderr: 'slow disk\n' },
    },
    {
      name: 'context: text is context',
      run: ['echo', 'Ship on Friday.'],
      reply: 'context',
      outcome: { additional_context: ['Ship on Friday.'] },
    },
    {
      name: 'context: braces are text too',
      run: ['echo', '{oops'],
      reply: 'context',
      outcome: { additional_context: ['{oops'] },
    },
    { name: 'context: nothing is nothing', run: ['true'], reply: 'context', outcome: {} },
    {
      name: 'an empty conversation replaces nothing (K11)',
      run: ['echo', '{"replace_messages":[],"persist":true}'],
      outcome: {
        persist: true,
        warnings: [
          { code: 'empty_messages', message: '"replace_messages" is empty; the messages stay as they are' },
        ],
      },
    },
    {
      name: 'messages with known roles are taken',
      run: ['echo', '{"replace_messages":[{"role":"user","content":"x"}]}'],
      outcome: { replace_messages: [{ role: 'user', content: 'x' }] },
    },
  ])('$name', async ({ run, reply = 'native', outcome, notes = {} }) => {
    const answered = await ask({ run, spec: { reply } })
    expect(answered.outcome).toEqual(outcome)
    expect(answered.notes).toMatchObject(notes)
  })

  test.each([
    { name: 'half a reply (A17)', reply: '{oops', says: 'bad_reply: the reply is not JSON: ' },
    { name: 'a reply and more', reply: '{} done', says: 'bad_reply: the reply is not JSON: ' },
    {
      name: 'an unknown action (A18)',
      reply: '{"action":"explode"}',
      says: 'bad_reply: unknown field "action": "explode"',
    },
    {
      name: 'an unknown decision',
      reply: '{"decision":"perhaps"}',
      says: 'bad_reply: "decision" is "perhaps", expected one of',
    },
    {
      name: 'an unknown role (K15)',
      reply: '{"replace_messages":[{"role":"robot"}]}',
      says: 'bad_reply: "replace_messages[0]" is not a message: its "role" is "robot", expected "user", "assistant", "system", "tool"',
    },
    {
      name: 'a message without content',
      reply: '{"replace_messages":[{"role":"user"}]}',
      says: 'bad_reply: "replace_messages[0]" is not a message: it has no "content"',
    },
    {
      name: 'a reply nested too deep',
      reply: `{"updated_input":${'['.repeat(300)}${']'.repeat(300)}}`,
      says: 'bad_reply: the reply is nested more than 200 deep',
    },
  ])('$name fails', async ({ reply, says }) => {
    expect(failed(await ask({ run: ['printf', '%s', reply] }))).toContain(says)
  })
})

describe('other ends', () => {
  test.each([
    {
      name: 'an exit (A16)',
      run: 'echo why >&2; exit 3',
      says: 'error: echo why >&2; exit 3',
      stderr: 'why\n',
    },
    { name: 'exit 2, unless mapped', run: ['sh', '-c', 'exit 2'], says: 'error: sh: exit 2' },
    { name: 'a signal', run: ['sh', '-c', 'kill -9 $$'], says: 'error: sh: killed by SIGKILL' },
    {
      name: 'a timeout (A15)',
      run: HANG,
      timeout_ms: 200,
      says: 'timeout: tail: no answer within 200 ms',
    },
    { name: 'a flood (A14)', run: ['yes'], says: 'error: yes: printed more than 2,000,000 characters' },
    {
      name: 'a script that is not there (A24)',
      run: ['./nope.sh'],
      says: 'spawn_failed: ./nope.sh: not found',
    },
    {
      name: 'the same in a shell line',
      run: './nope.sh 2>/dev/null',
      says: 'error: ./nope.sh 2>/dev/null: exit 127, not found',
    },
    {
      name: 'a script that lacks its bit',
      run: ['./plain'],
      says: 'spawn_failed: ./plain: not executable; fix: chmod +x ./plain',
    },
    {
      name: 'a binary that lacks its bit',
      run: ['./binary'],
      says: 'spawn_failed: ./binary: not executable; fix: chmod +x ./binary',
    },
    {
      name: 'a bad interpreter (A27)',
      run: ['./bad'],
      says: 'spawn_failed: ./bad: its interpreter was not found: "#!/nope/python"',
    },
    { name: 'a directory', run: ['./'], says: 'spawn_failed: ./: is a directory' },
    {
      name: 'a language that nothing runs',
      run: ['./hook.ts'],
      says: 'spawn_failed: ./hook.ts: nothing is known to run .ts files; name the interpreter before it',
    },
    {
      name: 'a directory to run in that is not there',
      run: ['true'],
      cwd: '/nowhere',
      says: 'spawn_failed: true: its directory /nowhere does not exist',
    },
    {
      name: 'a reply in a dialect that no script speaks',
      run: ['true'],
      reply: 'morse',
      says: 'error: no script speaks "morse"',
    },
  ])('$name', async ({ run, timeout_ms = HOUR_MS, stderr, says, cwd, reply = 'native' }) => {
    put('plain', 'x', 0o644)
    put('binary', '\x7fELF\0\0', 0o644)
    put('bad', '#!/nope/python\n')
    put('hook.ts', 'let a', 0o644)
    const answered = await ask({
      run,
      rule: { timeout_ms },
      spec: { reply, ...(cwd !== undefined && { cwd }) },
    })
    expect(failed(answered)).toBe(says)
    expect(answered.notes.stderr).toBe(stderr)
  })

  test('an abort is no failure of the rule', async () => {
    const spawn = createSpawn({ signal: AbortSignal.timeout(100) })
    expect(failed(await ask({ run: HANG, context: { spawn } }))).toBe('aborted: tail: aborted')
  })

  test('a rule takes no longer than what is left of the dispatch', async () => {
    expect(failed(await ask({ run: HANG, context: { time_ms: 150 } }))).toBe(
      'timeout: tail: no answer within 150 ms',
    )
  })
})

describe('an exit that means nothing', () => {
  test.each([
    { run: 'exit 7', says: 'error: exit 7' },
    { run: 'test -d nowhere || exit 7', says: 'error: test -d nowhere || exit 7' },
    { run: 'echo exit 77; exit 7', says: 'error: echo exit 77; exit 7' },
    { run: 'exit 7; true', says: 'error: exit 7; true: exit 7' },
    { run: ['node', '-e', 'process.exit(7)'], says: 'error: node: exit 7' },
    { run: 'no-such-program-here', says: 'error: no-such-program-here: exit 127, not found' },
  ])('$run is told of once', async ({ run, says }) => {
    expect(failed(await ask({ run }))).toBe(says)
  })
})

describe('mapped exits', () => {
  const why = 'echo out; echo why >&2; exit 7'
  test.each([
    { exit: { 7: 'deny' }, outcome: { decision: 'deny', reason: 'why' } },
    { exit: { 7: 'ask', '*': 'deny' }, outcome: { decision: 'ask', reason: 'why' } },
    { exit: { 8: 'ask', '*': 'deny' }, outcome: { decision: 'deny', reason: 'why' } },
    { exit: { '*': 'allow' }, outcome: { decision: 'allow', reason: 'why' } },
    { exit: { '*': 'proceed' }, outcome: {} },
    { exit: { '*': 'stop' }, outcome: { flow: 'stop', hard: true, flow_reason: 'why' } },
    { exit: { '*': 'context' }, outcome: { additional_context: ['why'] } },
    { exit: { '*': 'notify' }, outcome: { system_messages: ['why'] } },
  ] as const)('$exit', async ({ exit, outcome }) => {
    expect((await ask({ run: why, spec: { exit } })).outcome).toEqual(outcome)
  })

  test('take the end of stdout when there is no stderr, else say what exited', async () => {
    const exit = { '*': 'stop' } as const
    expect(
      (
        await ask({
          run: ['node', '-e', 'console.log("x".repeat(9000) + "end"); process.exit(1)'],
          spec: { exit },
        })
      ).outcome?.flow_reason,
    ).toBe(`${'x'.repeat(3997)}end`)
    expect((await ask({ run: ['false'], spec: { exit } })).outcome?.flow_reason).toBe('false exited 1')
  })

  test('do not take a signal, a timeout or exit 0 for "*"', async () => {
    const exit = { '*': 'allow' } as const
    expect((await ask({ run: ['sh', '-c', 'kill $$'], spec: { exit } })).error?.code).toBe('error')
    expect((await ask({ run: HANG, spec: { exit }, rule: { timeout_ms: 100 } })).error?.code).toBe('timeout')
    expect((await ask({ run: ['true'], spec: { exit } })).outcome).toEqual({})
  })

  test('may name 0, which a reply outweighs', async () => {
    const exit = { 0: 'context' } as const
    expect((await ask({ run: ['echo', 'in stock'], spec: { exit } })).outcome).toEqual({
      additional_context: ['in stock'],
    })
    expect((await ask({ run: ['echo', '{"decision":"ask"}'], spec: { exit } })).outcome).toEqual({
      decision: 'ask',
    })
  })
})

describe("a script of Claude Code's", () => {
  const claude = { reply: 'claude' }

  test('reads its payload, exit 2 denies with stderr', async () => {
    const { outcome, request } = await ask({ run: 'echo "not here" >&2; exit 2', spec: claude })
    expect(outcome).toEqual({ decision: 'deny', reason: 'not here' })
    expect(JSON.parse(request?.stdin ?? '')).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_input: { command: 'ls' },
    })
    expect(request?.env['CLAUDE_PROJECT_DIR']).toBe(root)
  })

  test('is kept from stopping by exit 2', async () => {
    const { outcome } = await ask({
      run: 'echo "tests fail" >&2; exit 2',
      spec: claude,
      event: { event: 'AgentStop' },
    })
    expect(outcome).toEqual({ flow: 'continue', flow_reason: 'tests fail' })
  })

  test('fails with exit 2 when its rule maps others only', async () => {
    expect((await ask({ run: 'exit 2', spec: { ...claude, exit: { 7: 'deny' } } })).error?.code).toBe('error')
  })

  test('denies by JSON', async () => {
    const reply = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      },
    }
    expect((await ask({ run: ['echo', JSON.stringify(reply)], spec: claude })).outcome).toEqual({
      decision: 'deny',
      reason: 'no',
    })
  })

  test('gives context by plain text at a prompt, and nothing before a tool', async () => {
    const prompt = { event: 'UserPromptSubmit', prompt: 'ship it' } as const
    expect((await ask({ run: ['echo', 'Ship on Friday.'], spec: claude, event: prompt })).outcome).toEqual({
      additional_context: ['Ship on Friday.'],
    })
    expect((await ask({ run: ['echo', 'checked'], spec: claude })).outcome).toEqual({})
  })
})

describe('what a script gets', () => {
  test('the event and the verdict so far on stdin (A1, S8)', async () => {
    const prior = { decision: 'ask', updated_input: { command: 'ls -l' } } as const
    const { request } = await ask({ run: ['true'], event: { tool_input: { command: 'ls -l' } }, prior })
    expect(JSON.parse(request?.stdin ?? '')).toMatchObject({
      event: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls -l' },
      prior,
    })
    expect(request?.stdin).not.toContain('secret')
  })

  test('ids and places in its environment (A8, A12)', async () => {
    const env = {
      PATH: process.env['PATH'],
      CART: 'full',
      HOOKS_HALF: 'outer',
      HOOKS_AGENT: 'outer',
      GONE: undefined,
    }
    const { request } = await ask({
      run: ['true'],
      context: { env },
      spec: { env: { CART: 'empty', MORE: '' } },
    })
    expect(request?.env).toEqual({
      PATH: process.env['PATH'], CART: 'empty', MORE: '', HOOKS_EVENT: 'PreToolUse', HOOKS_SESSION_ID: 'c178c0', HOOKS_ROOT: root, HOOKS_PROJECT_DIR: root, HOOKS_DEPTH: '0',
      HOOKS_STATE_FILE: expect.stringContaining(path.join(root, '.state')),
    }) // prettier-ignore
  })

  test('which half of a wrap it is, its agent, and its depth', async () => {
    const { request } = await ask({
      run: ['true'],
      rule: { half: 'after' },
      event: { agent: 'shop-bot' },
      context: { env: { HOOKS_DEPTH: '1' } },
    })
    expect(request?.env).toMatchObject({ HOOKS_HALF: 'after', HOOKS_AGENT: 'shop-bot', HOOKS_DEPTH: '1' })
  })

  test.each(['a\0b', 'x'.repeat(5_000)])('no id that is not one', async (session_id) => {
    const { request, outcome } = await ask({ run: ['true'], event: { session_id } })
    expect([outcome, request?.env['HOOKS_SESSION_ID']]).toEqual([{}, undefined])
  })

  test('a file of its own that lasts for the session (A32)', async () => {
    const run = 'echo once >> "$HOOKS_STATE_FILE"; wc -l < "$HOOKS_STATE_FILE"'
    expect((await ask({ run, spec: { reply: 'context' } })).outcome).toEqual({ additional_context: ['1'] })
    expect((await ask({ run, spec: { reply: 'context' } })).outcome).toEqual({ additional_context: ['2'] })
    expect((await ask({ run, spec: { reply: 'context' }, rule: { name: 'other' } })).outcome).toEqual({
      additional_context: ['1'],
    })
  })

  test('the root as its directory, or its own', async () => {
    put('api/x', '')
    expect((await ask({ run: 'pwd', spec: { reply: 'context' }, event: { cwd: '/' } })).outcome).toEqual({
      additional_context: [fs.realpathSync(root)],
    })
    expect(
      (await ask({ run: 'pwd', spec: { reply: 'context', cwd: path.join(root, 'api') } })).outcome,
    ).toEqual({ additional_context: [path.join(fs.realpathSync(root), 'api')] })
  })
})

const argv = async (run: readonly string[], event: Partial<Event> = {}, bind?: Match['bind']) => {
  const answered = await ask({ run: ['true', ...run], event, ...(bind && { bind }) })
  return answered.error === undefined
    ? answered.request?.argv.slice(1)
    : [failed(answered).replace(/^error: "[^"]*" /, '')]
}

const toolInput = (command: unknown) => ({ tool_input: { command } })

describe('arguments', () => {
  test.each([
    { run: ['{{tool_input.command}}'], command: 'a b; touch pwned', args: ['a b; touch pwned'] },
    { run: ['--at={{tool_input.command}}!'], command: '-rf', args: ['--at=-rf!'] },
    { run: ['--', '{{tool_input.command}}'], command: '-rf', args: ['would be read as an option: "-rf"'] },
    {
      run: ['{{tool_input.command}}'],
      command: '--exec=sh',
      args: ['would be read as an option: "--exec=sh"'],
    },
    { run: ['{{tool_input.nope}}x'], command: '', args: ['x'] },
    { run: ['{{tool_input.command}}'], command: 'a\0b', args: ['holds a NUL byte'] },
    { run: ['{{tool_input.command}}'], command: '{{prompt}}', args: ['{{prompt}}'] },
    { run: ['{{.State}}', '{ {x} }'], command: '', args: ['{{.State}}', '{ {x} }'] },
  ])('$run with $command', async ({ run, command, args }) => {
    expect(await argv(run, toolInput(command))).toEqual(args)
  })

  test('one per matched path', async () => {
    const bind = { path: 'src/cart.ts', paths: 'src/cart.ts\nsrc/my orders.ts' }
    expect(await argv(['{{paths}}', '{{path}}'], {}, bind)).toEqual([
      'src/cart.ts',
      'src/my orders.ts',
      'src/cart.ts',
    ])
    expect(await argv(['{{paths}}'], {}, { paths: '-rf' })).toEqual(['would be read as an option: "-rf"'])
  })

  test.each([
    [['{{tool_name}}', 'x'], /would let the event choose the program/],
    [['sh', '-c', 'echo {{tool_name}}'], /would be run as code/],
    [['/usr/bin/env', 'bash', '-ec', '{{tool_name}}'], /would be run as code/],
    [['node', '--eval', '{{tool_name}}'], /would be run as code/],
    [['python3', '-c', '{{tool_name}}'], /would be run as code/],
  ])('%j is refused', async (run, says) => {
    const answered = await ask({ run })
    expect(failed(answered)).toMatch(says)
    expect(answered.request).toBeUndefined()
  })

  test('of a shell line are never filled', async () => {
    expect((await ask({ run: "echo '{{tool_name}}'", spec: { reply: 'context' } })).outcome).toEqual({
      additional_context: ['{{tool_name}}'],
    })
  })

  test('of 2,000 hostile values reach the script byte for byte (D17)', async () => {
    const pieces = [
      '$(touch pwned)',
      '`touch pwned`',
      ';',
      '&&',
      '|',
      '\n',
      '\r',
      "'",
      '"',
      '\\',
      '$IFS',
      '${x}',
      '*',
      '~',
      '>pwned',
      '<',
      '#',
      '!',
      'ä',
      '😀',
      '\u001b[31m',
      '%s',
      '\t',
    ]
    const values = Array.from(
      { length: 2_000 },
      (_, i) =>
        `v${pieces[i % pieces.length]}${pieces[(i * 7 + 3) % pieces.length]}${pieces[(i * 13 + 5) % pieces.length]}`,
    )
    put('show.js', 'console.log(JSON.stringify(process.argv.slice(2)))')
    const run = ['./show.js', ...values.map((_, i) => `{{tool_input.${i}}}`)]
    const { request } = await ask({ run, event: { tool_input: Object.fromEntries(values.entries()) } })
    const { stdout } = await createSpawn()({
      argv: [],
      cwd: root,
      env: {},
      stdin: '',
      timeout_ms: 5_000,
      max_stdout: 1_000_000,
      ...request,
    })
    expect(JSON.parse(stdout)).toEqual(values)
    expect(fs.readdirSync(root).sort()).toEqual(['.state', 'show.js'])
  })
})

test('notes the command line as a person would type it', async () => {
  expect(
    (await ask({ run: ['echo', '--write', '{{path}}', "it's"], bind: { path: 'src/my cart.ts' } })).notes.did,
  ).toBe(`echo --write 'src/my cart.ts' 'it'\\''s'`)
  expect((await ask({ run: 'true && true' })).notes.did).toBe('true && true')
})

test(
  'whatever a script does, its rule has an outcome or fails as a rule does (A29)',
  { tags: 'long' },
  async () => {
    const stdout = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.string().map((text) => `{${text}`),
      fc.jsonValue().map((reply) => JSON.stringify({ decision: 'deny', replace_messages: reply })),
    )
    const result = fc.record({
      end: fc.constantFrom('exit', 'signal', 'timeout', 'flood', 'failed', 'aborted'),
      code: fc.integer({ min: 0, max: 3 }),
      stdout,
      stderr: fc.string({ unit: 'binary' }),
      ms: fc.constant(1),
    })
    const codes = ['error', 'timeout', 'bad_reply', 'spawn_failed', 'aborted']
    await check(
      fc.asyncProperty(result, fc.constantFrom('native', 'context', 'claude'), async (ended, reply) => {
        const { outcome, error } = await ask({
          run: ['true'],
          spec: { reply },
          context: { spawn: () => Promise.resolve(ended) },
        })
        expect(outcome === undefined ? codes.includes(error?.code ?? '') : typeof outcome === 'object').toBe(
          true,
        )
      }),
      { numRuns: runs(500) },
    )
  },
)

test('a background rule has no opinion and is not waited for', async () => {
  const { outcome, request } = await ask({
    run: 'sleep 0.2; echo "{oops"; exit 9',
    rule: { background: true },
  })
  expect([outcome, request?.background]).toEqual([{}, true])
})
