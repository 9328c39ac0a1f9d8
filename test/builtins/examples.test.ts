import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtins } from '../../src/catalog.ts'
import { events } from '../../src/model/events.ts'
import { ask } from './ask.ts'

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
