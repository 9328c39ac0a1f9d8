import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { artifacts } from '../../src/builtins/artifacts.ts'
import { capture } from '../../src/builtins/capture.ts'
import { checkpoint } from '../../src/builtins/checkpoint.ts'
import { compact } from '../../src/builtins/compact.ts'
import { dedupe } from '../../src/builtins/dedupe.ts'
import { evict } from '../../src/builtins/evict.ts'
import { followUp } from '../../src/builtins/follow-up.ts'
import { ledger } from '../../src/builtins/ledger.ts'
import { limits } from '../../src/builtins/limits.ts'
import { log } from '../../src/builtins/log.ts'
import { memory } from '../../src/builtins/memory.ts'
import { promise } from '../../src/builtins/promise.ts'
import { rateLimit } from '../../src/builtins/rate-limit.ts'
import { redact } from '../../src/builtins/redact.ts'
import { schemaNudge } from '../../src/builtins/schema-nudge.ts'
import { sideEffects } from '../../src/builtins/side-effects.ts'
import { skills } from '../../src/builtins/skills.ts'
import { toolSchema } from '../../src/builtins/tool-schema.ts'
import { workspace } from '../../src/builtins/workspace.ts'
import { events } from '../../src/events.ts'
import type { Builtin } from '../../src/types.ts'
import { ask } from './ask.ts'

const builtins: readonly Builtin<never>[] = [
  artifacts,
  capture,
  checkpoint,
  compact,
  dedupe,
  evict,
  followUp,
  ledger,
  limits,
  log,
  memory,
  promise,
  rateLimit,
  redact,
  schemaNudge,
  sideEffects,
  skills,
  toolSchema,
  workspace,
]

interface Property {
  readonly description?: string
  readonly examples?: readonly unknown[]
}

interface OptionsSchema {
  readonly properties: Readonly<Record<string, Property>>
  readonly additionalProperties: boolean
  readonly definitions?: Readonly<Record<string, OptionsSchema>>
}

describe.each(builtins)('$name', (builtin) => {
  test.each(builtin.examples)('$name', async ({ with: options, event, files, outcome }) => {
    expect(await ask(builtin, { with: options, event, files: { ...files } })).toMatchObject(outcome)
  })

  test('has examples, each on an event of its own', () => {
    const own = builtin.events === 'any' ? Object.keys(events) : builtin.events
    expect(builtin.examples.length).toBeGreaterThan(0)
    expect(builtin.examples.filter(({ event }) => !own.includes(event.event))).toEqual([])
  })

  test('describes every option with examples', () => {
    const file = new URL(`../../schemas/builtins/${builtin.name}.schema.json`, import.meta.url)
    const schema: OptionsSchema = JSON.parse(readFileSync(file, 'utf8'))
    for (const part of [schema, ...Object.values(schema.definitions ?? {})]) {
      expect(part.additionalProperties).toBe(false)
      const poor = Object.entries(part.properties).filter(
        ([, row]) => !row.description || !row.examples?.length,
      )
      expect(poor).toEqual([])
    }
  })
})
