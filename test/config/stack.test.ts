import { expect, test } from 'vitest'
import { compileWorld, namesAt, rulesOf } from './world.ts'

const recipes = { recipeNames: ['summarize'] }

test('stack: default brings the rules of its layers, before those of the file; what lacks its options is left out', () => {
  const result = compileWorld(
    { 'hooks.yaml': 'stack: default\nhooks: { PostToolUse: [{ name: own, notify: hi }] }\n' },
    recipes,
  )
  expect(result.diagnostics).toEqual([])
  expect(namesAt(result, 'SessionStart')).toEqual(['stack/todo', 'stack/filesystem'])
  expect(namesAt(result, 'PostToolUse')).toEqual(['stack/todo', 'stack/filesystem-evict', 'own'])
  expect(namesAt(result, 'PreModelCall')).toEqual(['stack/todo', 'stack/summarization'])
  expect(result.info).toMatchObject({ presets: 0, files: ['hooks.yaml'] })
})

test('overrides change, fill and remove its rules by name (W7, W11)', () => {
  const result = compileWorld(
    {
      'hooks.yaml': `stack: default
overrides:
  stack/todo: { enabled: false }
  stack/summarization: { enabled: false }
  stack/memory: { with: { paths: [AGENTS.md] } }
  stack/skills: { with: { paths: [skills] } }
  stack/tracing: { with: { file: trace.jsonl } }
  stack/filesystem-evict: { mode: watch, with: { max_chars: 5000 } }
`,
    },
    recipes,
  )
  expect(result.diagnostics).toEqual([])
  expect(new Set(rulesOf(result).map(({ name }) => name))).toEqual(
    new Set(['stack/tracing', 'stack/filesystem', 'stack/filesystem-evict', 'stack/skills', 'stack/memory']),
  )
  const evict = rulesOf(result).find(({ name }) => name === 'stack/filesystem-evict')
  expect(evict).toMatchObject({ mode: 'watch', handler: { with: { max_chars: 5000 } } })
})

test('skills that are loaded one at a time are asked about their tools, too', () => {
  const skills = (inject: string) => {
    const text = `stack: default\noverrides: { stack/skills: { with: { paths: [skills], inject: ${inject} } } }\n`
    const all = rulesOf(compileWorld({ 'hooks.yaml': text }, recipes))
    return all.filter(({ name }) => name === 'stack/skills').map(({ event }) => event)
  }
  expect(skills('catalog')).toEqual(['PreModelCall'])
  expect(skills('lazy').toSorted()).toEqual(['PostToolUse', 'PreModelCall', 'PreToolUse'])
})

test('a stack that two files name counts once, and there is no other', () => {
  const result = compileWorld(
    { 'hooks.yaml': 'stack: default\nextends: [./base.yaml]\n', 'base.yaml': 'stack: default\n' },
    recipes,
  )
  expect(result.diagnostics).toEqual([])
  expect(namesAt(result, 'SessionStart')).toEqual(['stack/todo', 'stack/filesystem'])
  const other = compileWorld({ 'hooks.yaml': 'stack: mine\n' })
  expect(other.diagnostics.map(({ code, at }) => `${code} ${at.line}:${at.column}`)).toEqual([
    'bad-value 1:8',
  ])
})
