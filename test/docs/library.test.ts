// The library as the README and its page show it.
import assert from 'node:assert/strict'
import ts from 'typescript'
import { afterEach, describe, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import * as tools from '../../src/tools.ts'
import { makeProject } from '../support/cli.ts'
import { blocksOf, readPage } from './page.ts'

const engines: library.Engine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})

/** What the package exports; engines work in an empty project, or in one of these rules. */
function packageIn(root: string): typeof library {
  const createEngine: typeof library.createEngine = async (options) => {
    const engine = await library.createEngine({ root, ...options })
    engines.push(engine)
    return engine
  }
  return { ...library, createEngine }
}

/** The block as the body of a function that is given what it imports. */
async function run(text: string, scope: Readonly<Record<string, unknown>>): Promise<void> {
  const code = text.replace(/^import .*$/gm, '')
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022 } })
  // oxlint-disable-next-line typescript/no-implied-eval -- the block stands in our own page
  const body = new Function(...Object.keys(scope), `return (async () => {${outputText}})()`)
  await (body(...Object.values(scope)) as Promise<void>)
}

test('the README’s lines deny a force push', async () => {
  const blocks = blocksOf(readPage('README.md'))
  const rules = blocks.find(({ language }) => language === 'yaml')?.text ?? ''
  const lines = blocks.find(({ language }) => language === 'js')?.text ?? ''
  const { root } = makeProject({ 'hooks.yaml': rules })
  const said: unknown[] = []
  await run(lines, { ...packageIn(root), console: { log: (text: unknown) => said.push(text) } })
  expect(said).toEqual([expect.stringContaining('Force-pushing')])
})

/** What a rule may go on with, where the page's own rule says `continue`. */
test.each([
  { flow: 'continue', follow_up_messages: ['Run the tests.'] },
  { flow: 'restart', next_prompt: 'Run the tests.' },
] as const)('the loop of the library’s page goes on with %o', async (outcome) => {
  const block =
    blocksOf(readPage('docs/library.md')).find(({ text }) => text.includes('wrapToolCall'))?.text ?? ''
  const text = block.replace("continue: 'Run the tests.'", "use: 'says'")
  expect(text).not.toBe(block)
  const says = library.defineBuiltin({
    name: 'says',
    summary: 'says what it was given',
    events: ['AgentStop'],
    effects: 'state',
    compile: () => () => outcome,
  })
  const { createEngine, ...rest } = packageIn(makeProject().root)
  const withSays: typeof createEngine = (options) =>
    createEngine({ ...options, builtins: [...library.builtins, says] })
  await run(text, { ...rest, createEngine: withSays, assert })
})

describe.each(['docs/library.md', 'docs/stack.md'])('%s', (page) => {
  const examples = blocksOf(readPage(page)).filter(
    ({ language, words }) => language === 'ts' && !words.includes('no-run'),
  )

  test.each(examples.map(({ line, text }) => [line, text] as const))(
    'line %i runs as it stands',
    async (_line, text) => {
      expect(text).toContain('assert.')
      await run(text, { ...packageIn(makeProject().root), ...tools, assert })
    },
  )
})
