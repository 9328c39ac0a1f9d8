// The entry for SchemaStore's catalog keeps its rules (CONTRIBUTING.md and cli.js there, August 2026), and so does the schema.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type Options } from 'ajv'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocksOf, packageDir, readPage } from '../docs/page.ts'

interface Entry {
  readonly name: string
  readonly description: string
  readonly fileMatch: readonly string[]
  readonly url: string
}

interface HooksSchema {
  readonly $schema: string
  readonly $id: string
  readonly type: string
  readonly description: string
}

const blocks = blocksOf(readPage('docs/validate-in-ci.md'))
const entry = JSON.parse(
  blocks.find(({ words }) => words.includes('catalog-entry.json'))?.text ?? '',
) as Entry
const schema = JSON.parse(readPage('schemas/hooks.schema.json')) as HooksSchema

/** Every message of ajv, which SchemaStore's check would print. */
function compiled(options: Options): { readonly said: readonly string[]; validate(value: unknown): boolean } {
  const said: string[] = []
  const log = (text: unknown): void => void said.push(String(text))
  const ajv = new Ajv({ ...options, logger: { log, warn: log, error: log } })
  const validate = ajv.compile(schema)
  return { said, validate: (value) => validate(value) }
}

/** `ajvNotStrictMode` there, which permits one key to take a text or a list. */
const accepted: Options = { strictTypes: false, strictTuples: false, allowMatchingProperties: true }

describe('the entry', () => {
  test('has the keys of the catalog, and names without "schema" or punctuation at the end', () => {
    expect(Object.keys(entry)).toEqual(['name', 'description', 'fileMatch', 'url'])
    for (const text of [entry.name, entry.description]) {
      expect(text).not.toMatch(/schema|\n/i)
      expect(text).not.toMatch(/[,. \t-]$/)
    }
  })

  test('matches files that are ours alone: simple patterns, directories behind **/', () => {
    for (const glob of entry.fileMatch) expect(glob).toMatch(/^(?:\*\*\/)?[^*?{}[\]!/]+(?:\/[^*?{}[\]!/]+)*$/)
    for (const glob of entry.fileMatch) expect(glob.includes('/')).toBe(glob.startsWith('**/'))
    const matches = picomatch([...entry.fileMatch], { dot: true })
    const files = [
      'hooks.local.yaml',
      '/home/dev/.config/hooks/hooks.yaml',
      'hooks.yaml',
      'config/hooks.yaml',
    ]
    expect(files.map((file) => matches(file))).toEqual([true, true, false, false])
  })

  test('leads to the schema in the npm package, by the address that the schema gives itself', () => {
    const { name } = JSON.parse(readPage('package.json')) as { name: string }
    expect(entry.url).toBe(schema.$id)
    expect(entry.url).toBe(`https://unpkg.com/${name}/schemas/hooks.schema.json`)
  })
})

describe('the schema', () => {
  test('is draft-07, an object with a description, and compiles without a word', () => {
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      description: expect.stringMatching(/\w/),
    })
    expect(compiled(accepted).said).toEqual([])
    expect(compiled({ strict: true, allowUnionTypes: true, strictRequired: false }).said).toEqual([])
  })

  const { validate } = compiled(accepted)
  const presets = readdirSync(path.join(packageDir, 'presets')).filter((file) => file.endsWith('.yaml'))

  test.each(['hooks.example.yaml', ...presets.map((file) => `presets/${file}`)])('accepts %s', (file) => {
    expect(validate(parse(readPage(file)))).toBe(true)
  })

  test.each([
    ['a key that is not there', { version: 1, hook: {} }],
    ['an event that is not there', { hooks: { PreTool: [] } }],
    ['a rule without a handler', { hooks: { PreToolUse: [{ name: 'orders', match: 'Bash' }] } }],
    ['a mode that is not there', { defaults: { mode: 'off' } }],
  ])('refuses %s', (_name, value) => {
    expect(validate(value)).toBe(false)
  })
})
