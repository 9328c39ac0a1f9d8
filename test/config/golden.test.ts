// Each golden/x.yaml is reported as golden/x.out, the whole text. UPDATE_GOLDEN=1 writes what is reported now.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderDiagnostics } from '../../src/config/diagnostics/diagnostics.ts'
import { formatDiagnostics } from '../../src/config/diagnostics/formats.ts'
import { diagnosticCodes } from '../../src/model/errors.ts'
import { collectCases } from '../../src/cli/trial/collect.ts'
import { compile, compileWorld, filesOf, root } from './world.ts'

const dir = join(import.meta.dirname, 'golden')
const names = readdirSync(dir).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []))

/** What the shop has besides. */
const besides = {
  'old-hooks/audit': '#!/bin/sh\n',
  '/team/hooks/audit': '#!/bin/sh\n',
  'recipes/review.md':
    '---\narguments: { file: { required: true }, tone: { default: kind } }\noutput: text\n---\nReview {{ file }}.\n',
  'recipes/broken.md': '---\noutptu: text\n---\nSummarise.\n',
  'node_modules/hooks-config-acme/package.json': '{"version":"1.2.0"}',
  'node_modules/hooks-config-acme/hooks.yaml': '',
  'node_modules/hooks-config-acme/greedy.yaml':
    'on_config_error: proceed\nhooks:\n  AgentStop:\n    - { name: gate, run: [./gate.sh] }\n',
}

function report(name: string): string {
  const text = readFileSync(join(dir, `${name}.yaml`), 'utf8')
  const world = { 'hooks.yaml': text, ...besides }
  const result = compileWorld(world)
  const { plan, texts, info } = result
  const context = { env: {}, cwd: root, root, files: filesOf(world) }
  const cases = plan && collectCases({ result, plan, testFiles: [], all: false, context })
  const diagnostics = orderDiagnostics([...result.diagnostics, ...(cases?.diagnostics ?? [])])
  return `${formatDiagnostics(diagnostics, 'pretty', { texts, counts: info })}\n`
}

test.each(names)('reports golden/%s.yaml (P4, P5)', (name) => {
  const path = join(dir, `${name}.out`)
  const said = report(name)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, said)
  expect(said, 'UPDATE_GOLDEN=1 writes it').toBe(existsSync(path) ? readFileSync(path, 'utf8') : '')
})

test('reports ten mistakes as ten diagnostics', () => {
  const { diagnostics } = compile(readFileSync(join(dir, 'ten-mistakes.yaml'), 'utf8'))
  expect(new Set(diagnostics.map(({ at }) => at.line)).size).toBe(10)
  expect(diagnostics).toHaveLength(10)
})

/** Reported for files that are too odd to be golden, or by other doors; each has its own test. */
const elsewhere = [
  'advice-denied',
  'agent-cannot',
  'bad-lock',
  'control-character',
  'encoding',
  'extends-depth',
  'ignored-file',
  'merge-conflict',
  'more-problems',
  'preset-changed',
  'too-large',
  'unknown-lock',
  'unreadable',
  'untrusted',
]

test('has a golden file for each diagnostic', () => {
  const said = names.map((name) => readFileSync(join(dir, `${name}.out`), 'utf8')).join('\n')
  const missing = Object.keys(diagnosticCodes).filter((code) => !said.includes(`[${code}]`))
  expect(missing).toEqual(elsewhere)
})
