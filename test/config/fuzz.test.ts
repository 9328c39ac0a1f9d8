// Changed texts of hooks.yaml: each compiles to one plan or to diagnostics, soon, and without an internal error.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDiagnostics } from '../../src/config/diagnostics/formats.ts'
import { anyOf, mutateText } from '../support/mutate.ts'
import { runs } from '../support/seed.ts'
import { cpuMs } from '../support/time.ts'
import { compileWorld } from './world.ts'
import { check } from '../support/check.ts'

/** How many compilations of the example as it is one of a changed text may cost. */
const MAX_TIMES = 5
const INTERNAL =
  /TypeError|RangeError|ReferenceError|is not a function|is not iterable|reading '|call stack|\.[cm]?[jt]s:\d+:\d+/

const top = path.join(import.meta.dirname, '../..')
const golden = path.join(import.meta.dirname, 'golden')
const small = readdirSync(golden)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(path.join(golden, file), 'utf8'))
const example = readFileSync(path.join(top, 'hooks.example.yaml'), 'utf8')
const texts = [...small, example]

/** Put into a text; each line holds several. */
const pieces = [
  '\n|\t| |  |: |- |# |"|\'|>|[|]|{|}|&a |*a|<<: *a|---\n|null|~|0x|1e999|.nan',
  '!!js/function x|!!binary x|%YAML 1.1\n|\uFEFF|\0|\uD800|\u0085|__proto__: |constructor: ',
  'version: 2\n|hooks: |rules:\n|match: |when: |use: |run: |with: |not: |any: |name: |mode: watch',
  'extends: [recommended@1]\n|extends: hooks.yaml\n|groups: { a: [a, "@a"] }\n|"@shell"',
  "'/(a+)+$/'|'/[/'|'/\\p{L}{1,999}(?<=x)/u'|'{a,{b,c}}**/**'|'!'|${{|{{ a }}|command: 'a $X *'",
  'timeout: 1e9s|limits: { dispatch: -1ms }|on: "*"|priority: 1e9',
].flatMap((line) => line.split('|'))
const longPieces = [
  '['.repeat(2000),
  'not: {'.repeat(300),
  `a: ${'x'.repeat(20_000)}\n`,
  '- { name: a, deny: b }\n'.repeat(200),
]

function compiled(text: string): string {
  const { diagnostics, plan, sound, texts: read } = compileWorld({ 'hooks.yaml': text })
  return JSON.stringify([formatDiagnostics(diagnostics, 'pretty', { texts: read }), plan ?? sound])
}

test('a changed hooks.yaml compiles to the same plan or diagnostics, soon', { tags: 'long' }, () => {
  const usual = (): number => cpuMs(() => compiled(example))
  const most = MAX_TIMES * Math.min(usual(), usual(), usual())
  const property = fc.property(fc.gen(), (generate) => {
    const random = (below: number): number => generate(fc.nat, { max: below - 1 })
    let text = anyOf(texts, random)
    for (let times = random(8); times > 0; times -= 1)
      text = mutateText(text, random, anyOf([pieces, pieces, small, longPieces], random))
    const results: string[] = []
    const compile = (): number => cpuMs(() => results.push(compiled(text)))
    const isOver = (): boolean => compile() > most && compile() > MAX_TIMES * usual()
    const isSlow = isOver() && isOver() && isOver() // not a busy moment
    if (results.length === 1) compile()
    const found = {
      internal: INTERNAL.exec(results[0] ?? '')?.[0],
      again: results[1],
      isSlow,
    }
    expect({ text, ...found }).toEqual({ text, internal: undefined, again: results[0], isSlow: false })
  })
  check(property, { numRuns: runs(60, 15_000), endOnFailure: true })
})
