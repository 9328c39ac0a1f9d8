// Each golden/x.yaml is reported as golden/x.out, the whole text. UPDATE_GOLDEN=1 writes what is reported now.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatDiagnostics } from '../../src/config/formats.ts'
import { diagnosticCodes } from '../../src/errors.ts'
import { compile, compileWorld } from './world.ts'

const dir = join(import.meta.dirname, 'golden')
const names = readdirSync(dir).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []))

/** What the shop has besides. */
const recipes = {
  'recipes/review.md':
    '---\narguments: { file: { required: true }, tone: { default: kind } }\noutput: text\n---\nReview {{ file }}.\n',
  'recipes/broken.md': '---\noutptu: text\n---\nSummarise.\n',
}

function report(name: string): string {
  const text = readFileSync(join(dir, `${name}.yaml`), 'utf8')
  const { diagnostics, texts, info } = compileWorld({ 'hooks.yaml': text, ...recipes })
  return `${formatDiagnostics(diagnostics, 'pretty', { texts, counts: info })}\n`
}

test.each(names)('reports golden/%s.yaml', (name) => {
  const path = join(dir, `${name}.out`)
  const said = report(name)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, said)
  expect(said).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '')
})

test('reports ten mistakes as ten diagnostics', () => {
  const { diagnostics } = compile(readFileSync(join(dir, 'ten-mistakes.yaml'), 'utf8'))
  expect(new Set(diagnostics.map(({ at }) => at.line)).size).toBe(10)
  expect(diagnostics).toHaveLength(10)
})

/** Reported for files that are too odd to be golden, or by other doors; each has its own test. */
const elsewhere = [
  'agent-cannot',
  'control-character',
  'extends-depth',
  'more-problems',
  'too-large',
  'unreadable',
]

test('has a golden file for each diagnostic', () => {
  const said = names.map((name) => readFileSync(join(dir, `${name}.out`), 'utf8')).join('\n')
  const missing = Object.keys(diagnosticCodes).filter((code) => !said.includes(`[${code}]`))
  expect(missing).toEqual(elsewhere)
})
