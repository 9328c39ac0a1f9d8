import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compilePlan, type CompileResult } from '../../src/config/compile/compile.ts'
import { packPresets } from '../../src/config/compile/pack-presets.ts'
import { isKeys } from '../../src/config/read/config-file.ts'
import { catalog, filesOf, layers, root } from './world.ts'

const presetDir = path.join(import.meta.dirname, '../../presets')
const names = readdirSync(presetDir).filter((name) => name.endsWith('.yaml'))
const texts = Object.fromEntries(
  names.map((name) => [name.slice(0, -5), readFileSync(path.join(presetDir, name), 'utf8')]),
)
const packed = packPresets(texts, catalog)

interface Given {
  readonly config: string
  readonly home?: string
  /** What the build made; absent: presets are parsed and compiled. */
  readonly data?: Readonly<Record<string, string>>
  readonly presets?: Readonly<Record<string, string>>
}

function compileWith({ config, home, data, presets = texts }: Given): CompileResult {
  const world = {
    'hooks.yaml': config,
    ...Object.fromEntries(Object.entries(presets).map(([name, text]) => [`/presets/${name}.yaml`, text])),
    ...Object.fromEntries(Object.entries(data ?? {}).map(([name, text]) => [`/data/${name}`, text])),
  }
  return compilePlan({
    root,
    layers: layers.slice(2, 3),
    env: home === undefined ? {} : { HOME: home },
    files: filesOf(world),
    catalog,
    presetDir: '/presets',
    presetDataDir: '/data',
    version: '0.1.0',
    trust: 'all',
  })
}

const seen = ({ plan, diagnostics, info }: CompileResult): string =>
  JSON.stringify({ plan, diagnostics, info })

const overridden = `extends: [recommended@1]
overrides:
  recommended/*: { mode: advise }
  recommended/force-push: { match: { command: [git push -f, 'git push ~/x'] }, deny: No. }
  recommended/no-such-rule: { mode: watch }
`

test.each([
  { name: 'one preset', config: 'extends: [recommended@1]\n', home: '/home/dana' },
  { name: 'several presets', config: 'extends: [relaxed, strict, recommended]\n', home: '/home/dana/' },
  { name: 'another home', config: 'extends: [strict@1]\n', home: '/Users/a.b(c)' },
  { name: 'no home', config: 'extends: [strict@1]\n' },
  { name: 'overrides', config: overridden, home: '/home/dana' },
])('compiled presets make the same plan: $name', ({ config, home }) => {
  const given = { config, ...(home !== undefined && { home }) }
  expect(seen(compileWith({ ...given, data: packed }))).toBe(seen(compileWith(given)))
})

test('each part of a compiled preset is where it stands in its file', () => {
  const config = 'extends: [recommended, relaxed]\n'
  const ready = compileWith({ config, data: packed }).parsed
  const read = compileWith({ config }).parsed
  expect(ready.map(({ file }) => file)).toEqual(read.map(({ file }) => file))
  for (const [index, file] of read.entries()) {
    const other = ready[index]?.document
    for (const where of pathsIn(file.keys)) {
      expect(other?.place(where)).toEqual(file.document.place(where))
      expect(other?.place(where, 'key')).toEqual(file.document.place(where, 'key'))
      expect(other?.text(where)).toBe(file.document.text(where))
    }
    expect(other?.value).toEqual(file.document.value)
  }
})

test('a preset that was changed after the build is parsed and compiled', () => {
  const presets = {
    ...texts,
    relaxed: 'version: 1\nrules:\n  - { name: own, on: [AgentStop], notify: Done. }\n',
  }
  const { plan } = compileWith({ config: 'extends: [relaxed]\n', data: packed, presets })
  expect(Object.values(plan?.events ?? {}).flatMap((rules) => rules.map(({ name }) => name))).toEqual([
    'relaxed/own',
  ])
})

test('a preset with a problem fails the build', () => {
  const text = 'version: 1\nhooks:\n  PreToolUse:\n    - { name: a, match: { tol: Bash }, deny: No. }\n'
  expect(() => packPresets({ bad: text }, catalog)).toThrow('a preset has a problem')
})

function pathsIn(value: unknown): (string | number)[][] {
  const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((each: unknown, index) => [index, each])
    : isKeys(value)
      ? Object.entries(value)
      : []
  return [[], ...entries.flatMap(([key, each]) => pathsIn(each).map((rest) => [key, ...rest]))]
}
