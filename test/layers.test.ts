import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Plain values and small pure functions that anybody may use. */
const base = [
  'types',
  'events',
  'errors',
  'hash',
  'pattern',
  'paths',
  'inside',
  'path-match',
  'passed-over',
  'interpolate',
  'duration',
  'code-points',
  'name-glob',
  'configured-path',
  'attempt',
  'literal',
  'regex-literals',
  'on-demand',
  'command-pattern',
  'command-stage',
  'command-words',
  'glob-meet',
  'path-fact',
  'fact-matcher',
  'branches',
  'merge-patch',
  'fields',
  'matcher',
  'iso-time',
  'token-estimate',
  'secrets',
  'secret-hints',
  'tool-groups',
  'tool-calls',
  'todos',
  'offered-tools',
  'final-response',
  'default-settings',
  'payload-fields',
  'fact-kinds',
  'plain-object',
  'output-text',
  'loopback',
]

/** Who may import whom, by folder or by file below src/. What is not listed may import nothing. */
const may: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(base.map((name) => [name, base])),
  engine: [...base, 'engine'],
  matchers: base,
  handlers: [...base, 'handlers', 'dialects/native', 'dialects/context'],
  recipes: [...base, 'recipes', 'tool-schemas', 'handlers/run/failure'],
  providers: [...base, 'providers'],
  liquid: base,
  cel: [...base, 'cel'],
  re2: [...base, 're2'],
  builtins: [...base, 'tool-schemas'],
  facts: [...base, 'facts', 'catalog'], // the part brings the matchers that ask about them
  'tool-schemas': [...base, 'tool-schemas'],
  dialects: [...base, 'engine/reason'],
  state: [...base, 'state', 'private-dir'],
  spawn: [...base, 'spawn'],
  ledger: [...base, 'ledger', 'private-dir'],
  plan: [
    ...base,
    'plan',
    'private-dir',
    'read-bytes',
    'engine/haystack',
    'engine/literal-grams',
    'engine/literal-index',
    'engine/literal-search',
    'engine/rule-list',
  ],
  config: [
    ...base,
    'config',
    'tool-schemas',
    'recipes',
    'front-matter',
    '../schemas',
    'plan/stamp',
    'facts/programs',
    'cel/values',
  ],
  install: [...base, 'install'],
  testing: [...base, 'testing', 'config', 'engine', 'state', 'show', 'dialects/native'],
  init: [...base, 'init'],
  catalog: [...base, 'matchers', 'builtins', 'dialects'],
  'front-matter': base,
  // For agent frameworks: built apart, each with what it needs of us in itself.
  integrations: [...base, 'integrations', 'library/stop', 'engine/reason', 'dialects/claude-code'],
  otlp: [...base, 'otlp'],
  stack: base,
}

/** The outermost ring: commands and the entries may import everything. */
const outer = [
  'library',
  'tools',
  'commands',
  'show',
  'main',
  'bin',
  'hot',
  'decide',
  'decide-shell',
  'decide-scripts',
  'answer',
  'replay',
  'compile',
  'mask',
  'plain',
  'prune',
  'jobs',
  'parts',
  'programs',
  'pack-presets',
  'pack-programs',
  'code',
  'section-file',
  'scripts',
  'shell',
  'shell-alone',
  'rehearse',
  'process',
  'host',
  'index',
  'clock',
  'files',
  'private-dir',
  'read-bytes',
]

const packages: Readonly<Record<string, readonly string[]>> = {
  yaml: ['config', 'front-matter', 'install'],
  ajv: ['config'],
  picomatch: ['config'],
  semver: ['config'],
  'jsonc-parser': ['install'],
  diff: ['install'],
  chokidar: ['config', 'commands', 'index'],
  commander: ['main', 'commands'],
  liquidjs: ['liquid'],
  '@bufbuild': ['config'],
  re2js: ['re2'],
  unbash: ['facts'],
  ai: ['integrations'],
  langchain: ['integrations'],
  zod: ['integrations'],
}

const sources = walk(path.join(root, 'src')).filter((file) => file.endsWith('.ts'))

function walk(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const file = path.join(dir, name)
    return statSync(file).isDirectory() ? walk(file) : [file]
  })
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gm)].map(
    ([, target]) => target ?? '',
  )
}

/** `engine/merge` for src/engine/merge.ts. */
function unitOf(file: string): string {
  return path.relative(path.join(root, 'src'), file).replace(/\.[^.]+$/, '')
}

const folderOf = (unit: string): string => unit.split('/')[0] ?? unit

test('every source file imports only what its layer may', () => {
  const breaches = sources.flatMap((file) => {
    const unit = unitOf(file)
    const folder = folderOf(unit)
    if (outer.includes(folder) || unit === 'builtins') return [] // builtins.ts is an entry of the build
    const allowed = may[folder] ?? []
    return importsOf(file)
      .filter((target) => target.startsWith('.'))
      .map((target) => unitOf(path.resolve(path.dirname(file), target)))
      .filter((target) => !allowed.some((name) => target === name || target.startsWith(`${name}/`)))
      .filter((target) => !isOwnPart(unit, target))
      .map((target) => `${unit} imports ${target}`)
  })
  expect(breaches).toEqual([])
})

/** dialects/claude-code.ts may import dialects/claude-code/decode.ts, and that its siblings. */
function isOwnPart(unit: string, target: string): boolean {
  const own = unit.split('/').slice(0, 2).join('/')
  return target.startsWith(`${own}/`) && target !== unit
}

test('a package is imported only where it belongs', () => {
  const breaches = sources.flatMap((file) => {
    const folder = folderOf(unitOf(file))
    return importsOf(file)
      .filter((target) => !target.startsWith('.') && !target.startsWith('node:'))
      .filter((target) => !(packages[target.split('/')[0] ?? ''] ?? []).includes(folder))
      .map((target) => `${unitOf(file)} imports ${target}`)
  })
  expect(breaches).toEqual([])
})

test('only the outermost files touch the process', () => {
  const inner = sources.filter((file) => !outer.includes(folderOf(unitOf(file))))
  const breaches = inner
    .filter((file) => !/\/(plan\/dirs|spawn)/.test(file))
    .filter((file) =>
      /(?<!')\bprocess\.(?:env|argv|stdin|stdout|stderr|exit|cwd)\b|\bconsole\./.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .map(unitOf)
  expect(breaches).toEqual([])
})
