// What editors read: names and options of built-ins, and one handler a rule.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageDir, readPage } from '../docs/page.ts'

const schema = JSON.parse(readPage('schemas/hooks.schema.json')) as {
  definitions: { rule: { properties: { use: { oneOf: readonly { const: string; description: string }[] } } } }
}
const validate = new Ajv({ strict: false }).compile(schema)

const isFine = (rule: string): boolean =>
  validate(parse(`version: 1\nhooks:\n  PreToolUse:\n    - { name: a, ${rule} }\n`))

describe('a rule', () => {
  test.each([
    'use: redact',
    'use: redact, with: { replace: "***" }',
    'use: todo, with: null',
    'use: limits',
    'deny: No.',
    'deny: No., notify: Denied.',
    'notify: Seen.',
    'steps: [{ use: redact, with: { replace: "***" } }, { deny: No. }]',
  ])('is fine: %s', (rule) => {
    expect([isFine(rule), validate.errors]).toEqual([true, null])
  })

  test.each([
    'use: redacted',
    'use: redact, with: { replaces: "***" }',
    'use: redact, with: { replace: 3 }',
    'match: { command: rm }',
    'deny: No., ask: Sure?',
    'use: redact, run: [make]',
    'steps: [{ use: redact, with: { replaces: "***" } }]',
  ])('is wrong: %s', (rule) => {
    expect(isFine(rule)).toBe(false)
  })
})

test('each built-in is offered, and says what it does', () => {
  const offered = schema.definitions.rule.properties.use.oneOf
  const files = readdirSync(path.join(packageDir, 'schemas/builtins'))
  expect(offered.map(({ const: name }) => `${name}.schema.json`)).toEqual(files)
  for (const { description } of offered) expect(description).toMatch(/\.$/)
})
