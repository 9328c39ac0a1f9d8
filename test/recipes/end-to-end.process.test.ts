// Recipes under the built command: with a provider, and under Claude Code.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'
import { type Answering, json, type Provider, provider } from './provider.ts'

const open: Provider[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

const fine = json({ choices: [{ message: { content: 'Carts were repaired.' }, finish_reason: 'stop' }] })
const turn = JSON.stringify({
  event: 'after_turn',
  messages: [{ role: 'user', content: 'repair the carts' }],
})

async function shop(answer: Answering, runner: object = {}): Promise<Project> {
  const server = await provider(answer)
  open.push(server)
  const recipes = {
    runner: { provider: 'openai', model: 'small', url: server.url, key_env: 'SHOP_KEY', ...runner },
  }
  return makeProject({
    'hooks.yaml': JSON.stringify({ recipes, hooks: { PostModelCall: [{ name: 'c', recipe: 'compact' }] } }),
  })
}

const env = { SHOP_KEY: 'sk-secret' }

describe('a provider', () => {
  test('answers hooks run, and its key is nowhere', async () => {
    const project = await shop(fine)
    const { stdout, stderr } = await project.hooks(['run', '--json', '-'], { input: turn, env })
    expect(JSON.parse(stdout)).toMatchObject({
      replace_messages: [{ content: 'Carts were repaired.' }],
      warnings: [],
    })
    expect(stdout + stderr).not.toContain('sk-secret')
    const { stdout: ledger } = await project.hooks(['ledger', '--json'])
    expect(ledger).not.toContain('sk-secret')
  })

  test('answers hooks recipe run', async () => {
    const project = await shop(fine)
    project.write('conv.json', JSON.stringify([{ role: 'user', content: 'q' }]))
    const { stdout, exit } = await project.hooks(['recipe', 'run', 'compact', '--messages', 'conv.json'], {
      env,
    })
    expect([exit, JSON.parse(stdout)]).toMatchObject([0, { messages: [{ content: 'Carts were repaired.' }] }])
  })

  test('answers what is not waited for', async () => {
    const project = await shop(fine)
    project.write(
      'hooks.yaml',
      readFileSync(path.join(project.root, 'hooks.yaml'), 'utf8').replace(
        '"compact"',
        '"compact","async":true',
      ),
    )
    const { stdout } = await project.hooks(['run', '--json', '-'], { input: turn, env })
    const { callback } = JSON.parse(stdout) as { callback: { job: string } }
    expect((await project.hooks(['recipe', 'result', callback.job, '--wait', '20s'])).stdout).toBe(
      'Carts were repaired.\n',
    )
  })

  test('without its key is told by the name of the variable', async () => {
    const project = await shop(fine)
    const { stdout } = await project.hooks(['run', '--json', '-'], { input: turn })
    expect(JSON.parse(stdout)).toMatchObject({
      callback: { status: 'failed' },
      warnings: [{ message: 'openai: SHOP_KEY is not set' }],
    })
  })

  test('that does not answer is left when we are asked to end', async () => {
    const project: Project = await shop(() => project.write('asked', ''))
    const interruptAt = path.join(project.root, 'asked')
    const done = await project.hooks(['run', '--json', '-'], { input: turn, env, interruptAt })
    expect(done.exit).toBe(130)
    expect(JSON.parse(done.stdout)).toMatchObject({ aborted: true })
  })

  test('answers eleven rules of one event, and nothing else is printed', async () => {
    const server = await provider(fine)
    open.push(server)
    const names = Array.from({ length: 11 }, (_, at) => `advice-${at}`)
    const project = makeProject({
      'hooks.yaml': JSON.stringify({
        recipes: { runner: { provider: 'openai', model: 'small', url: server.url, key_env: 'SHOP_KEY' } },
        hooks: { PreToolUse: names.map((name) => ({ name, recipe: 'advice' })) },
      }),
      'recipes/advice.md': '---\noutput: context\n---\nWhat is to know?\n',
    })
    const call = JSON.stringify({
      event: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: 'cart.ts' },
    })
    const { stderr } = await project.hooks(['run', '--json', '-'], { input: call, env })
    expect([server.heard.length, stderr]).toEqual([11, ''])
  })

  test('is shown as what runs a recipe', async () => {
    const project = await shop(fine)
    expect((await project.hooks(['recipe', 'show', 'compact'])).stdout).toMatch(/runner +openai small/)
  })
})

describe('under Claude Code', () => {
  const config = JSON.stringify({
    recipes: { runner: { command: ['./llm'] } },
    hooks: { PreCompact: [{ name: 'how', use: 'compact' }] },
    rules: [
      {
        name: 'hand-over',
        on: ['AgentStop', 'SessionStart'],
        use: 'compact',
        with: { window: 1000, hand_over: '.hooks/summary.md' },
      },
    ],
  })
  const line = (tokens: number) =>
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'Repair the carts.' } })}\n${JSON.stringify(
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [{ type: 'text', text: 'Done.' }],
          usage: { input_tokens: tokens, output_tokens: 0 },
        },
      },
    )}\n`
  const said = (project: Project, event: string, more: object = {}) =>
    project.hooks(['run', '--agent', 'claude-code'], {
      input: JSON.stringify({ hook_event_name: event, session_id: 's', cwd: project.root, ...more }),
      env: { CLAUDE_PROJECT_DIR: project.root },
    })
  const stop = (project: Project, tokens: number) => {
    project.write('t.jsonl', line(tokens))
    return said(project, 'Stop', {
      transcript_path: path.join(project.root, 't.jsonl'),
      stop_hook_active: false,
    })
  }
  const files = { 'hooks.yaml': config, llm: '#!/bin/sh\ncat > asked; echo Carts were repaired.\n' }
  const summary = (project: Project) => path.join(project.root, '.hooks/summary.md')

  test('the recipe becomes the instructions of its own compaction, as plain text (K32)', async () => {
    const project = makeProject(files)
    const { stdout, exit } = await said(project, 'PreCompact', { trigger: 'auto', custom_instructions: '' })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^The context window[\s\S]*## Primary Objective/)
    expect(existsSync(path.join(project.root, 'asked'))).toBe(false)
  })

  test('the end of a full session leaves a summary, and the next one begins with it', async () => {
    const project = makeProject(files)
    expect(await stop(project, 799)).toMatchObject({ exit: 0, stdout: '' })
    expect(existsSync(summary(project))).toBe(false)
    expect(await stop(project, 800)).toMatchObject({ exit: 0, stdout: '' })
    expect(readFileSync(summary(project), 'utf8')).toBe('Carts were repaired.\n')
    expect(readFileSync(path.join(project.root, 'asked'), 'utf8')).toMatch(
      /Repair the carts\.[\s\S]*Primary Objective/,
    )
    const next = await said(project, 'SessionStart', { session_id: 't', source: 'startup' })
    expect(next.stdout).toContain('Carts were repaired.')
    expect(existsSync(summary(project))).toBe(false)
    const last = await said(project, 'SessionStart', { session_id: 'u', source: 'startup' })
    expect(last.stdout).toMatch(/^\{"systemMessage":"hooks: \d+ rules? in force"\}$/)
  })

  test('a runner that fails leaves nothing behind (K34)', async () => {
    const project = makeProject({ ...files, llm: '#!/bin/sh\nexit 1\n' })
    expect((await stop(project, 900)).exit).toBe(0)
    expect(existsSync(summary(project))).toBe(false)
  })

  test('an approved answer lets it stop without a word, a refused one does not (S44, S46)', async () => {
    const answer = (text: string) => `#!/bin/sh\ncat > /dev/null; echo '${text}'\n`
    const project = makeProject({
      'hooks.yaml':
        'recipes: { runner: { command: [./llm] } }\nhooks: { AgentStop: [{ name: c, use: critique }] }\n',
      llm: answer('{"approved": true}'),
    })
    expect(await stop(project, 9)).toMatchObject({ exit: 0, stdout: '' })
    project.write('llm', answer('{"approved": false, "feedback": "Run the tests."}'))
    expect((await stop(project, 9)).stdout).toMatch(/"decision":"block".*Run the tests/)
  })
})

describe('a session by hand (K29)', () => {
  const files = { 'hooks.yaml': 'hooks: {}\n', 'conv.json': '[{"role":"user","content":"q"}]' }
  const run = (project: Project, which: string) =>
    project.hooks(['recipe', 'run', 'compact', '--messages', which, '--runner', 'cat > asked; echo S'])
  const asked = (project: Project) => readFileSync(path.join(project.root, 'asked'), 'utf8')

  async function withSessions(): Promise<Project> {
    const project = makeProject(files)
    for (const [id, text] of [
      ['one', 'Repair the carts.'],
      ['two', 'Move the orders.'],
    ] as const) {
      project.write(
        `${id}.jsonl`,
        `${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`,
      )
      await project.hooks(['run', '--agent', 'claude-code'], {
        input: JSON.stringify({
          hook_event_name: 'Stop',
          session_id: id,
          cwd: project.root,
          transcript_path: path.join(project.root, `${id}.jsonl`),
        }),
        env: { CLAUDE_PROJECT_DIR: project.root },
      })
    }
    return project
  }

  test.each([
    { which: 'latest', shown: 'two', text: 'Move the orders.' },
    { which: 'one', shown: 'one', text: 'Repair the carts.' },
  ])('$which', async ({ which, shown, text }) => {
    const project = await withSessions()
    const { stderr, exit } = await run(project, which)
    expect([exit, stderr]).toEqual([0, `compacted 1 message of session ${shown} into 1\n`])
    expect(asked(project)).toContain(text)
  })

  test('that is not kept is told', async () => {
    const project = makeProject(files)
    const told = async (which: string) => (await run(project, which)).stderr
    expect(await told('latest')).toBe('hooks: there is no session of which a conversation is kept\n')
    expect(await told('s17')).toBe(
      'hooks: there is no file "s17", nor a session of this id of which a conversation is kept\n',
    )
    expect(await told('orders.jsonl')).toBe('hooks: orders.jsonl cannot be read\n')
  })
})
