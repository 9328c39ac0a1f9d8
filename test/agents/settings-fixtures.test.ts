// Settings as people have them: each is installed into, installed into again, and uninstalled from.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInstallFiles } from '../../src/agents/shared/install-files.ts'
import { withTrustedHash } from '../../src/agents/codex/trusted-hooks.ts'
import { install, uninstall } from '../../src/cli/setup/install.ts'
import { installableAgent, installableAgents } from '../../src/cli/agents/agents.ts'

let dir = ''
beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'hooks-fixtures-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const effects = () => ({
  files: createInstallFiles(),
  env: {},
  state: '/state/hooks',
  home: path.join(dir, 'home'),
  root: path.join(dir, 'shop'),
  node: process.execPath,
  bin: '/opt/hooks/bin.cjs',
})

function fileOf(name: string): string {
  const agent = installableAgent(name)
  if (typeof agent === 'string') throw new Error(agent)
  return agent.settings.file('user', effects()) ?? agent.settings.file('project', effects()) ?? ''
}

const requestFor = (agent: string) => ({ agent, scope: 'user', untested: true, dry_run: false }) as const
const read = (file: string) => readFileSync(file, 'utf8')

function put(file: string, text: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** An event before a tool, and one that is not registered, by agent. */
const eventsOf: Readonly<Record<string, readonly [string, string]>> = {
  'claude-code': ['PreToolUse', 'WorktreeCreate'],
  'gemini-cli': ['BeforeTool', 'BeforeModel'],
}

interface Kept {
  readonly name: string
  readonly text: string
  /** The layout of a list that was empty or held ours is not known any more: only the values are the same. */
  readonly values?: true
  /** What is in it, where something of ours was there before. */
  readonly after?: string
}

const other = '{ "hooks": [{ "type": "command", "command": "./audit.sh" }] }'

function keptFor(agent: string, [event, free]: readonly [string, string]): readonly Kept[] {
  const ours = (command: string) => `{ "hooks": [{ "type": "command", "command": "${command}" }] }`
  const line = `set -- ${agent} ${event}; s=/old/hooks-agent`
  const pretty = `{\n  "theme": "dark",\n  "hooks": {\n    "${event}": [\n      ${other}\n    ]\n  },\n  "last": 1\n}\n`
  return [
    { name: 'no keys', text: '{}' },
    { name: 'no keys, a line end', text: '{}\n' },
    { name: 'no keys, a space', text: '{ }', values: true },
    { name: 'no keys on two lines', text: '{\n}\n', values: true },
    { name: 'one line', text: '{"theme":"dark"}', values: true },
    { name: 'no line end at the end', text: '{\n  "theme": "dark"\n}' },
    { name: 'several line ends at the end', text: '{\n  "theme": "dark"\n}\n\n\n' },
    { name: 'space before it', text: '\n\n  {\n  "theme": "dark"\n}\n' },
    { name: 'spaces at the ends of lines', text: '{  \n  "theme": "dark"  \n}  \n', values: true },
    { name: 'a byte order mark', text: `\uFEFF${pretty}` },
    { name: 'CRLF', text: pretty.replaceAll('\n', '\r\n') },
    { name: 'a mark and CRLF', text: `\uFEFF${pretty.replaceAll('\n', '\r\n')}` },
    { name: 'tabs', text: pretty.replaceAll('  ', '\t') },
    { name: 'four spaces', text: pretty.replaceAll('  ', '    ') },
    { name: "another's hook at our event", text: pretty },
    { name: "another's hook at an event of its own", text: pretty.replace(event, free) },
    { name: 'hooks at both', text: pretty.replace(`"${event}"`, `"${free}": [${other}],\n    "${event}"`) },
    {
      name: 'hooks before the other keys',
      values: true,
      text: `{\n  "hooks": {\n    "${event}": [${other}]\n  },\n  "zeta": 1,\n  "alpha": 2\n}\n`,
    },
    {
      name: 'three groups',
      text: `{\n  "hooks": {\n    "${event}": [\n      ${other},\n      ${other},\n      ${other}\n    ]\n  }\n}\n`,
    },
    {
      name: 'groups on one line',
      values: true,
      text: `{\n  "hooks": { "${event}": [${other}, ${other}] }\n}\n`,
    },
    {
      name: 'a matcher and a timeout',
      text: pretty.replace('"hooks": [', '"matcher": "Bash", "timeout": 5, "hooks": ['),
    },
    {
      name: 'an empty list of a free event',
      text: pretty.replace(`"${event}"`, `"${free}": [],\n    "${event}"`),
    },
    { name: 'a group without hooks', text: pretty.replace(other, '{ "matcher": "Bash" }') },
    { name: 'a group of nothing', text: pretty.replace(other, 'null') },
    { name: 'groups of other kinds', text: pretty.replace(other, '"audit", 7, true, [], {}') },
    { name: 'hooks that are no list', text: pretty.replace(other, '{ "hooks": "audit" }') },
    { name: 'a hook that is no object', text: pretty.replace(other, '{ "hooks": ["audit", null] }') },
    {
      name: 'unknown keys',
      text: pretty.replace('"theme": "dark"', '"$schema": "x", "x-y": { "hooks": { "a": [1] } }'),
    },
    {
      name: 'another program of this name',
      text: pretty.replace('./audit.sh', '/opt/hooks-agent-audit claude'),
    },
    { name: 'a command that mentions us', text: pretty.replace('./audit.sh', 'echo hooks-agent') },
    {
      name: 'the line of another agent',
      text: pretty.replace('./audit.sh', 'set -- hal Stop; s=/x/hooks-agent'),
    },
    { name: 'letters of all kinds', text: pretty.replace('dark', 'dünkel 暗 🌒 \\u0041 \\n \\"') },
    {
      name: 'numbers of all kinds',
      text: pretty.replace('"last": 1', '"last": [1.0, 1e3, -0, 12345678901234567890]'),
    },
    { name: 'a key that JavaScript knows', text: pretty.replace('"theme"', '"constructor"') },
    { name: 'a key twice', text: pretty.replace('"theme": "dark"', '"theme": "light",\n  "theme": "dark"') },
    { name: 'deep nesting', text: pretty.replace('"dark"', `${'['.repeat(300)}${']'.repeat(300)}`) },
    { name: 'a long line', text: pretty.replace('dark', 'x'.repeat(100_000)) },
    {
      name: 'a huge file',
      text: pretty.replace('"dark"', JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at })))),
    },
    {
      name: 'ours of version 0.1',
      text: pretty.replace(other, ours(`/old/hooks-agent ${agent}`)),
      values: true,
      after: `{ "theme": "dark", "last": 1 }`,
    },
    {
      name: 'ours, older, behind another',
      text: pretty.replace(other, `${other},\n      ${ours(line)}`),
      after: pretty,
    },
    {
      name: 'ours, older, before another',
      text: pretty.replace(other, `${ours(line)},\n      ${other}`),
      values: true,
      after: pretty,
    },
    {
      name: 'ours twice',
      text: pretty.replace(other, `${ours(line)},\n      ${other},\n      ${ours(line)}`),
      values: true,
      after: pretty,
    },
    {
      name: 'ours in the group of another',
      text: pretty.replace('"./audit.sh" }', `"./audit.sh" }, { "type": "command", "command": "${line}" }`),
      values: true,
      after: pretty,
    },
    {
      name: 'ours at an event that is not registered any more',
      text: pretty.replace(`"${event}"`, `"${free}": [${ours(line)}],\n    "${event}"`),
      values: true,
      after: pretty,
    },
  ]
}

const withComments: readonly Kept[] = [
  { name: 'a comment at the top', text: '// mine\n{\n  "theme": "dark"\n}\n' },
  { name: 'a comment at the end', text: '{\n  "theme": "dark" // mine\n}\n// end\n' },
  { name: 'a comment before the end', text: '{\n  "theme": "dark"\n  // "model": "x"\n}\n' },
  { name: 'a comment of several lines', text: '{\n  /* mine:\n     { "a": [1] } */\n  "theme": "dark"\n}\n' },
  { name: 'a comment alone', text: '{\n  // nothing yet\n}\n' },
  {
    name: 'a comment in our list',
    text: `{\n  "hooks": {\n    "BeforeTool": [\n      // first\n      ${other} // last\n    ]\n  }\n}\n`,
  },
  { name: 'what looks like a comment in a text', text: '{\n  "url": "https://x/*y*/" // z\n}\n' },
]

describe.each([
  ['json', 'claude-code', []],
  ['jsonc', 'gemini-cli', withComments],
] as const)('%s', (_, agent, more) => {
  const events = eventsOf[agent] ?? ['', '']
  const fixtures = [...keptFor(agent, events), ...more]
  const file = () => fileOf(agent)

  test('there are enough', () => expect(fixtures.length).toBeGreaterThanOrEqual(40))

  test.each(fixtures)('$name', ({ text, values, after = text }) => {
    put(file(), text)
    expect(install(requestFor(agent), effects())).toMatchObject({ exit: 0, err: '' })
    expect(read(`${file()}.bak`)).toBe(text)
    const once = read(file())
    expect(once).toContain(`set -- ${agent} ${events[0]}; `)
    expect(once.includes('./audit.sh')).toBe(text.includes('./audit.sh'))
    expect(/[^\r]\n/.test(once)).toBe(!text.includes('\r'))
    expect(install(requestFor(agent), effects()).out).toContain('already calls hooks')
    expect(read(file())).toBe(once)
    expect(uninstall(requestFor(agent), effects()).exit).toBe(0)
    if (values === true) expect(JSON.parse(read(file()))).toEqual(JSON.parse(after))
    else expect(read(file())).toBe(after)
  })

  test.each([undefined, '', ' \n'])('%j becomes a file of its own', (text) => {
    if (text !== undefined) put(file(), text)
    expect(install(requestFor(agent), effects()).exit).toBe(0)
    expect(existsSync(`${file()}.bak`)).toBe(text !== undefined)
    uninstall(requestFor(agent), effects())
    expect(read(file())).toBe('{}\n')
  })

  test.each<[string, string | Buffer]>([
    ['a comma at the end', `{\n  "theme": "dark",\n}\n`],
    ['a bracket too few', '{\n  "hooks": {\n'],
    ['text behind it', '{}\nend'],
    ['a list', '[]'],
    ['a text', '"hooks"'],
    ['hooks as a list', '{ "hooks": [] }'],
    ['an event as an object', `{ "hooks": { "${events[0]}": {} } }`],
    ['an event as a text', `{ "hooks": { "${events[0]}": "./audit.sh" } }`],
    ['single quotes', "{ 'theme': 'dark' }"],
    ['nesting without an end', '{"a":'.repeat(10_000)],
    ['a conflict of git', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n'],
    ['TOML', 'theme = "dark"\n'],
  ])('%s is left alone, with its line', (__, text) => {
    put(file(), text)
    const { exit, err } = install(requestFor(agent), effects())
    expect(exit).toBe(1)
    expect(err).toMatch(/:\d+:\d+: .+\. Nothing was changed\.\n$/)
    expect(err).toContain(file())
    expect(read(file())).toBe(text)
    expect(existsSync(`${file()}.bak`)).toBe(false)
  })

  test('a file that is no UTF-8 is left alone', () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d])
    put(file(), bytes)
    expect(install(requestFor(agent), effects())).toMatchObject({
      exit: 1,
      err: expect.stringContaining('it is not UTF-8'),
    })
    expect(readFileSync(file())).toEqual(bytes)
  })

  test('a directory of this name is left alone', () => {
    mkdirSync(file(), { recursive: true })
    expect(install(requestFor(agent), effects())).toMatchObject({
      exit: 1,
      err: expect.stringContaining('EISDIR'),
    })
  })

  test('a read-only file keeps its mode', () => {
    put(file(), '{}')
    chmodSync(file(), 0o440)
    expect(install(requestFor(agent), effects()).exit).toBe(0)
    expect(statSync(file()).mode & 0o777).toBe(0o440)
  })

  test('a link stays one', () => {
    const real = path.join(dir, 'dotfiles/settings.json')
    put(real, '{}')
    mkdirSync(path.dirname(file()), { recursive: true })
    symlinkSync(real, file())
    install(requestFor(agent), effects())
    uninstall(requestFor(agent), effects())
    expect(lstatSync(file()).isSymbolicLink()).toBe(true)
    expect(read(real)).toBe('{}')
  })
})

describe.each(installableAgents.filter(({ settings }) => settings.own === true))(
  'a file of our own: $name',
  ({ name }) => {
    const scope = name === 'vscode-local' ? 'project' : 'user'
    const request = { ...requestFor(name), scope } as const
    const file = () => fileOf(name)

    test.each([
      ['nothing', undefined],
      ['an empty file', ''],
      ['one edited by hand', '{ "edited": "hooks-agent" }'],
      ['one of an older version', '// Written by "hooks install": /old/hooks-agent\n'],
      ["another's", '{ "version": 1 }\n'],
      ['CRLF and a mark', '\uFEFF{\r\n}\r\n'],
    ])('%s is replaced as a whole and goes as a whole', (_, text) => {
      if (text !== undefined) put(file(), text)
      expect(install(request, effects())).toMatchObject({ exit: 0, err: '' })
      if (text !== undefined) expect(read(`${file()}.bak`)).toBe(text)
      const once = read(file())
      expect(once).toContain('hooks-agent')
      expect(install(request, effects()).out).toContain('already calls hooks')
      expect(read(file())).toBe(once)
      uninstall(request, effects())
      expect(existsSync(file())).toBe(false)
    })
  },
)

describe('toml', () => {
  const [key, hash] = ['/home/dana/.codex/hooks.json:pre_tool_use:0:0', 'sha256:abc']
  const table = `[hooks.state."${key}"]`
  const entry = `trusted_hash = "${hash}"`
  const added = `\n${table}\n${entry}\n`

  const appended: readonly (readonly [string, string])[] = [
    ['a model', 'model = "x"\n'],
    ['comments', '# mine\nmodel = "x" # too\n'],
    ['an empty line at the end', 'model = "x"\n\n'],
    ['a table', '[features]\nhooks = true\n'],
    ['a table of arrays', '[[skills]]\nname = "a"\n[[skills]]\nname = "b"\n'],
    ['a project', '[projects."/home/dana/shop"]\ntrust_level = "trusted"\n'],
    ['hooks of its own', '[hooks]\nPreToolUse = [{ hooks = [] }]\n'],
    ['lists of hooks', '[[hooks.PreToolUse]]\nmatcher = "Bash"\n'],
    ['trust in others', '[hooks.state."/x:stop:0:0"]\ntrusted_hash = "sha256:1"\n'],
    ['the table of all trust', '[hooks.state]\n'],
    ['our key in a comment', `# ${table}\n# ${entry}\n`],
    ['our table in a text of several lines', `note = """\n${table}\n${entry}\n"""\n`],
    ['our table in a raw text of several lines', `note = '''\n${table}\n${entry}\n'''\n`],
    ['a text with marks in it', `note = "'''"\n`],
    ['a mark in a comment', `# """\nmodel = "x"\n`],
    ['a list of several lines', 'list = [\n  "a",\n  "b",\n]\n'],
    ['an inline table', 'a = { b = { c = 1 } }\n'],
    ['dotted keys', 'a.b.c = 1\n"d.e".f = 2\n'],
    ['dates and numbers', 'at = 1979-05-27T07:32:00Z\nn = 1_000\nh = 0xff\ni = inf\n'],
    ['letters of all kinds', 'name = "dünkel 暗 🌒"\n'],
    ['tabs and spaces', '\t model\t=\t"x"  \n\n\n\t[a]\n'],
    ['a longer key', `[hooks.state."${key}0"]\n${entry}\n`],
    ['the same key elsewhere', `[other.state."${key}"]\n${entry}\n`],
    ['a sub-table', `[hooks.state."${key}".more]\na = 1\n`],
    ['a byte order mark', '\uFEFFmodel = "x"\n'],
    ['a huge file', 'model = "x"\n'.repeat(20_000)],
  ]

  test.each(appended)('%s: a table is added at the end', (_, text) => {
    expect(withTrustedHash(text, key, hash)).toBe(text + added)
    expect(withTrustedHash(text + added, key, hash)).toBe(text + added)
  })

  test.each<[string, string, string]>([
    ['an empty file', '', `${table}\n${entry}\n`],
    ['no line end at the end', 'model = "x"', `model = "x"\n${added}`],
    ['CRLF', 'model = "x"\r\n', `model = "x"\r\n${added.replaceAll('\n', '\r\n')}`],
    ['another hash', `${table}\ntrusted_hash = "sha256:1"\n`, `${table}\n${entry}\n`],
    ['a raw hash', `${table}\ntrusted_hash = 'sha256:1'\n`, `${table}\n${entry}\n`],
    [
      'a hash with a comment',
      `${table}\ntrusted_hash = "sha256:1" # by me\n`,
      `${table}\n${entry} # by me\n`,
    ],
    [
      'a hash behind others',
      `${table}\nenabled = true\n  trusted_hash="sha256:1"\n[z]\n`,
      `${table}\nenabled = true\n  trusted_hash= "${hash}"\n[z]\n`,
    ],
    [
      'a table without a hash',
      `${table}\nenabled = true\n[z]\n`,
      `${table}\n${entry}\nenabled = true\n[z]\n`,
    ],
    ['a table at the end without a line end', table, `${table}\n${entry}\n`],
    [
      'a table and the next',
      `${table}\n[hooks.state."x"]\ntrusted_hash = "sha256:1"\n`,
      `${table}\n${entry}\n[hooks.state."x"]\ntrusted_hash = "sha256:1"\n`,
    ],
    [
      'spaces in the name',
      `[ hooks . state . "${key}" ] # x\ntrusted_hash = "a"\n`,
      `[ hooks . state . "${key}" ] # x\n${entry}\n`,
    ],
    ['a raw key', `[hooks.state.'${key}']\ntrusted_hash = "a"\n`, `[hooks.state.'${key}']\n${entry}\n`],
    [
      'an escaped key',
      `[hooks.state."${key.replace('h', '\\u0068')}"]\ntrusted_hash = "a"\n`,
      `[hooks.state."${key.replace('h', '\\u0068')}"]\n${entry}\n`,
    ],
    ['another hash, CRLF', `${table}\r\ntrusted_hash = "a"\r\n`, `${table}\r\n${entry}\r\n`],
    [
      'comments around it',
      `# a\n${table}\n# b\ntrusted_hash = "a"\n# c\n`,
      `# a\n${table}\n# b\n${entry}\n# c\n`,
    ],
  ])('%s', (_, text, after) => {
    expect(withTrustedHash(text, key, hash)).toBe(after)
    expect(withTrustedHash(after, key, hash)).toBe(after)
  })

  test.each(['a"b', 'a\\b', 'C:\\Users\\dana', 'tab\there', 'dünkel'])(
    'a key that has to be quoted: %j',
    (odd) => {
      const once = withTrustedHash('', odd, hash)
      expect(once).toBe(`[hooks.state.${JSON.stringify(odd)}]\n${entry}\n`)
      expect(withTrustedHash(once, odd, 'sha256:2')).toBe(once.replace(hash, 'sha256:2'))
    },
  )
})
