// What a project's rules may do before their user has trusted them, through the built command.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin, finish, type Finished, makeProject, outsideAgents, type Project } from '../support/cli.ts'
import { partOf } from '../support/part.ts'
import { canTrace, fillWithShims, isOwnQuestion, programsIn, startsIn, tracing } from '../support/starts.ts'

/** Leaves a mark when it is started. */
const marks = (name: string): string => `#!/bin/sh\necho ${name} >> "$MARKS"\n`

const rules = `version: 1
hooks:
  SessionStart:
    - { name: hello, run: [sh, hooks/hello.sh] }
  UserPromptSubmit:
    - { name: ticket, run: hooks/ticket.sh --strict }
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push a branch. }
    - { name: sure, match: { command: npm publish }, ask: Publish it? }
    - { name: guard, match: Bash, run: [hooks/guard.sh] }
    - { name: hard, match: Fetch, run: 'cd tools && ./hard.sh', on_error: deny }
    - { name: go-on, match: { command: npm test }, allow: It only tests. }
    - { name: ci, match: { command: npm i }, set_input: { command: npm ci } }
  PostToolUse:
    - { name: tidy, match: Write, run: [sh, hooks/tidy.sh, '{{paths}}'], background: true }
    - { name: short, use: evict, with: { max_chars: 10, head: 1, tail: 1 } }
    - { name: judge, match: Edit, recipe: judge }
  AgentStop:
    - { name: tests, continue: Run the tests. }
recipes: { runner: { command: [sh, hooks/model.sh] } }
`
const files = {
  'hooks.yaml': rules,
  'hooks/hello.sh': marks('hello'),
  'hooks/ticket.sh': marks('ticket'),
  'hooks/guard.sh': marks('guard'),
  'hooks/tidy.sh': marks('tidy'),
  'hooks/model.sh': marks('model'),
  'tools/hard.sh': marks('hard'),
  'recipes/judge.md': '---\noutput: context\n---\nIs it done?\n',
  'recipes/other.md': '---\noutput: context\n---\nAnother.\n',
}

let sessions = 0

const session = (): string => `s${++sessions}`

function clone(more: Readonly<Record<string, string>> = {}): Project {
  return makeProject({ ...files, ...more }, false)
}

const marksOf = ({ dir }: Project): string[] => {
  const file = path.join(dir, 'marks')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  rmSync(file, { force: true })
  return text.split('\n').filter((line) => line !== '')
}

/** Programs on the PATH of every run below, each of which notes that it was started. */
const shims = mkdtempSync(path.join(tmpdir(), 'hooks-shims-'))
beforeAll(() => fillWithShims(shims, { path: process.env.PATH ?? '', log: '"$STARTS"' }))
afterAll(() => rmSync(shims, { recursive: true }))

interface Watched extends Project {
  /** Where the shims note what was started. */
  readonly starts?: string
  /** The same by strace. */
  readonly trace?: string
}

const startsOf = ({ dir, starts }: Watched): readonly string[] => startsIn(starts ?? path.join(dir, 'starts'))

function hooks(project: Watched, args: readonly string[], input = '', types?: string): Promise<Finished> {
  const { dir, root, starts = path.join(dir, 'starts'), trace } = project
  const env = { ...project.env, MARKS: path.join(dir, 'marks'), PATH: shims, STARTS: starts }
  if (trace === undefined) return project.hooks(args, { env, input, ...(types !== undefined && { types }) })
  const argv = [...tracing(trace), process.execPath, ...outsideAgents(args), bin, ...args]
  return finish(argv, { cwd: root, env }, { input })
}

async function call(project: Watched, payload: Readonly<Record<string, unknown>>): Promise<Answer> {
  const whole = { session_id: session(), cwd: project.root, tool_use_id: 't', ...payload }
  const { stdout, exit } = await hooks(project, ['run', '--agent', 'claude-code'], JSON.stringify(whole))
  expect([0, 2]).toContain(exit)
  const said = (stdout === '' ? {} : JSON.parse(stdout)) as Said
  const { permissionDecision, permissionDecisionReason, updatedInput } = said.hookSpecificOutput ?? {}
  return {
    decision: said.decision ?? permissionDecision,
    reason: said.reason ?? permissionDecisionReason,
    input: updatedInput,
    // Without the line about how many rules there are.
    message:
      said.systemMessage?.replace(/^hooks: \d+ rules?(?: in force|, not in force:| \()[^\n]*\n?/, '') ||
      undefined,
  }
}

interface Said {
  readonly systemMessage?: string
  readonly decision?: string
  readonly reason?: string
  readonly hookSpecificOutput?: {
    permissionDecision?: string
    permissionDecisionReason?: string
    updatedInput?: unknown
  }
}

interface Answer {
  readonly decision?: string | undefined
  readonly reason?: string | undefined
  readonly input?: unknown
  readonly message?: string | undefined
}

const start = { hook_event_name: 'SessionStart', source: 'startup' }
const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Add a discount.' }
const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})
const fetch = { hook_event_name: 'PreToolUse', tool_name: 'Fetch', tool_input: { url: 'https://shop.test' } }
const written = {
  hook_event_name: 'PostToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'src/cart.ts', content: 'x' },
  tool_response: { type: 'create' },
}
const edited = { ...written, tool_name: 'Edit' }
const stop = { hook_event_name: 'Stop', stop_hook_active: false }

const trust = (project: Project, ...options: readonly string[]): Promise<Finished> =>
  hooks(project, ['trust', ...options], '', 'trust')

describe('a clone that nobody has trusted', () => {
  test('keeps its denies and its questions, and starts, allows and changes nothing', async () => {
    const project = clone()
    expect((await call(project, start)).message).toBe(
      'hooks: recipes.runner, hello, ticket, guard, hard and 7 more are not run until you trust them; look at what would run: hooks trust',
    )
    expect((await call(project, prompt)).decision).toBeUndefined()
    expect(await call(project, bash('git push --force'))).toMatchObject({ decision: 'deny' })
    expect(await call(project, bash('npm publish'))).toMatchObject({ decision: 'ask' })
    for (const event of [bash('npm test'), bash('npm i'), fetch, written, edited, stop])
      expect(await call(project, event)).toMatchObject({ decision: undefined, input: undefined })
    expect([startsOf(project), marksOf(project)]).toEqual([[], []])
  })

  test.each([
    ['validate'],
    ['validate', '--strict'],
    ['list'],
    ['status'],
    ['explain', 'npm test'],
    ['test'],
    ['test', '--scripts'],
    ['trust'],
    ['trust', '--show'],
    ['skills'],
    ['recipe', 'list'],
    ['run', 'start.json'],
    ['run', 'start.json', '--explain'],
  ])('starts nothing by hooks %s', async (...argv) => {
    const project = clone({
      'start.json': JSON.stringify({ event: 'SessionStart', session_id: session() }),
      'hooks.yaml': `${rules}discover: [{ dir: found, reply: acai }]\n`,
      'found/see.sh': marks('found'),
    })
    await hooks(project, argv)
    expect([startsOf(project), marksOf(project)]).toEqual([[], []])
  })

  test('is told by status and list, with the command that changes it', async () => {
    const project = clone()
    expect((await hooks(project, ['status'])).stdout).toContain('10 not trusted (hooks trust)')
    expect((await hooks(project, ['list'])).stdout).toMatch(/guard[^]*?not trusted/)
    expect((await hooks(project, ['explain', 'npm test'])).stdout).toMatch(/go-on +not trusted/)
  })

  test('a rule of its user is not answered by a recipe or a runner of the clone', async () => {
    const project = clone({
      'hooks.yaml': 'version: 1\nrecipes: { runner: { command: [sh, hooks/model.sh] } }\n',
      'hooks/model.sh': '#!/bin/sh\ngrep . >> "$MARKS"\n',
      '../.config/hooks/hooks.yaml': 'version: 1\nhooks: { PostToolUse: [{ name: mine, recipe: judge }] }\n',
      '../.config/hooks/recipes/judge.md': '---\noutput: context\n---\nIs mine done?\n',
    })
    await call(project, edited)
    expect(marksOf(project)).toEqual([])
    await trust(project)
    await call(project, edited)
    expect(marksOf(project)).toEqual(['Is mine done?'])
    project.write('hooks/model.sh', '#!/bin/sh\necho evil >> "$MARKS"\n')
    await call(project, edited)
    expect(marksOf(project)).toEqual([])
  })

  test("its user's own rules need nothing", async () => {
    const project = clone({
      '../.config/hooks/hooks.yaml':
        'version: 1\nhooks: { SessionStart: [{ name: mine, run: [sh, hooks/hello.sh] }] }\n',
    })
    await call(project, start)
    expect(marksOf(project)).toEqual(['hello'])
  })
})

describe('once it is trusted', () => {
  test('everything holds', async () => {
    const project = clone()
    expect(await trust(project)).toMatchObject({ exit: 0 })
    expect((await call(project, start)).message).toBe('hooks: somebody ran hooks trust')
    expect((await call(project, start)).message).toBeUndefined()
    await call(project, prompt)
    expect(await call(project, bash('npm test'))).toMatchObject({ decision: 'allow' })
    expect(await call(project, bash('npm i'))).toMatchObject({ input: { command: 'npm ci' } })
    await call(project, fetch)
    await call(project, written)
    await call(project, edited)
    expect(await call(project, stop)).toMatchObject({ decision: 'block' })
    await expect.poll(() => existsSync(path.join(project.dir, 'marks'))).toBe(true)
    expect(startsOf(project)).toEqual(expect.arrayContaining(['sh hooks/hello.sh', 'sh hooks/model.sh']))
    const marked = marksOf(project)
    for (const name of ['hello', 'ticket', 'guard', 'hard', 'model']) expect(marked).toContain(name)
  })

  test('its record is private, outside of the project, and in the ledger', async () => {
    const project = clone()
    await trust(project)
    const dir = path.join(project.dir, '.local/state/hooks/trust')
    const [name = ''] = readdirSync(dir)
    expect(statSync(path.join(dir, name)).mode & 0o777).toBe(0o600)
    expect((await hooks(project, ['ledger'])).stdout).toContain('hooks trust')
    expect((await hooks(project, ['trust', '--list'])).stdout).toContain('~/shop')
  })

  test('it can be taken back', async () => {
    const project = clone()
    await trust(project)
    expect((await hooks(project, ['trust', '--revoke'])).stdout).toContain('nothing is trusted here any more')
    await call(project, start)
    expect(marksOf(project)).toEqual([])
    expect((await hooks(project, ['trust', '--show'])).exit).toBe(1)
  })
})

const at = ({ root }: Project, file: string): string => path.join(root, file)
const edit = (from: string, to: string) => (project: Project) => {
  const text = readFileSync(at(project, 'hooks.yaml'), 'utf8')
  expect(text).toContain(from)
  project.write('hooks.yaml', text.replace(from, to))
}
const append = (file: string) => (project: Project) =>
  writeFileSync(at(project, file), `${readFileSync(at(project, file), 'utf8')}# more\n`)

/** Of a trusted project; each keeps something from running. */
const mutations: Readonly<Record<string, readonly [name: string, change: (project: Project) => void]>> = {
  'a word of a command': ['hello', edit('[sh, hooks/hello.sh]', '[sh, -x, hooks/hello.sh]')],
  'a word of a shell line': ['ticket', edit('--strict', '--lax')],
  'a list made a shell line': ['hello', edit('[sh, hooks/hello.sh]', 'sh hooks/hello.sh')],
  'another script': ['guard', edit('[hooks/guard.sh]', '[hooks/tidy.sh]')],
  'a script of another directory': ['guard', edit('[hooks/guard.sh]', '[tools/hard.sh]')],
  'a variable': ['hello', edit('run: [sh, hooks/hello.sh]', 'run: [sh, hooks/hello.sh], env: { A: b }')],
  'a working directory': ['hello', edit('run: [sh, hooks/hello.sh]', 'run: [sh, hooks/hello.sh], cwd: .')],
  'what an exit means': ['guard', edit('run: [hooks/guard.sh]', 'run: [hooks/guard.sh], exit: { 0: allow }')],
  'a wider match': ['guard', edit('match: Bash, run', "match: '*', run")],
  'no match': ['guard', edit('match: Bash, run', 'run')],
  'a match of an allow': ['go-on', edit('command: npm test', "command: 'npm *'")],
  'a match of a change': ['ci', edit('command: npm i }', 'command: ls }')],
  'a changed input': ['ci', edit('command: npm ci', 'command: npm ci --force')],
  'an option of a built-in': ['short', edit('max_chars: 10', 'max_chars: 2')],
  'another event': ['hello', edit('  SessionStart:', '  SubagentStart:')],
  'a time limit': ['hello', edit('run: [sh, hooks/hello.sh]', 'run: [sh, hooks/hello.sh], timeout: 9s')],
  'what a failure means': ['hard', edit('on_error: deny', 'on_error: proceed')],
  'in the background': ['guard', edit('run: [hooks/guard.sh]', 'run: [hooks/guard.sh], background: true')],
  'no longer in the background': ['tidy', edit(', background: true', '')],
  'the runner of recipes': ['recipes.runner', edit('[sh, hooks/model.sh]', '[sh, hooks/hello.sh]')],
  'a defaults block that watches': ['guard', edit('version: 1', 'version: 1\ndefaults: { mode: advise }')],
  'another name': ['hallo', edit('name: hello', 'name: hallo')],
  'a new rule': ['more', edit('  SessionStart:', '  SessionStart:\n    - { name: more, run: touch x }')],
  'a file that is extended': [
    'base/base',
    (project) => {
      project.write('base.yaml', 'version: 1\nhooks: { SessionStart: [{ name: base, run: touch x }] }\n')
      edit('version: 1', 'version: 1\nextends: [./base.yaml]')(project)
    },
  ],
  'a discovered directory': [
    'found',
    (project) => {
      project.write('found/see.sh', marks('found'))
      edit('version: 1', 'version: 1\ndiscover: [{ dir: found, reply: acai }]')(project)
    },
  ],
  'hooks.local.yaml': [
    'local',
    (project) =>
      project.write('hooks.local.yaml', 'hooks: { SessionStart: [{ name: local, run: touch x }] }\n'),
  ],
  'a byte of a script': ['guard', append('hooks/guard.sh')],
  'a byte of a script in a list': ['hello', append('hooks/hello.sh')],
  'a byte of a script in a shell line': ['ticket', append('hooks/ticket.sh')],
  'a byte of a script behind a cd': ['hard', append('tools/hard.sh')],
  'a byte of a recipe': ['judge', append('recipes/judge.md')],
  'a byte of a recipe that scripts may ask for': ['recipes', append('recipes/other.md')],
  'a new recipe': ['recipes', (project) => project.write('recipes/new.md', 'New.\n')],
  'line ends of a script': [
    'guard',
    (project) => project.write('hooks/guard.sh', marks('guard').replaceAll('\n', '\r\n')),
  ],
  'the right to execute it': ['hello', (project) => chmodSync(at(project, 'hooks/hello.sh'), 0o644)],
  'a script that is gone': ['hello', (project) => rmSync(at(project, 'hooks/hello.sh'))],
  'a script that is renamed': [
    'hello',
    (project) => renameSync(at(project, 'hooks/hello.sh'), at(project, 'hooks/hallo.sh')),
  ],
  'a link in its place': [
    'hello',
    (project) => {
      renameSync(at(project, 'hooks/hello.sh'), at(project, 'hooks/hallo.sh'))
      symlinkSync('hallo.sh', at(project, 'hooks/hello.sh'))
    },
  ],
  'a directory that is a link': [
    'hello',
    (project) => {
      cpSync(at(project, 'hooks'), path.join(project.dir, 'elsewhere'), { recursive: true })
      rmSync(at(project, 'hooks'), { recursive: true })
      symlinkSync(path.join(project.dir, 'elsewhere'), at(project, 'hooks'))
    },
  ],
  'a file named in a variable': [
    'hello',
    (project) => {
      project.write('rc', 'x=1\n')
      edit('run: [sh, hooks/hello.sh]', 'run: [sh, hooks/hello.sh], env: { ENV: ./rc }')(project)
    },
  ],
}

/** The event at which a part would run. */
const eventOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  hello: start,
  hallo: start,
  more: start,
  'base/base': start,
  local: start,
  ticket: prompt,
  hard: fetch,
  tidy: written,
  short: written,
  judge: edited,
  recipes: edited,
  'recipes.runner': edited,
  'go-on': bash('npm test'),
  ci: bash('npm i'),
}
const every = ['hello', 'ticket', 'guard', 'tidy', 'model', 'hard', 'found', 'evil']
/** What it would leave behind, where something else that is trusted runs beside it. */
const ownMarks: Readonly<Record<string, readonly string[]>> = {
  more: [],
  'base/base': [],
  local: [],
  short: [],
  recipes: [],
  'go-on': [],
  ci: [],
  found: ['found'],
}

/** How the parts that the shims see are started; `env`, `grep` and `sleep` belong to the shell that waits in the background. */
const startedBy: Readonly<Record<string, RegExp>> = {
  hello: /hooks\/hello\.sh$/,
  ticket: /hooks\/ticket\.sh --strict$/,
  guard: /hooks\/guard\.sh$/,
  tidy: /hooks\/tidy\.sh$|^grep -qsxF|^sleep \d+$/,
  hard: /\.\/hard\.sh$/,
  judge: /hooks\/model\.sh$/,
}

/** Also recorded by strace: a script in a list, one behind a shell, and programs of a directory. */
const traced = ['a byte of a script in a list', 'a word of a shell line', 'a discovered directory']

/** Of a trusted project; nothing that runs is another. */
const others: Readonly<Record<string, (project: Project) => void>> = {
  "a deny's text": edit('Push a branch.', 'Push a branch here.'),
  "an ask's text": edit('Publish it?', 'Really?'),
  "an allow's text": edit('It only tests.', 'Tests.'),
  'the text of a continue': edit('Run the tests.', 'Run all tests.'),
  'a comment': edit('version: 1', 'version: 1 # the shop'),
  'line ends': (project) => project.write('hooks.yaml', rules.replaceAll('\n', '\r\n')),
  'a description': edit('{ name: hello, run', '{ name: hello, description: Greets., run'),
  'a new deny': edit(
    '  PreToolUse:',
    '  PreToolUse:\n    - { name: no-ls, match: { command: ls }, deny: No. }',
  ),
  'the order of keys': edit(
    '{ name: hello, run: [sh, hooks/hello.sh] }',
    '{ run: [sh, hooks/hello.sh], name: hello }',
  ),
  'a file beside': (project) => project.write('src/cart.ts', 'export {}\n'),
  'the same bytes anew': (project) => project.write('hooks/guard.sh', marks('guard')),
}

interface Shown {
  readonly name: string
  readonly is: string
}

async function shown(project: Watched): Promise<Shown[]> {
  const { stdout } = await hooks(project, ['trust', '--show', '--json'])
  return JSON.parse(stdout) as Shown[]
}

describe('a change of what was trusted', () => {
  let trusted: Project

  beforeAll(async () => {
    trusted = clone()
    await trust(trusted)
    await call(trusted, start) // tells it, once
    marksOf(trusted)
  })

  /** A copy in the same place, so that it is the same project. */
  function again(change: (project: Project) => void, traces = false): Watched {
    rmSync(trusted.root, { recursive: true })
    mkdirSync(at(trusted, '.git'), { recursive: true })
    for (const [file, text] of Object.entries(files)) trusted.write(file, text)
    change(trusted)
    const starts = path.join(trusted.dir, `starts-${session()}`)
    return { ...trusted, starts, ...(traces && { trace: `${starts}.strace` }) }
  }

  const sources = {
    files: [
      import.meta.filename,
      'src/config/trust',
      'src/store/records',
      'src/store/plan',
      'src/cli/setup/trust',
    ],
  }
  test.each(partOf(Object.keys(mutations), 3, sources))('%s keeps it from running', async (title) => {
    const [name, change] = mutations[title] ?? ['', () => undefined]
    const project = again(change, canTrace && traced.includes(title))
    const found = await shown(project)
    expect(startsOf(project)).toEqual([])
    expect(found.map((unit) => unit.name)).toContain(name)
    expect(found.find((unit) => unit.name === name)?.is).toMatch(/^(?:new|changed)$/)
    const message = (await call(project, start)).message ?? ''
    expect(message).toContain('hooks trust')
    marksOf(trusted)
    const answer = await call(project, eventOf[name] ?? bash('ls'))
    expect([answer.input, answer.decision === 'allow']).toEqual([undefined, false])
    expect(marksOf(trusted).filter((mark) => (ownMarks[name] ?? every).includes(mark))).toEqual([])
    expect(existsSync(at(trusted, 'x'))).toBe(false)
    const may = found.flatMap((unit) => (unit.is === 'trusted' ? (startedBy[unit.name] ?? []) : []))
    const isStray = (line: string): boolean => !may.some((pattern) => pattern.test(line))
    expect(startsOf(project).filter(isStray)).toEqual([])
    if (project.trace !== undefined) {
      const programs = programsIn(project.trace).filter((line) => !isOwnQuestion(line))
      expect(programs.filter((line) => line.endsWith(' trust --show --json'))).toHaveLength(1)
      expect(programs.filter((line) => !line.includes(bin)).filter(isStray)).toEqual([])
    }
  })

  test.each(partOf(Object.keys(others), 3, sources))('%s does not', async (title) => {
    const found = await shown(again(others[title] ?? (() => undefined)))
    expect(found.filter(({ is }) => is !== 'trusted')).toEqual([])
    expect((await call(trusted, start)).message).toBeUndefined()
    expect(marksOf(trusted)).toEqual(['hello'])
  })

  test('is asked about where a script guards, and denied where it fails closed', async () => {
    const project = again((each) => {
      append('hooks/guard.sh')(each)
      append('tools/hard.sh')(each)
      append('hooks/ticket.sh')(each)
    })
    const guard = await call(project, bash('ls'))
    expect(guard.decision).toBe('ask')
    expect(guard.reason).toContain(
      'rule guard has changed since the user trusted it, so it was not run. The user can look at it: hooks trust',
    )
    expect(await call(project, fetch)).toMatchObject({ decision: 'deny' })
    expect(await call(project, prompt)).toMatchObject({ decision: 'block' })
    expect(marksOf(project)).toEqual([])
  })

  test('is seen also after the plan was made, and with the time of the file set back', async () => {
    const project = again(() => undefined)
    const { atime, mtime } = statSync(at(project, 'tools/hard.sh'))
    await call(project, fetch)
    expect(marksOf(project)).toEqual(['hard'])
    writeFileSync(at(project, 'tools/hard.sh'), marks('evil'))
    const { utimesSync } = await import('node:fs')
    utimesSync(at(project, 'tools/hard.sh'), atime, mtime)
    expect(await call(project, fetch)).toMatchObject({ decision: 'deny' })
    expect(marksOf(project)).toEqual([])
  })

  test('is shown with what it was', async () => {
    const project = again((each) => {
      edit('--strict', '--lax')(each)
      append('hooks/guard.sh')(each)
    })
    const { stdout, exit } = await hooks(project, ['trust'])
    expect(exit).toBe(1)
    expect(stdout).toContain('was: run hooks/ticket.sh --strict')
    expect(stdout).toContain('changed: ~/shop/hooks/guard.sh')
    expect(stdout).not.toContain('hello')
  })
})

describe('a record that is not its user’s', () => {
  const planted = async (): Promise<{ project: Project; record: string }> => {
    const project = clone()
    await trust(project)
    const dir = path.join(project.dir, '.local/state/hooks/trust')
    return { project, record: path.join(dir, readdirSync(dir)[0] ?? '') }
  }

  test.each([
    ['XDG_STATE_HOME', '.state', '.state/hooks/trust'],
    ['HOME', '.home', '.home/.local/state/hooks/trust'],
  ])('is refused where %s leads into the project', async (variable, dir, place) => {
    const { project, record } = await planted()
    mkdirSync(at(project, place), { recursive: true, mode: 0o700 })
    copyFileSync(record, path.join(at(project, place), path.basename(record)))
    const env = { MARKS: path.join(project.dir, 'marks'), [variable]: at(project, dir) }
    const input = JSON.stringify({ session_id: session(), cwd: project.root, ...start })
    const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], { input, env })
    expect(stdout).toContain('lies in this project')
    expect(marksOf(project)).toEqual([])
  })

  test('is refused where others can write it, or it is a link', async () => {
    const { project, record } = await planted()
    chmodSync(record, 0o666)
    await call(project, start)
    chmodSync(record, 0o600)
    renameSync(record, `${record}.moved`)
    symlinkSync(`${record}.moved`, record)
    await call(project, start)
    expect(marksOf(project)).toEqual([])
    rmSync(record)
    renameSync(`${record}.moved`, record)
    await call(project, start)
    expect(marksOf(project)).toEqual(['hello'])
  })

  test('is refused when it is damaged', async () => {
    const { project, record } = await planted()
    writeFileSync(record, readFileSync(record, 'utf8').slice(0, 200), { mode: 0o600 })
    await call(project, start)
    expect(marksOf(project)).toEqual([])
  })
})

describe('trust that follows the content', () => {
  const copyOf = (project: Project): Project => {
    const root = path.join(project.dir, 'worktree')
    cpSync(project.root, root, { recursive: true })
    return { ...project, root }
  }

  test('holds in a copy where the user says so, and only there', async () => {
    const project = clone()
    await trust(project)
    const copy = copyOf(project)
    await call(copy, start)
    expect(marksOf(project)).toEqual([])
    expect((await trust(project, '--content')).stdout).toContain('wherever the same content lies')
    await call(copy, start)
    expect(marksOf(project)).toEqual(['hello'])
    writeFileSync(path.join(copy.root, 'hooks/guard.sh'), marks('evil'))
    expect(await call(copy, bash('ls'))).toMatchObject({ decision: 'ask' })
    expect(marksOf(project)).toEqual([])
  })
})

describe('hook programs in directories', () => {
  const program = `#!/bin/sh
echo "$HOOK_ACTION" >> "$MARKS"
[ "$HOOK_ACTION" = describe ] && echo '{"event":"tool-call-start"}'
exit 0
`
  const found = (): Project =>
    clone({
      'hooks.yaml': 'version: 1\ndiscover: [{ dir: found, reply: acai }]\n',
      'found/see.sh': program,
    })

  test('are asked only once they are trusted', async () => {
    const project = found()
    await call(project, bash('ls'))
    expect(marksOf(project)).toEqual([])
    await trust(project)
    marksOf(project)
    await call(project, bash('ls'))
    expect(marksOf(project).at(-1)).toBe('execute')
  })

  test('a new one beside them is not asked, and one that changes is asked about', async () => {
    const project = found()
    await trust(project)
    marksOf(project)
    project.write('found/new.sh', program.replace('"$HOOK_ACTION" >>', 'new >>'))
    await call(project, bash('ls'))
    expect(marksOf(project)).not.toContain('new')
    project.write('found/see.sh', program.replace('exit 0', 'exit 0 # evil'))
    expect(await call(project, bash('ls'))).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('see.sh has changed since the user trusted it') as string,
    })
    expect(marksOf(project)).toEqual([])
  })
})

test('a script asks for no recipe of the project that is not trusted', async () => {
  const reply = JSON.stringify({ callback: { recipe: 'other' } })
  const project = clone({
    'hooks.yaml':
      'version: 1\nrecipes: { runner: { command: [sh, hooks/model.sh] } }\nhooks: { PostToolUse: [{ name: asks, run: [sh, hooks/asks.sh] }] }\n',
    'hooks/asks.sh': `#!/bin/sh\necho asks >> "$MARKS"\ncat <<'END'\n${reply}\nEND\n`,
  })
  await trust(project)
  await call(project, edited)
  expect(marksOf(project)).toEqual(['asks', 'model'])
  project.write('recipes/other.md', 'Now something else.\n')
  await call(project, edited)
  expect(marksOf(project)).toEqual(['asks'])
})
