// `hooks recipe` and recipes under `hooks run`, through the built command.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bin, makeProject, type Project } from '../support/cli.ts'

const conversation = JSON.stringify([
  { role: 'user', content: 'Where is order 17?' },
  { role: 'assistant', content: 'On its way.' },
])
const full = { event: 'after_turn', usage: { current_context_window: 9, max_context_window: 10 } }

const config =
  'recipes: { runner: { command: [./llm] } }\nhooks: { PostModelCall: [{ name: c, use: compact }] }\n'

const read = (project: Project, file: string): string => readFileSync(path.join(project.root, file), 'utf8')

async function run(project: Project, payload: object): Promise<Record<string, unknown>> {
  const { stdout } = await project.hooks(['run', '--json', '-'], { input: JSON.stringify(payload) })
  return JSON.parse(stdout) as Record<string, unknown>
}

describe('hooks run', () => {
  test('asks the runner and takes its answer (K12, K30)', async () => {
    const project = makeProject({
      'hooks.yaml': config,
      llm: '#!/bin/sh\ncat > asked; printf "%s|%s" "$HOOKS_DEPTH" "${HOOKS_ALLOWED_TOOLS-unset}" > env; echo THE SUMMARY\n',
    })
    const verdict = await run(project, { ...full, messages: JSON.parse(conversation) })
    expect(verdict).toMatchObject({
      callback: { status: 'done', output: 'THE SUMMARY' },
      replace_messages: [{ role: 'user', content: 'THE SUMMARY' }],
      persist: true,
    })
    expect(read(project, 'asked')).toMatch(
      /User Message 1\n\nWhere is[\s\S]*On its way[\s\S]*Primary Objective/,
    )
    expect(read(project, 'env')).toBe('1|')
  })

  test('a runner that asks us again gets no second run (K31)', async () => {
    const project = makeProject({
      'hooks.yaml': config,
      llm: `#!/bin/sh\ncat > /dev/null; echo '${JSON.stringify(full)}' | '${process.execPath}' '${bin}' run --json - > inner.json; echo S\n`,
    })
    expect(await run(project, full)).toMatchObject({ callback: { status: 'done' } })
    const inner = JSON.parse(read(project, 'inner.json')) as Record<string, unknown>
    expect(inner).not.toHaveProperty('callback')
    expect(inner).toMatchObject({ warnings: [{ code: 'depth' }] })
  })

  test('sees a recipe of the project as soon as it is there, and its changes', async () => {
    const project = makeProject({ 'hooks.yaml': 'hooks: { PostModelCall: [{ name: c, use: compact }] }\n' })
    const prompts = []
    prompts.push(await run(project, full))
    project.write('recipes/compact.md', 'Ours.\n')
    prompts.push(await run(project, full))
    project.write('recipes/compact.md', 'Ours, changed.\n')
    prompts.push(await run(project, full))
    expect(prompts).toMatchObject([
      { callback: { status: 'pending', prompt: expect.stringContaining('Primary Objective') as string } },
      { callback: { prompt: 'Ours.' } },
      { callback: { prompt: 'Ours, changed.' } },
    ])
  })

  test('--dry-run starts no runner', async () => {
    const project = makeProject({ 'hooks.yaml': config, llm: '#!/bin/sh\ntouch started\n' })
    const { stdout } = await project.hooks(['run', '--json', '--dry-run', '-'], {
      input: JSON.stringify(full),
    })
    expect(JSON.parse(stdout)).toMatchObject({ callback: { status: 'pending' } })
    expect(existsSync(path.join(project.root, 'started'))).toBe(false)
  })
})

describe('hooks recipe list', () => {
  test('names what can be called and what that hides, and starts nothing (K39)', async () => {
    const project = makeProject({
      'recipes/compact.md': '---\ndescription: Our own.\nrunner: { command: [touch, started] }\n---\nx\n',
      'recipes/github/pr.md': '---\noutput: text\n---\nx\n',
      'recipes/broken.md': '---\noutptu: text\n---\nx\n',
    })
    const { stdout, exit } = await project.hooks(['recipe', 'list'])
    expect(exit).toBe(0)
    expect(stdout.replace(/ +/g, ' ')).toMatch(
      /✗ broken [\s\S]*✓ compact messages Our own\. recipes\/compact\.md\n ✓ github\/pr text recipes\/github\/pr\.md\n · compact hidden by the one above shipped/,
    )
    expect(existsSync(path.join(project.root, 'started'))).toBe(false)
  })

  test('works beside a broken hooks.yaml', async () => {
    const project = makeProject({ 'hooks.yaml': 'hooks: [\n' })
    const { stdout } = await project.hooks(['recipe', 'list', '--json'])
    const names = ['compact', 'critique', 'summarize']
    expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toEqual(names)
  })
})

describe('hooks recipe show', () => {
  test('prints what a recipe says of itself, and its text (K25)', async () => {
    const { stdout } = await makeProject().hooks(['recipe', 'show', 'compact'])
    expect(stdout).toMatch(
      /^compact .*compact\.md\n {2}description {4}Replaces[\s\S]*allowed tools {2}none\n[\s\S]*## Pending Tasks/,
    )
  })

  test.each(['5m', '90s', '1h', '1500ms'])('prints a timeout of %s as it is written', async (timeout) => {
    const project = makeProject({ 'recipes/slow.md': `---\noutput: text\ntimeout: ${timeout}\n---\nlook\n` })
    const { stdout } = await project.hooks(['recipe', 'show', 'slow'])
    expect(stdout).toContain(`\n  timeout        ${timeout}\n`)
  })

  test('wraps what is long and obeys nothing that stands in the text', async () => {
    const project = makeProject({ 'recipes/loud.md': '---\noutput: text\n---\nlook\t\u001b[2Jhere\n' })
    expect((await project.hooks(['recipe', 'show', 'loud'])).stdout).toMatch(/\n\nlook\t\\x1b\[2Jhere\n$/)
    const { stdout } = await project.hooks(['recipe', 'show', 'summarize'])
    const [facts = ''] = stdout.split('\n\n')
    expect(
      facts
        .split('\n')
        .slice(1)
        .every((line) => line.length <= 80),
    ).toBe(true)
  })

  test('of none says which was meant (K33)', async () => {
    const { stderr, exit } = await makeProject().hooks(['recipe', 'show', 'compakt'])
    expect({ stderr, exit }).toEqual({
      stderr: 'hooks: there is no recipe "compakt"; did you mean "compact"?\n',
      exit: 1,
    })
  })
})

describe('hooks recipe run', () => {
  const project = makeProject({
    'conv.json': conversation,
    'chat.json': JSON.stringify({ id: 7, messages: JSON.parse(conversation) }),
    'robot.json': '[{"role":"user","content":"q"},{"role":"robot","content":"x"}]',
    'session.jsonl': '{"type":"user","message":{"role":"user","content":"hello"}}\n',
    'recipes/review.md':
      '---\narguments: { file: { required: true } }\noutput: text\n---\nReview {{ file }}.\n',
    'recipes/judge.md': '---\noutput: decision\n---\nFine?\n',
  })
  const recipe = (...args: readonly string[]) => project.hooks(['recipe', 'run', ...args])

  test('prints the new messages and says which conversation they replace (K29)', async () => {
    const { stdout, stderr, exit } = await recipe(
      'compact',
      '--messages',
      'conv.json',
      '--runner',
      'cat > asked; echo S',
    )
    const done = 'compacted 2 messages of conv.json into 1'
    expect(JSON.parse(stdout)).toEqual({ done, messages: [{ role: 'user', content: 'S' }] })
    expect({ stderr, exit }).toEqual({ stderr: `${done}\n`, exit: 0 })
    expect(read(project, 'asked')).toMatch(/Assistant Message 1\n\nOn its way/)
  })

  test('writes a conversation in the shape it came in', async () => {
    const { stdout } = await recipe(
      'compact',
      '--messages',
      'chat.json',
      '--runner',
      'echo S',
      '--write',
      'new.json',
    )
    expect(stdout).toBe('compacted 2 messages of chat.json into 1, written to new.json\n')
    expect(JSON.parse(read(project, 'new.json'))).toEqual({
      id: 7,
      messages: [{ role: 'user', content: 'S' }],
    })
  })

  test('reads a transcript', async () => {
    const { stdout } = await recipe('compact', '--messages', 'session.jsonl', '--prompt')
    expect(stdout).toMatch(/User Message 1\n\nhello/)
  })

  test.each([
    { args: ['compact', '--messages', 'robot.json'], says: 'robot.json: messages[1]: its "role" is "robot"' },
    { args: ['compact', '--messages', 'nothing.json'], says: 'nothing.json cannot be read' },
    { args: ['compact', '--messages', 'hooks.yml'], says: 'cannot be read' },
    { args: ['compact'], says: 'recipe "compact" replaces a conversation: name one with --messages' },
    { args: ['compact', '--messages', 'conv.json'], says: 'nothing answers the prompt' },
    { args: ['compact', '--messages', 'conv.json', '--runner', 'exit 3'], says: 'conv.json stays as it is' },
    { args: ['compact', '--messages', 'conv.json', '--arg', 'focus'], says: 'write it as name=value' },
    { args: ['compact', '--messages', 'conv.json', '--arg', 'focsu=x'], says: 'has no argument "focsu"' },
    { args: ['review'], says: 'needs --arg file=' },
  ])('refuses: $says (K15, K34)', async ({ args, says }) => {
    const { stdout, stderr, exit } = await recipe(...args, '--write', 'untouched.json')
    expect({ stdout, exit }).toEqual({ stdout: '', exit: 1 })
    expect(stderr).toContain(says)
    expect(existsSync(path.join(project.root, 'untouched.json'))).toBe(false)
  })

  test('prints what a recipe of text or decisions says', async () => {
    const text = await recipe('review', '--arg', 'file=src/cart.ts', '--runner', 'cat')
    expect(text.stdout).toBe('Review src/cart.ts.\n')
    const decision = await recipe('judge', '--runner', `echo '{"decision":"deny","reason":"No."}'`)
    expect(JSON.parse(decision.stdout)).toEqual({ decision: 'deny', reason: 'No.' })
  })

  test('a file that cannot be written is told, not a bug', async () => {
    const project = makeProject({ 'conv.json': conversation })
    const compact = ['recipe', 'run', 'compact', '--messages', 'conv.json', '--runner', 'echo S']
    const { exit, stderr } = await project.hooks([...compact, '--write', 'conv.json/new.json'])
    expect(exit).toBe(1)
    expect(stderr).toMatch(/^hooks: cannot write conv\.json\/new\.json: .*; conv\.json stays as it is\n$/)
    expect(read(project, 'conv.json')).toBe(conversation)
  })

  test('a key that the runner complains of is not repeated', async () => {
    const llm = '#!/bin/sh\necho "bad api_key: s3cr3t-of-dana" >&2; exit 1\n'
    const compact = ['recipe', 'run', 'compact', '--messages', 'conv.json', '--runner', './llm']
    const { stderr } = await makeProject({ 'conv.json': conversation, llm }).hooks(compact)
    expect(stderr).toMatch(/exit 1: bad api_key: \*\*\*;/)
  })

  test('starts nothing from inside of a run (K31)', async () => {
    const { stderr, exit } = await project.hooks(['recipe', 'run', 'review'], { env: { HOOKS_DEPTH: '1' } })
    expect({ stderr, exit }).toEqual({
      stderr: 'hooks: a recipe is running already: its run starts no other\n',
      exit: 1,
    })
  })
})
