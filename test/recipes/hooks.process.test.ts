// Rules that stand in a recipe's front matter.
import { describe, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const review = `---
name: review
description: Looks at a change.
hooks:
  PreToolUse:
    - name: read-only
      match: ['@write', '@edit']
      deny: A review changes nothing.
  PostModelCall:
    - name: first
      once: true
      stop: Enough.
output: text
---
Look at the change.
`
const files = { 'hooks.yaml': 'version: 1\nhooks: {}\n', 'recipes/review.md': review }

async function verdictOf(project: Project, payload: object, env: Record<string, string> = {}) {
  const { stdout } = await project.hooks(['run', '--json', '-'], { input: JSON.stringify(payload), env })
  return JSON.parse(stdout) as Record<string, unknown>
}

const write = { event: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'a.ts', content: '' } }

describe('the rules of a recipe (K41)', () => {
  test('are in force while it runs, as the agent says or as its runner was started', async () => {
    const project = makeProject(files)
    const denied = { decision: 'deny', trace: [{ rule: 'review/read-only' }] }
    expect(await verdictOf(project, { ...write, recipe: 'review' })).toMatchObject(denied)
    expect(await verdictOf(project, write, { HOOKS_RECIPE: 'review', HOOKS_DEPTH: '1' })).toMatchObject(
      denied,
    )
    expect(await verdictOf(project, { ...write, recipe: 'other' })).toMatchObject({
      decision: 'proceed',
      trace: [],
    })
    expect(await verdictOf(project, write)).toMatchObject({ decision: 'proceed', trace: [] })
  })

  test('are in force whatever blanks stand behind the dashes', async () => {
    const text = review.replace('\n---\nLook', '\n--- \nLook')
    const project = makeProject({ ...files, 'recipes/review.md': text })
    expect(await verdictOf(project, { ...write, recipe: 'review' })).toMatchObject({ decision: 'deny' })
  })

  test.each(['README', 'notes.txt', 'a/b/c/d/review'])(
    'are in force or it does not run: there is no recipe %s',
    async (name) => {
      const file = name === 'README' ? 'README.md' : name.replace(/review$/, 'review.md')
      const project = makeProject({ ...files, [`recipes/${file}`]: review })
      const { stderr } = await project.hooks(['recipe', 'run', name, '--runner', 'cat'])
      expect(stderr).toContain(`there is no recipe "${name}"`)
    },
  )

  test.each(['review', 'second look', '!review/*', '/review/'])(
    'are in force while it runs by its own name, %s',
    async (name) => {
      const text = review.replace('name: review', `name: '${name}'`)
      const project = makeProject({ 'hooks.yaml': files['hooks.yaml'], 'recipes/look.md': text })
      for (const recipe of [name, 'look', 'look.md'])
        expect(await verdictOf(project, { ...write, recipe })).toMatchObject({
          decision: 'deny',
          trace: [{ rule: 'look/read-only' }],
        })
      expect(await verdictOf(project, { ...write, recipe: 'other' })).toMatchObject({ decision: 'proceed' })
    },
  )

  test('with once: true hold in the first turn only', async () => {
    const project = makeProject(files)
    const flows = []
    for (const turn_number of [1, 2, undefined, undefined])
      flows.push(
        (
          await verdictOf(project, {
            event: 'turn_end',
            session_id: 's',
            invoked_recipe: 'review',
            turn_number,
          })
        ).flow,
      )
    expect(flows).toEqual(['stop', 'default', 'stop', 'default'])
  })

  test('are seen when the recipe changes, and when it comes', async () => {
    const project = makeProject({ 'hooks.yaml': files['hooks.yaml'] })
    const decisions = [(await verdictOf(project, { ...write, recipe: 'review' })).decision]
    project.write('recipes/review.md', review)
    decisions.push((await verdictOf(project, { ...write, recipe: 'review' })).decision)
    project.write('recipes/review.md', review.replace('deny:', 'ask:'))
    decisions.push((await verdictOf(project, { ...write, recipe: 'review' })).decision)
    expect(decisions).toEqual(['proceed', 'deny', 'ask'])
  })

  test('hold in a runner that is started for it', async () => {
    const project = makeProject({
      ...files,
      'inner.json': JSON.stringify(write),
      llm: `#!/bin/sh\ncat > /dev/null; '${process.execPath}' '${process.cwd()}/dist/bin.cjs' run --json inner.json; true\n`,
    })
    const { stdout } = await project.hooks(['recipe', 'run', 'review', '--runner', './llm'])
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', reason: 'A review changes nothing.' })
  })

  test('are told of with their place when they are wrong', async () => {
    const project = makeProject({ ...files, 'recipes/review.md': review.replace('deny:', 'dney:') })
    const { stdout, exit } = await project.hooks(['validate'])
    expect(stdout).toMatch(/recipes\/review\.md:8:7: unknown key "dney"/)
    expect(exit).toBe(1)
  })

  test('are listed, and changed by an override', async () => {
    const text = 'version: 1\noverrides: { review/read-only: { mode: watch } }\n'
    const project = makeProject({ ...files, 'hooks.yaml': text })
    expect((await project.hooks(['list', '--json'])).stdout).toContain('review/read-only')
    expect(await verdictOf(project, { ...write, recipe: 'review' })).toMatchObject({ decision: 'proceed' })
  })
})

test('once: true is for recipes', async () => {
  const project = makeProject({
    'hooks.yaml': 'hooks: { AgentStop: [{ name: a, once: true, continue: Go on. }] }\n',
  })
  const { stdout } = await project.hooks(['validate'])
  expect(stdout).toMatch(/"once: true" is for the rules of a recipe/)
})

describe('recipes of plugins (K38)', () => {
  const plugin = '.hooks/plugins/acme/shop/recipes/github/pr.md'
  test('are called by organisation and repository, and listed', async () => {
    const project = makeProject({ [plugin]: '---\noutput: text\n---\nWrite it.\n' })
    const { stdout } = await project.hooks(['recipe', 'run', 'acme/shop/github/pr', '--runner', 'cat'])
    expect(stdout).toBe('Write it.\n')
    const listed = JSON.parse((await project.hooks(['recipe', 'list', '--json'])).stdout) as {
      name: string
    }[]
    expect(listed.map(({ name }) => name)).toEqual([
      'acme/shop/github/pr',
      'compact',
      'critique',
      'summarize',
    ])
  })

  test('stand behind those of the project and before those of the user', async () => {
    const project = makeProject({
      [plugin]: '---\noutput: text\n---\nplugin\n',
      '../.config/hooks/recipes/acme/shop/github/pr.md': '---\noutput: text\n---\nuser\n',
    })
    const text = async () =>
      (await project.hooks(['recipe', 'run', 'acme/shop/github/pr', '--prompt'])).stdout
    expect(await text()).toBe('plugin\n')
    project.write('recipes/acme/shop/github/pr.md', '---\noutput: text\n---\nproject\n')
    expect(await text()).toBe('project\n')
  })
})
