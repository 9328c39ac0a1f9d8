import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compilePlan } from '../../src/config/compile.ts'
import { parseConfig } from '../../src/config/parse.ts'
import { compileCondition } from '../../src/engine/condition.ts'
import type { Condition, Event, Facts } from '../../src/types.ts'
import { catalog, filesOf, root } from '../config/world.ts'

const text = readFileSync('presets/recommended.yaml', 'utf8')
const source = { layer: 'project', path: `${root}/hooks.yaml`, file: 'hooks.yaml' } as const
const { plan } = compilePlan({
  root,
  layers: [source],
  env: {},
  files: filesOf({ 'hooks.yaml': text }),
  catalog,
})
const rules = Object.values(plan?.events ?? {}).flat()

interface Written {
  readonly name: string
  readonly examples: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

const hooks = parseConfig({ file: 'x', path: '/x', text }).document?.value as {
  hooks: Record<string, Written[]>
} // checked by compilePlan
const examples = Object.values(hooks.hooks)
  .flat()
  .flatMap((rule) =>
    Object.entries(rule.examples).flatMap(([expected, list]) =>
      list.map((example) => ({ rule: rule.name, expected, example })),
    ),
  )

const facts: Facts = {
  commands: [],
  reads: [],
  creates: [],
  edits: [],
  deletes: [],
  adds: [],
  hosts: [],
  unresolved: [],
}

function matches(match: Condition | undefined, example: Readonly<Record<string, unknown>>): string {
  const matchers = new Map(catalog.matchers.map((matcher) => [matcher.key, matcher]))
  const event: Event = { event: 'PreToolUse', cwd: root, root, raw: example, ...example }
  const shown = typeof event.tool_output === 'string' ? { ...event, output_text: event.tool_output } : event
  return compileCondition(match, matchers)({ event: shown, facts: () => facts, did: () => [] }).is
}

test.each(examples)('$rule: $expected for $example', ({ rule, expected, example }) => {
  expect(matches(rules.find(({ name }) => name === rule)?.match, example)).toBe(
    expected === 'proceed' ? 'no' : 'yes',
  )
})

test.each(['AKIAIOSFODNN7EXAMPLE', `ghp_${'a1'.repeat(18)}`, '-----BEGIN RSA PRIVATE KEY-----\nMIIE'])(
  '%s in an output is noticed',
  (output) => {
    const rule = rules.find(({ name }) => name === 'keys-in-output')
    expect(matches(rule?.match, { event: 'PostToolUse', tool_output: `key: ${output}` })).toBe('yes')
  },
)
