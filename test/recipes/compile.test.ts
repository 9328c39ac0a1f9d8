import { describe, expect, test } from 'vitest'
import { codes, compileWorld, filesOf, rulesOf } from '../config/world.ts'
import { templateProblem } from '../../src/recipes/liquid.ts'
import type { Rule } from '../../src/model/types.ts'

const shipped = { '/shipped/compact.md': '---\ntimeout: 5m\nallowed_tools: []\n---\nSummarise.\n' }
const given = { recipeDirs: ['/home/dana/.config/hooks/recipes', '/shipped'], templateProblem }

const compile = (world: Readonly<Record<string, string>>) => compileWorld({ ...shipped, ...world }, given)

const rule = (handler: string, event = 'PostModelCall') => `hooks: { ${event}: [{ name: c, ${handler} }] }\n`

function recipeOf({ handler }: Rule) {
  return handler.kind === 'use' || handler.kind === 'recipe' ? handler.recipe : undefined
}

test.each(['recipe: compact', 'use: compact'])('%s carries the recipe in the plan', (handler) => {
  const [compiled] = rulesOf(compile({ 'hooks.yaml': rule(handler) }))
  expect(compiled && recipeOf(compiled)).toEqual({
    name: 'compact',
    file: '/shipped/compact.md',
    allowed_tools: [],
    output: 'messages',
    timeout_ms: 300_000,
    body: 'Summarise.',
  })
  expect(compiled?.timeout_ms).toBe(300_000)
})

test('a recipe without a time of its own gets two minutes, a rule its own', () => {
  const world = { 'recipes/x.md': 'x' }
  const [long] = rulesOf(compile({ ...world, 'hooks.yaml': rule('recipe: x') }))
  const [short] = rulesOf(compile({ ...world, 'hooks.yaml': rule('recipe: x, timeout: 3s') }))
  expect([long?.timeout_ms, short?.timeout_ms]).toEqual([120_000, 3000])
})

test('a recipe is also called by the name it gives itself', () => {
  const files = { 'recipes/pr.md': '---\nname: pull-request\n---\nx' }
  const world = {
    ...filesOf({ ...files, 'hooks.yaml': rule('recipe: pull-request') }),
    list: (dir: string) => (dir === '/shop/recipes' ? ['pr.md'] : []),
  }
  const [compiled] = rulesOf(compileWorld({}, { ...given, files: world }))
  expect(compiled && recipeOf(compiled)).toMatchObject({ name: 'pull-request', file: '/shop/recipes/pr.md' })
})

test('every file that could hold the recipe is a source, so that a new one is seen', () => {
  const { sources } = compile({ 'hooks.yaml': rule('recipe: compact') })
  expect(sources).toEqual(
    expect.arrayContaining(['/shop/recipes/compact.md', '/shop/recipes/compact', '/shipped/compact.md']),
  )
})

describe('the first directory wins (K32, K38)', () => {
  const user = '/home/dana/.config/hooks'
  test.each([
    ['the project', { 'recipes/compact.md': 'ours', [`${user}/recipes/compact.md`]: 'mine' }, 'ours'],
    ['the user', { [`${user}/recipes/compact.md`]: 'mine' }, 'mine'],
    ['recipes.paths', { 'recipes/compact.md': 'ours', 'prompts/compact.md': 'there' }, 'there'],
  ])('%s', (_, files, body) => {
    const paths = 'prompts/compact.md' in files ? 'recipes: { paths: [prompts] }\n' : ''
    const [compiled] = rulesOf(compile({ ...files, 'hooks.yaml': paths + rule('recipe: compact') }))
    expect(compiled && recipeOf(compiled)?.body).toBe(body)
  })

  test("a managed rule's recipe is not the project's", () => {
    const files = { 'recipes/compact.md': 'ours', '/etc/hooks/hooks.yaml': rule('recipe: compact') }
    const [compiled] = rulesOf(compile(files))
    expect(compiled && recipeOf(compiled)?.body).toBe('Summarise.')
  })
})

describe('the runner', () => {
  const runner = (command: string) => `recipes: { runner: { command: ${command}, timeout: 9s } }\n`
  const settings = (files: Readonly<Record<string, string>>) => compile(files).plan?.settings.recipes?.runner

  test('lies beside the file that names it', () => {
    expect(settings({ 'hooks.yaml': runner('[./llm, -q]') })).toEqual({
      command: ['/shop/llm', '-q'],
      timeout_ms: 9000,
    })
  })

  test('of a lower layer wins, of the managed one always', () => {
    const files = { '/home/dana/.config/hooks/hooks.yaml': runner('[user]'), 'hooks.yaml': runner('[ours]') }
    expect(settings(files)).toMatchObject({ command: ['ours'] })
    expect(settings({ ...files, '/etc/hooks/hooks.yaml': runner('[theirs]') })).toMatchObject({
      command: ['theirs'],
    })
  })

  test.each([
    ['{ command: llm, address: example }', 'unknown-key'],
    ['{ command: llm, model: small }', 'useless-key'],
    ['{ command: llm, provider: ollama }', 'several-handlers'],
    ['{ provider: ollama }', 'missing-key'],
    ['{ provider: mistral, model: m }', 'bad-value'],
    ['{ provider: openai, model: m, url: models }', 'bad-value'],
    ['{ provider: openai, model: m, url: "http://models.example.com", key_env: KEY }', 'bad-value'],
    ['{ timeout: 3s }', 'missing-key'],
    ['{ command: 3 }', 'wrong-type'],
    ['{ command: [] }', 'bad-value'],
  ])('%s is refused', (written, code) => {
    const { diagnostics } = compile({ 'hooks.yaml': `recipes: { runner: ${written} }\n` })
    expect(diagnostics.map((each) => each.code)).toEqual([code])
  })
})

describe('where a recipe can answer', () => {
  const world = {
    'recipes/judge.md': '---\noutput: decision\n---\nx',
    'recipes/tip.md': '---\noutput: context\n---\nx',
  }
  const found = (handler: string, event: string) =>
    compile({ ...world, 'hooks.yaml': rule(handler, event) }).diagnostics.map(({ code }) => code)
  test.each([
    ['recipe: compact', 'PreToolUse', ['contract']],
    ['recipe: compact', 'AgentStop', []],
    ['recipe: compact', 'PreCompact', []],
    ['recipe: tip', 'PostToolUse', []],
    ['recipe: tip', 'SessionEnd', ['contract']],
    ['recipe: judge', 'PreToolUse', []],
    ['use: compact', 'PreToolUse', ['builtin-event']],
  ])('%s at %s', (handler, event, expected) => {
    expect(found(handler, event)).toEqual(expected)
  })
})

test('a body that is no template is found before it runs', () => {
  const { diagnostics } = compile({
    'recipes/x.md': 'Look: {% include "y" %}',
    'hooks.yaml': rule('recipe: x'),
  })
  expect(diagnostics).toMatchObject([
    { code: 'bad-recipe', message: expect.stringMatching(/recipes\/x.md.*no template.*include/) as string },
  ])
})

test('an unknown placeholder in an argument is told of', () => {
  const text = rule("recipe: compact, args: { focus: '{{tool_nme}}' }")
  expect(codes(compile({ 'hooks.yaml': text }).diagnostics)).toEqual([
    expect.stringContaining('unknown-placeholder'),
  ])
})
