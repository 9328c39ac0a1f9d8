import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import ts from 'typescript'
import * as library from '../../src/index.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../src/index.ts'), 'utf8')

/** Each exported function with the example in its doc comment. */
const examples = [...text.matchAll(/\/\*\*\n((?: \*.*\n)+?) \*\/\nexport function (\w+)/g)].map(
  ([, doc = '', name]) => ({
    name,
    code: doc.replace(/^ \* ?/gm, '').split('@example\n')[1],
  }),
)

/** The example's JavaScript, run with what the package exports in reach. */
async function run(code: string): Promise<void> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022 } })
  const scope = { ...library, assert }
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own
  const body = new Function(...Object.keys(scope), `return (async () => {${outputText}})()`)
  await (body(...Object.values(scope)) as Promise<void>)
}

describe('the examples in the doc comments run as they stand', () => {
  test.each(examples)('$name', async ({ code }) => {
    expect(code).toContain('assert.')
    await run(code ?? '')
  })

  test('each function has one', () => {
    const functions = Object.entries(library).filter(([, value]) => typeof value === 'function')
    const own = functions.map(([name]) => name).filter((name) => /^(?:create|define)/.test(name))
    expect(new Set(examples.map(({ name }) => name))).toEqual(new Set(own))
  })
})
