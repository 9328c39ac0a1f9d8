import { describe, expect, test } from 'vitest'
import { skills } from '../../src/builtins/skills.ts'
import { matchPrompt } from '../../src/builtins/skills/match-skills.ts'
import { scanSkills } from '../../src/builtins/skills/find-skills.ts'
import { createMemoryState, RUNS } from '../../src/store/state/memory.ts'
import type { State } from '../../src/model/types.ts'
import { ask, clockAt, filesIn, root, type Question, type Tree } from './ask.ts'

const skill = (head: string, body = 'SENTINEL') => `---\n${head}\n---\n${body}\n`

const shop: Tree = {
  'skills/pdf/SKILL.md': skill('name: pdf\ndescription: Create PDF invoices'),
  'skills/office/xlsx/SKILL.md': skill('name: xlsx\ndescription: Price lists as spreadsheets'),
  'skills/notes.md': 'SENTINEL',
}

const prompt = (text: string): Question['event'] => ({ event: 'UserPromptSubmit', prompt: text })
const model: Question['event'] = { event: 'PreModelCall', system_prompt: 'Base.', messages: [] }
const start: Question['event'] = { event: 'SessionStart' }
const shell = (command: unknown): Question['event'] => ({
  event: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})

const tell = (event: Question['event'], options: Readonly<Record<string, unknown>> = {}, files = shop) => {
  return ask(skills, { with: { paths: ['skills'], ...options }, event, files })
}

/** The text that a verdict adds, wherever it goes. */
const added = async (...asked: Parameters<typeof tell>) => {
  const { additional_context = [], updated_system } = await tell(...asked)
  return [...additional_context, updated_system?.append ?? ''].join('')
}

/** Undefined, or a text that holds this one. */
const holding = (text: string | undefined): unknown =>
  text === undefined ? undefined : expect.stringContaining(text)

describe('catalog', () => {
  const lines =
    'Skills you can use:\n' +
    '[pdf] Create PDF invoices → Read skills/pdf/SKILL.md for full instructions\n' +
    '[xlsx] Price lists as spreadsheets → Read skills/office/xlsx/SKILL.md for full instructions'

  test('stands in the system prompt, one line for each skill, without its body (W35, W36, W37, W38)', async () => {
    expect(await tell(model)).toEqual({ updated_system: { append: `\n\n${lines}` } })
  })

  test('is context at the start of a session', async () => {
    expect(await tell(start)).toEqual({ additional_context: [lines] })
  })

  test('is context of a prompt when asked for', async () => {
    expect(await tell(prompt('hello'), { inject: 'catalog' })).toEqual({ additional_context: [lines] })
  })

  test.each([
    { name: 'excluded', options: { exclude: ['pdf'] }, names: ['xlsx'] },
    { name: 'included', options: { include: ['pdf'] }, names: ['pdf'] },
    { name: 'included by a glob', options: { include: ['X*'] }, names: ['xlsx'] },
    { name: 'included and excluded', options: { include: ['*'], exclude: ['x*'] }, names: ['pdf'] },
  ])('follows what is $name (W41)', async ({ options, names }) => {
    const text = await added(model, options)
    expect([...text.matchAll(/^\[(.*?)\]/gm)].map(([, name]) => name)).toEqual(names)
  })

  test.each([{ exclude: ['*'] }, { paths: ['nowhere'] }, { include: ['none'] }])(
    'changes nothing with %j (W41)',
    async (options) => {
      expect(await tell(model, options)).toEqual({})
    },
  )

  test('shows a long description whole', async () => {
    const text = 'orders '.repeat(40).trim()
    expect(await added(model, {}, { 'skills/a/SKILL.md': skill(`name: a\ndescription: ${text}`) })).toContain(
      `[a] ${text} →`,
    )
  })

  test('counts a file once (W40)', async () => {
    const text = await added(model, { paths: ['skills', 'skills/pdf', './skills'] })
    expect(text.match(/\[pdf\]/g)).toHaveLength(1)
  })

  test('finds a skill in the directory itself and outside of the root', async () => {
    const files = { '../../.claude/skills/own/SKILL.md': skill('name: own') }
    expect(await added(model, { paths: ['~/.claude/skills/own'] }, files)).toContain(
      '[own] → Read /home/dana/.claude/skills/own/SKILL.md for',
    )
  })
})

describe('front matter', () => {
  test.each([
    { name: 'none', text: 'Just text', line: '[foo] →', broken: false },
    { name: 'an empty one', text: '---\n---\nText', line: '[foo] →', broken: false },
    { name: 'a list', text: skill('- a'), line: '[foo] →', broken: true },
    { name: 'no name', text: skill('description: Sells'), line: '[foo] Sells →', broken: false },
    { name: 'a blank name', text: skill('name: " "'), line: '[foo] →', broken: false },
    { name: 'a number as name', text: skill('name: 7'), line: '[7] →', broken: false },
    {
      name: 'a folded description',
      text: skill('name: a\ndescription: >\n  Sells\n  things'),
      line: '[a] Sells things →',
      broken: false,
    },
    {
      name: 'a colon in a description',
      text: skill('name: a\ndescription: Sells: things'),
      line: '[a] Sells: things →',
      broken: true,
    },
    {
      name: 'a quote that does not end',
      text: skill('name: "a\ndescription: Sells'),
      line: '→',
      broken: true,
    },
  ])('with $name the skill stays (W39, U42)', async ({ text, line, broken }) => {
    const files = { 'skills/foo/SKILL.md': text }
    expect(await added(model, {}, files)).toContain(line)
    expect((await tell(model, {}, files)).warnings?.length ?? 0).toBe(broken ? 1 : 0)
  })
})

const known = (name: string, description = '') => ({ name, description, path: '', body: '', broken: false })

describe('match', () => {
  test('lists every skill that a prompt is about (U40, U41)', async () => {
    const text = await added(prompt('Make a PDF and an Excel sheet'), { keywords: { xlsx: ['excel'] } })
    expect(text).toMatch(/pdf[\s\S]*xlsx/)
    expect(text).not.toContain('SENTINEL')
  })

  test('says nothing to a prompt that is about none (U40)', async () => {
    expect(await tell(prompt('hello'))).toEqual({})
  })

  test('cuts a description to 100 characters (U41)', async () => {
    const files = { 'skills/a/SKILL.md': skill(`name: a\ndescription: ${'🧾'.repeat(150)}`) }
    expect(await added(prompt('use a'), {}, files)).toContain(`[a] ${'🧾'.repeat(99)}… →`)
    expect(await added(prompt('use a'), { description_max: 10 }, files)).toContain(`[a] ${'🧾'.repeat(9)}… →`)
  })

  test('looks at the last message of the user before a model call', async () => {
    const messages = [
      { role: 'user', content: 'Make a pdf' },
      { role: 'user', content: [{ type: 'text', text: 'Fill a spreadsheet' }] },
      { role: 'assistant', content: 'The pdf is next' },
    ]
    const text = await added({ ...model, messages }, { inject: 'match' })
    expect(text).toContain('[xlsx]')
    expect(text).not.toContain('[pdf]')
  })

  test('has nothing to look at when a session starts', async () => {
    expect(await tell(start, { inject: 'match' })).toEqual({})
  })

  const long =
    'Ship parcels with labels, customs papers, carriers, tracking numbers, insurance, returns and depots'

  test.each([
    { name: 'its name', skill: known('pdf'), text: 'Make a PDF!', is: true },
    { name: 'its name in plural', skill: known('pdf'), text: 'merge two pdfs', is: true },
    { name: 'no part of a word', skill: known('art'), text: 'start the cart', is: false },
    { name: 'its name in two words', skill: known('shop-deploy'), text: 'run the shop deploy', is: true },
    { name: 'its name in camel case', skill: known('shopDeploy'), text: 'run shop-deploy', is: true },
    { name: 'half of its name', skill: known('shop-deploy'), text: 'open the shop', is: false },
    { name: 'a keyword', skill: known('k'), text: 'a Purchase Order, please', is: true },
    { name: 'a keyword with signs', skill: known('k'), text: 'write C++ for it', is: true },
    { name: 'a keyword without spaces around', skill: known('k'), text: '请填写表格。', is: true },
    { name: 'a telling word', skill: known('x', 'Create invoices'), text: 'the invoice of May', is: true },
    {
      name: 'a common word',
      skill: known('x', 'Create files with data'),
      text: 'create a file with data',
      is: false,
    },
    { name: 'one word of a long description', skill: known('x', long), text: 'the returns page', is: false },
    {
      name: 'two words of a long description',
      skill: known('x', long),
      text: 'labels for returns',
      is: true,
    },
    { name: 'a name of signs', skill: known('--'), text: 'a -- b', is: false },
    { name: 'an inherited property as name', skill: known('constructor'), text: 'hello', is: false },
  ])('by $name: $is', ({ skill: one, text, is }) => {
    expect(matchPrompt([one], text, { k: ['purchase order', 'c++', '表格'] })).toHaveLength(is ? 1 : 0)
  })

  test('lists what is named before what is described', () => {
    const matched = matchPrompt([known('a', 'Create invoices'), known('pdf')], 'an invoice as pdf', {})
    expect(matched.map(({ name }) => name)).toEqual(['pdf', 'a'])
  })
})

test('body gives the instructions of the best skill, without front matter, and the others as lines (W42)', async () => {
  const text = await added(prompt('invoices as xlsx'), { inject: 'body' })
  expect(text).toBe(
    'Instructions of the skill xlsx (skills/office/xlsx/SKILL.md):\n\nSENTINEL\n\n' +
      'Skills that fit this request:\n[pdf] Create PDF invoices → Read skills/pdf/SKILL.md for full instructions',
  )
})

test('lazy gives names only (W42)', async () => {
  const text = await added(model, { inject: 'lazy' })
  expect(text).toContain('pdf, xlsx. Find the SKILL.md of one below skills and')
  expect(text).not.toMatch(/invoices|SENTINEL/)
})

test.each([
  { command: 'python -c "import pypdf"', name: 'pdf' },
  { command: 'python -c "from pypdf import PdfReader"', name: 'pdf' },
  { command: 'pip install pypdf', name: 'pdf' },
  { command: ['pdf', 'merge', 'a', 'b'], name: 'pdf' },
  { command: 'node -e "require(\'xlsx\')"', name: 'xlsx' },
  { command: 'soffice --convert-to ods prices.ods', name: 'xlsx' },
  { command: 'npm test', name: undefined },
  { command: 'echo invoices', name: undefined },
  { command: undefined, name: undefined },
])('hints at $name before $command and denies nothing (U43)', async ({ command, name }) => {
  const outcome = await tell(shell(command), { keywords: { xlsx: ['soffice'] } })
  expect(Object.keys(outcome)).toEqual(name === undefined ? [] : ['additional_context'])
  expect(outcome.additional_context?.[0]).toEqual(holding(name && `[${name}]`))
})

describe('search', () => {
  test('skips node_modules and .git', async () => {
    const files = {
      'skills/node_modules/a/SKILL.md': skill('name: a'),
      'skills/.git/b/SKILL.md': skill('name: b'),
    }
    expect(await tell(model, {}, files)).toEqual({})
  })

  test('ends six directories down', async () => {
    const files = {
      'skills/1/2/3/4/5/6/SKILL.md': skill('name: six'),
      'skills/1/2/3/4/5/6/7/SKILL.md': skill('name: seven'),
    }
    const text = await added(model, {}, files)
    expect(text).toContain('[six]')
    expect(text).not.toContain('[seven]')
  })

  test.each([
    { name: '500 skills', files: 600, file: (at: number) => `skills/${at}/SKILL.md`, found: 500 },
    {
      name: '2,000 entries',
      files: 2001,
      file: (at: number) => `skills/a/${at < 2000 ? at : 'b/SKILL'}.md`,
      found: 0,
    },
  ])('ends after $name and says so', async ({ files: count, file, found }) => {
    const files = Object.fromEntries(Array.from({ length: count }, (_, at) => [file(at), 'x']))
    const scan = scanSkills([`${root}/skills`], filesIn(files))
    expect(scan.complete).toBe(false)
    expect(scan.found).toHaveLength(found)
    expect(await tell(model, {}, files)).toHaveProperty('warnings', [
      { code: 'skills', message: expect.stringContaining('not all were searched') },
    ])
  })
})

test('says that it is inactive without paths', () => {
  expect(skills.inactive?.({ paths: [], include: [], exclude: [], keywords: {}, description_max: 100 })).toBe(
    'no paths',
  )
})

describe('one at a time', () => {
  const lazily = (state: State) => (event: Question['event']) =>
    ask(skills, { with: { paths: ['skills'], inject: 'lazy' }, event, files: shop, state })
  const tool = (
    event: 'PreToolUse' | 'PostToolUse',
    tool_name: string,
    name?: string,
    more = {},
  ): Question['event'] => ({
    event,
    tool_name,
    tool_input: { name },
    ...more,
  })

  test('the body of the skill that the agent activated is in the system prompt, and no other (W42)', async () => {
    const files: Tree = {
      'skills/a/SKILL.md': skill('name: a', 'BODY-A'),
      'skills/b/SKILL.md': skill('name: b', 'BODY-B'),
    }
    const state = createMemoryState(clockAt(0))
    const say = (event: Question['event']) =>
      ask(skills, { with: { paths: ['skills'], inject: 'lazy' }, event, files, state })
    const bodies = async () =>
      [...((await say(model)).updated_system?.append ?? '').matchAll(/BODY-./g)].map(String)
    expect(await bodies()).toEqual([])
    for (const [event, expected] of [
      [tool('PostToolUse', 'activate_skill', 'a'), ['BODY-A']],
      [tool('PostToolUse', 'mcp__skills__activate_skill', 'b'), ['BODY-B']],
      [tool('PostToolUse', 'activate_skill', 'a', { is_error: true }), ['BODY-B']],
      [tool('PostToolUse', 'deactivate_skill'), []],
    ] as const) {
      expect(await say(event)).toEqual({})
      expect(await bodies()).toEqual(expected)
    }
  })

  test('a name that no skill has is denied with those that there are (W42)', async () => {
    const say = lazily(createMemoryState(clockAt(0)))
    expect(await say(tool('PreToolUse', 'activate_skill', 'doc'))).toEqual({
      decision: 'deny',
      reason: 'There is no skill "doc". There are pdf, xlsx.',
    })
    expect(await say(tool('PreToolUse', 'activate_skill', 'pdf'))).toEqual({})
  })

  describe('a skill limits the tools until the next prompt (S63)', () => {
    const files = (tools: string): Tree => ({
      'skills/pdf/SKILL.md': skill(`name: pdf\n${tools}`, 'BODY'),
      'skills/any/SKILL.md': skill('name: any', 'BODY'),
    })
    const limited = (allowed: string, more: object = { inject: 'lazy' }) => {
      const state = createMemoryState(clockAt(0))
      const say = (event: Question['event']) =>
        ask(skills, { with: { paths: ['skills'], ...more }, event, files: files(allowed), state })
      const calls = async (tool_name: string, tool_input: object = {}) =>
        (await say({ event: 'PreToolUse', tool_name, tool_input })).decision ?? 'proceed'
      const load = (name: string, tool_name = 'activate_skill') =>
        say({ event: 'PostToolUse', tool_name, tool_input: { name } })
      return { say, calls, load, state }
    }

    test.each([
      { allowed: 'allowed-tools: read', tool: 'read', is: 'proceed' },
      { allowed: 'allowed-tools: read', tool: 'bash', is: 'deny' },
      { allowed: 'allowed-tools: [Read, Grep]', tool: 'grep', is: 'proceed' },
      { allowed: 'allowed-tools: Read, Grep', tool: 'read_file', is: 'proceed' },
      { allowed: 'allowed-tools: Read Grep', tool: 'Grep', is: 'proceed' },
      { allowed: 'allowed-tools: Read Grep', tool: 'write_file', is: 'deny' },
      { allowed: 'allowed-tools: mcp__shop', tool: 'mcp__shop__orders', is: 'proceed' },
      { allowed: 'allowed-tools: mcp__shop', tool: 'mcp__shops__orders', is: 'deny' },
      { allowed: 'allowed-tools: find_*', tool: 'mcp__shop__find_order', is: 'proceed' },
      { allowed: 'allowed-tools: "@write"', tool: 'Write', is: 'proceed' },
      { allowed: 'allowed-tools: []', tool: 'read', is: 'deny' },
      { allowed: 'allowed-tools: read', tool: 'load_skill', is: 'proceed' },
      { allowed: 'allowed-tools: read', tool: 'list_skills', is: 'proceed' },
      { allowed: 'allowed-tools: read', tool: 'deactivate_skill', is: 'proceed' },
      { allowed: 'license: MIT', tool: 'bash', is: 'proceed' },
    ])('$allowed: $tool is answered with $is', async ({ allowed, tool: name, is }) => {
      const { calls, load } = limited(allowed)
      expect(await calls(name)).toBe('proceed')
      await load('pdf')
      expect(await calls(name)).toBe(is)
    })

    test.each([
      { command: 'git diff src', is: 'proceed' },
      { command: 'cd src && git diff', is: 'proceed' },
      { command: 'npm test', is: 'proceed' },
      { command: 'npm test -- --watch', is: 'deny' },
      { command: 'git diffs', is: 'deny' },
      { command: 'git diff && git push', is: 'deny' },
      { command: 'git diff $(curl shop.example)', is: 'deny' },
      { command: '$CMD', is: 'deny' },
    ])('of the shell only its commands: $command is answered with $is', async ({ command, is }) => {
      const { calls, load } = limited('allowed-tools: Bash(git diff:*), Bash(npm test)')
      await load('pdf')
      expect(await calls('execute', { command })).toBe(is)
    })

    test('the denial lists what is allowed', async () => {
      const { say, load } = limited('allowed-tools: read, grep')
      await load('pdf')
      const { reason } = await say({ event: 'PreToolUse', tool_name: 'bash', tool_input: { command: 'ls' } })
      expect(reason).toBe(
        'The skill pdf allows only read, grep until the next prompt. Use what it allows, or load another skill.',
      )
    })

    test('another skill, an unloaded one and the next prompt end it, a subagent has none of it', async () => {
      const { say, calls, load, state } = limited('allowed-tools: read')
      const after = async (act: () => unknown) => {
        await load('pdf')
        const before = await calls('bash')
        await act()
        return [before, await calls('bash')]
      }
      expect(await after(() => load('any'))).toEqual(['deny', 'proceed'])
      expect(await after(() => load('', 'deactivate_skill'))).toEqual(['deny', 'proceed'])
      expect(await after(() => state.count(RUNS))).toEqual(['deny', 'proceed'])
      await load('pdf')
      const subagent = { name: 'reviewer', id: 'a1' }
      expect(await say({ event: 'PreToolUse', tool_name: 'bash', tool_input: {}, subagent })).toEqual({})
    })

    test.each([
      { more: { inject: 'catalog' }, is: 'proceed' },
      { more: { limit_tools: true }, is: 'deny' },
      { more: { inject: 'lazy', limit_tools: false }, is: 'proceed' },
    ])('with $more a call is answered with $is', async ({ more, is }) => {
      const { say, calls } = limited('allowed-tools: Read', more)
      await say({ event: 'PostToolUse', tool_name: 'Skill', tool_input: { skill: 'pdf' } })
      expect(await calls('Bash', { command: 'ls' })).toBe(is)
    })
  })

  test('the tool is named to an agent that has it', async () => {
    const say = lazily(createMemoryState(clockAt(0)))
    const text = async (tools: readonly string[]) =>
      (await say({ ...model, raw: { tools } })).updated_system?.append
    expect(await text(['ls', 'activate_skill'])).toContain('Call activate_skill before you use one.')
    expect(await text(['ls'])).toContain('Find the SKILL.md of one below skills')
  })
})

test.each([
  { tool_name: 'Task', prompt: 'Make a pdf of the invoices', named: true },
  { tool_name: 'spawn_subagent', prompt: 'Make a pdf', named: true },
  { tool_name: 'Task', prompt: 'Say hello', named: false },
  { tool_name: 'mail', prompt: 'Make a pdf', named: false },
])(
  '$tool_name is told of skills for "$prompt": $named (U44)',
  async ({ tool_name, prompt: asked, named }) => {
    const { additional_context } = await tell({
      event: 'PreToolUse',
      tool_name,
      tool_input: { prompt: asked },
    })
    expect(additional_context?.[0]?.includes('[pdf]') === true).toBe(named)
  },
)
