// The rules of docs/rules.md: each is valid, does what its examples say, and its script runs on a fresh machine.
import { describe, expect, test } from 'vitest'
import { isTouched } from '../support/part.ts'
import { type Block, blocksOf, fileOf, openReader, readPage, type Reader } from './page.ts'

interface Section {
  readonly title: string
  readonly rules: string
  /** Files that the section shows beside the rules. */
  readonly files: readonly Block[]
}

const sections = readPage('docs/rules.md').split(/^## /m).slice(1).map(sectionOf)
const withScripts = sections.filter(({ rules }) => /^ +run:/m.test(rules))

function sectionOf(text: string): Section {
  const blocks = blocksOf(text)
  const rules = blocks.filter((block) => fileOf(block) === 'hooks.yaml')
  expect(rules.length).toBe(1)
  return {
    title: text.split('\n', 1)[0] ?? '',
    rules: rules[0]?.text ?? '',
    files: blocks.filter((block) => !rules.includes(block)),
  }
}

/** A repository with nothing in it but what the section shows. */
function follow({ rules, files }: Section): Reader {
  const reader = openReader()
  reader.write('hooks.yaml', rules)
  for (const block of files) reader.write(fileOf(block) ?? '', block.text)
  return reader
}

describe.each(sections)('$title', (section) => {
  test('is valid, also strictly, and every rule has a case that makes it speak', async () => {
    const reader = follow(section)
    expect(await reader.type('hooks validate --strict')).toMatchObject({ exit: 0 })
    expect(await reader.type('hooks test --require-tests')).toMatchObject({ exit: 0 })
  })
})

test('there are at least 25 rules', () => {
  expect(sections.length).toBeGreaterThanOrEqual(25)
})

test.each(withScripts)('$title: its cases hold with its script, too', async (section) => {
  expect(await follow(section).type('hooks test --scripts')).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^✓/),
  })
})

const say = (event: object): string => `printf %s '${JSON.stringify(event)}' | PIPED=1 hooks run --json`

/** The verdict of a section's rules over an event, after some commands. */
async function decide(title: string, event: object, before: readonly string[] = []): Promise<unknown> {
  const section = sections.find((each) => each.title === title)
  if (section === undefined) throw new Error(`docs/rules.md has no section "${title}"`)
  const reader = follow(section)
  reader.trust()
  for (const command of before) expect(await reader.type(command)).toMatchObject({ exit: 0 })
  const { stdout } = await reader.type(say(event))
  return JSON.parse(stdout)
}

const write = { event: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'src/cart.ts' } }
const commit = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git commit -m discount' } }

describe('an agent meets', () => {
  test('the branch that it is on', async () => {
    expect(await decide('Say where the work stands', { event: 'SessionStart' })).toMatchObject({
      additional_context: [expect.stringContaining('main')],
    })
  })

  test('a branch that takes no commits, and one that does', async () => {
    expect(await decide('Commit on a branch', commit)).toMatchObject({
      decision: 'deny',
      reason: 'main takes no commits. Make a branch: git switch -c your-topic',
    })
    const topic = 'git checkout -q -b topic'
    expect(await decide('Commit on a branch', commit, [topic])).toMatchObject({ decision: 'proceed' })
  })

  test('the call for a test until there is one', async () => {
    expect(await decide('Write the test first', write)).toMatchObject({ decision: 'deny' })
    const test = { event: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: 'src/cart.test.ts' } }
    const tested = [say(test)]
    expect(await decide('Write the test first', write, tested)).toMatchObject({ decision: 'proceed' })
  })

  test('a short list of orders', async () => {
    const orders = JSON.stringify([{ id: 17, status: 'paid', cents: 1250, etag: 'x' }])
    const list = { event: 'PostToolUse', tool_name: 'mcp__shop__list_orders', tool_output: orders }
    expect(await decide('Reshape what a tool gives', list)).toMatchObject({
      updated_output: '17 paid 12.50 EUR',
    })
  })

  test('failing tests when it would stop after a change, and none without one', async () => {
    const title = 'Run the tests before the end'
    const end = { event: 'AgentStop', response: 'Done.' }
    expect(await decide(title, end)).toMatchObject({ flow: 'default', warnings: [] })
    const failing = `echo '{"scripts":{"test":"echo 3 failed; exit 1"}}' > package.json`
    const changed = say({ ...write, event: 'PostToolUse' })
    expect(await decide(title, end, [failing, changed])).toMatchObject({ flow: 'continue' })
    const passing = `echo '{"scripts":{"test":"true"}}' > package.json`
    expect(await decide(title, end, [passing, changed, say(end), failing])).toMatchObject({ flow: 'default' })
  })

  test.runIf(isTouched(import.meta.filename, 'docs/rules.md'))(
    'a reminder at its twentieth call',
    async () => {
      const read = say({ event: 'PostToolUse', session_id: 's1', tool_name: 'Read', tool_output: '' })
      const reminder = 'Remind it now and then'
      const section = sections.find(({ title }) => title === reminder)
      const reader = follow(section ?? sectionOf(''))
      reader.trust()
      const { stdout } = await reader.type(`for i in $(seq 20); do ${read}; done`)
      const told = stdout
        .trim()
        .split('\n')
        .map((line) => !line.includes('"additional_context":[]'))
      expect(told).toEqual([...Array.from({ length: 19 }, () => false), true])
    },
  )

  test('the end of its hour', async () => {
    const late = { event: 'PreToolUse', tool_name: 'Read', tool_input: {}, started_at: 1e12 }
    expect(await decide('End a run after an hour', late)).toMatchObject({
      flow: 'stop',
      stops: [{ code: 'time_limit' }],
    })
  })

  test('the ends of a long output', async () => {
    const long = { event: 'PostToolUse', tool_name: 'Bash', tool_output: 'ok\n'.repeat(20_000) }
    const verdict = await decide('Shorten long outputs', long)
    expect(verdict).toMatchObject({ updated_output: expect.stringContaining('characters left out') })
  })

  test('the skill that fits', async () => {
    const prompt = { event: 'UserPromptSubmit', prompt: 'Release the shop' }
    expect(await decide('Name the skill that fits', prompt)).toMatchObject({
      additional_context: [expect.stringContaining('[release]')],
    })
  })
})
