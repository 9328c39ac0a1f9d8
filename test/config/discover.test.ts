// Directories of hook programs, with programs that answer from a table instead of being started.
import { describe, expect, test } from 'vitest'
import type { Programs } from '../../src/model/types.ts'
import { codes, compileWorld, filesOf, type World } from './world.ts'

/** What each program prints when it is asked, and whether it can be started by itself. */
type Said = Readonly<Record<string, string | { readonly failure: string } | { readonly plain: string }>>

function programsThat(said: Said): Programs & { readonly asked: string[] } {
  const asked: string[] = []
  const answerOf = (file: string) => said[file.replace('/shop/', '').replace('/home/dana/', '~/')]
  return {
    asked,
    asks: true,
    startable: (file) => {
      const answer = answerOf(file)
      if (answer === undefined) return undefined
      return typeof answer === 'object' && 'plain' in answer ? 'otherwise' : 'itself'
    },
    ask: ([file = '', ...args], { env }) => {
      asked.push([file, ...args, ...Object.entries(env).map((each) => each.join('='))].join(' '))
      const answer = answerOf(file) ?? ''
      if (typeof answer === 'string') return { printed: answer }
      return 'plain' in answer ? { printed: answer.plain } : answer
    },
  }
}

function discover(entries: string, said: Said, more: World = {}, links?: Readonly<Record<string, string>>) {
  const programs = programsThat(said)
  const files = Object.fromEntries(
    Object.keys(said).map((file) => [file.replace('~/', '/home/dana/'), '#!/bin/sh\n']),
  )
  const world: World = { 'hooks.yaml': `discover:\n${entries}`, ...files, ...more }
  const base = filesOf(world, links)
  // Directories are listed, too, as the file system does.
  const list = (dir: string) => {
    const below = Object.keys(world).map((file) => (file.startsWith('/') ? file : `/shop/${file}`))
    const top = `${base.real(dir).replace(/\/$/, '')}/`
    const names = below.flatMap((file) => (file.startsWith(top) ? [file.slice(top.length)] : []))
    return [...new Set(names.map((name) => name.replace(/\/.*$/, '/')))].toSorted()
  }
  const result = compileWorld(world, { programs, files: { ...base, list }, env: { HOME: '/home/dana' } })
  const rules = Object.values(result.plan?.events ?? {}).flat()
  return {
    ...result,
    rules,
    names: rules.map(({ event, name }) => `${event} ${name}`),
    asked: programs.asked,
  }
}

const acai = (event: string, more: object = {}) => JSON.stringify({ event, ...more })

describe('kodelet', () => {
  test('a program that prints an event is a rule of it (K53)', () => {
    const { rules, asked, diagnostics } = discover('  - { dir: .kodelet/hooks, reply: kodelet }', {
      '.kodelet/hooks/audit': 'after_tool_call\n',
      '.kodelet/hooks/guard': 'before_tool_call',
      '.kodelet/hooks/compact': 'after_turn',
      '.kodelet/hooks/log': 'turn_end',
    })
    expect(diagnostics).toEqual([])
    expect(asked).toContain('/shop/.kodelet/hooks/guard hook')
    expect(rules.find(({ name }) => name === 'guard')).toMatchObject({
      event: 'PreToolUse',
      handler: { kind: 'run', argv: ['/shop/.kodelet/hooks/guard', 'run'], reply: 'kodelet' },
      timeout_ms: 30_000,
      at: { file: 'hooks.yaml', line: 2 },
    })
    expect(rules.map(({ event, name }) => `${event} ${name}`).toSorted()).toEqual([
      'PostModelCall compact',
      'PostModelCall log',
      'PostToolUse audit',
      'PreToolUse guard',
    ])
  })

  test('the first of one name counts, wherever it is found (K54)', () => {
    const { rules } = discover(
      '  - { dir: .kodelet/hooks, reply: kodelet }\n  - { dir: ~/.kodelet/hooks, reply: kodelet }',
      {
        '.kodelet/hooks/audit': 'agent_stop',
        '~/.kodelet/hooks/audit': 'agent_stop',
        '~/.kodelet/hooks/other': 'agent_stop',
      },
    )
    expect(rules.map(({ handler }) => handler.kind === 'run' && handler.argv[0])).toEqual([
      '/shop/.kodelet/hooks/audit',
      '/home/dana/.kodelet/hooks/other',
    ])
  })

  test('what cannot be started by itself is no hook, nor is a directory or what is disabled (K54, K55)', () => {
    const { names, asked, diagnostics } = discover('  - { dir: h, reply: kodelet }', {
      'h/plain.sh': { plain: 'agent_stop' },
      'h/audit.disable': 'agent_stop',
      'h/lib/part': 'agent_stop',
      'h/audit': 'agent_stop',
    })
    expect([names, asked, diagnostics]).toEqual([['AgentStop audit'], ['/shop/h/audit hook'], []])
  })

  test("a plugin's hooks are named after it (K56)", () => {
    const { names } = discover("  - { dir: '.kodelet/plugins/*/hooks', reply: kodelet }", {
      '.kodelet/plugins/shop@tools/hooks/audit': 'agent_stop',
      '.kodelet/plugins/dana@more/hooks/audit': 'agent_stop',
    })
    expect(names).toEqual(['AgentStop dana/more/audit', 'AgentStop shop/tools/audit'])
  })

  test.each([
    ['garbage', 'it printed no event: "garbage"'],
    ['', 'it printed nothing'],
    ['PreToolUse', 'it printed no event: "PreToolUse"'],
    [{ failure: 'it exited 1' }, 'it exited 1'],
  ])('an invalid answer %j leaves it out and says so (K54)', (answer, says) => {
    const { names, diagnostics, plan } = discover('  - { dir: h, reply: kodelet }', { 'h/odd': answer })
    expect(names).toEqual([])
    expect(codes(diagnostics)).toEqual(['hooks.yaml:2:12 warning hook-left-out'])
    expect(diagnostics[0]?.message).toBe(`"h/odd" is left out: asked what it is for, ${says}`)
    expect(plan?.settings.left_out).toEqual([diagnostics[0]?.message])
  })
})

describe('acai', () => {
  test('a program that describes itself is a rule (A3, A7, A10)', () => {
    const said = { name: 'audit', description: 'Keeps a log.', timeout: '5s' }
    const { rules, asked } = discover('  - { dir: .acai/hooks, reply: acai }', {
      '.acai/hooks/a.mjs': acai('tool-call-start', said),
    })
    expect(asked).toEqual(['/shop/.acai/hooks/a.mjs HOOK_ACTION=describe'])
    expect(rules).toMatchObject([
      {
        name: 'audit',
        event: 'PreToolUse',
        description: 'Keeps a log.',
        timeout_ms: 5_000,
        handler: { argv: ['/shop/.acai/hooks/a.mjs'], reply: 'acai' },
      },
    ])
  })

  test('one that comes after the event has no say (A3)', () => {
    const { rules } = discover('  - { dir: h, reply: acai }', {
      'h/late': acai('agent-start', { timing: 'after' }),
    })
    expect(rules).toMatchObject([{ name: 'late', event: 'SessionStart', background: true }])
  })

  test('several events, of which each is a rule', () => {
    const { names } = discover('  - { dir: h, reply: acai }', {
      'h/both': JSON.stringify({ events: ['step-start', 'agent-stop', 'UserPromptSubmit'] }),
    })
    expect(names.toSorted()).toEqual(['AgentStop both', 'PreStep both', 'UserPromptSubmit both'])
  })

  test('the later of one name counts (A13)', () => {
    const { rules } = discover(
      '  - { dir: ~/.acai/hooks, reply: acai }\n  - { dir: .acai/hooks, reply: acai }',
      {
        '~/.acai/hooks/audit': acai('agent-stop'),
        '.acai/hooks/audit': acai('agent-stop'),
      },
    )
    expect(rules.map(({ handler }) => handler.kind === 'run' && handler.argv[0])).toEqual([
      '/shop/.acai/hooks/audit',
    ])
  })

  test('what only its name or first line can start is a hook, what nothing can start is none (A11)', () => {
    const { names, diagnostics } = discover(
      '  - { dir: h, reply: acai }',
      { 'h/hook.py': { plain: acai('agent-stop') } },
      { 'h/README.md': '# hooks\n' },
    )
    expect([names, diagnostics]).toEqual([['AgentStop hook.py'], []])
  })

  test.each([
    ['garbage', 'it printed no JSON: "garbage"'],
    ['[]', 'it printed no JSON object: "[]"'],
    ['{}', 'its "event" is missing: "{}"'],
    [acai('lunch'), 'its "event" is "lunch"'],
    ['{"events":[]}', 'its "events" is empty'],
    [acai('agent-stop', { name: '../x' }), 'its "name" is "../x"'],
    [acai('agent-stop', { timing: 'noon' }), 'its "timing" is "noon", expected before or after'],
    [acai('agent-stop', { timeout: 'soon' }), 'its "timeout" is "soon"'],
  ])('a description %s leaves it out and says so (A25)', (answer, says) => {
    const { names, diagnostics } = discover('  - { dir: h, reply: acai }', { 'h/odd': answer })
    expect(names).toEqual([])
    expect(diagnostics[0]?.message).toContain(`"h/odd" is left out: asked what it is for, ${says}`)
  })
})

test('programs stand in the order of their names, after the entry before and at the place of discover (A30)', () => {
  const { names } = discover(
    '  - { dir: b, reply: acai }\n  - { dir: a, reply: kodelet }\n' +
      'hooks:\n  AgentStop:\n    - { name: written, notify: x }\n',
    { 'b/2': acai('agent-stop'), 'b/10': acai('agent-stop'), 'a/z': 'agent_stop', 'a/a': 'agent_stop' },
  )
  expect(names).toEqual(['AgentStop 10', 'AgentStop 2', 'AgentStop a', 'AgentStop z', 'AgentStop written'])
})

test.each([
  ['allow: [audit, lint-*]', ['audit', 'lint-js.sh', 'lint-ts.sh']],
  ['allow: [audit, lint-js.sh]', ['audit', 'lint-js.sh']],
  ['allow: []', []],
  ['deny: [audit]', ['lint-js.sh', 'lint-ts.sh']],
  ['allow: [lint-*], deny: [lint-ts]', ['lint-js.sh']],
])('%s lets %j be rules and starts no other; deny wins (K59)', (lists, expected) => {
  const { names, asked } = discover(`  - { dir: h, reply: kodelet, ${lists} }`, {
    'h/audit': 'agent_stop',
    'h/lint-js.sh': 'agent_stop',
    'h/lint-ts.sh': 'agent_stop',
  })
  expect(names).toEqual(expected.map((name) => `AgentStop ${name}`))
  expect(asked).toHaveLength(expected.length)
})

test('a directory that is not there holds no hooks, and is looked for again (A26, K54)', () => {
  const { names, diagnostics, sources } = discover('  - { dir: nope, reply: acai }', {})
  expect([names, diagnostics]).toEqual([[], []])
  expect(sources).toContain('/shop/nope')
})

test.each([
  ["'.kodelet/plug*/h'", ['AgentStop audit']],
  ["'.kodelet/*s/h'", ['AgentStop audit']],
  ["'*/plugins/h'", ['AgentStop audit']],
  ["'/sho*/.kodelet/plugins/h/'", ['AgentStop audit']],
  ["'.kodelet/lint*/h'", []],
])('a part of dir with a wildcard is every directory that it fits: %s', (dir, expected) => {
  const { names } = discover(`  - { dir: ${dir}, reply: kodelet }`, {
    '.kodelet/plugins/h/audit': 'agent_stop',
  })
  expect(names).toEqual(expected)
})

describe('a directory outside of the project', () => {
  const elsewhere = { '/opt/hooks/audit': 'agent_stop' }

  test.each([
    ['through a link', 'h', { '/shop/h': '/opt/hooks' }],
    ['below a link', 'd/hooks', { '/shop/d': '/opt' }],
    ['by its path', '../opt/hooks', {}],
  ])('is refused %s, and nothing in it is started', (_, dir, links) => {
    const given = `  - { dir: ${dir}, reply: kodelet }`
    const { diagnostics, asked, names } = discover(given, elsewhere, {}, links)
    expect([names, asked]).toEqual([[], []])
    expect(codes(diagnostics)).toEqual(['hooks.yaml:2:12 error discover-outside'])
    expect(diagnostics[0]).toMatchObject({
      message: `"${dir}" leads out of the project, to /opt/hooks`,
      hint: 'move the hooks into the project, or write where they are',
    })
  })

  test.each([
    ['where it is named by its whole path', '/opt/hooks', {}],
    ['where it is the home directory', '~/h', { '/home/dana/h': '/opt/hooks' }],
  ])('is looked into %s', (_, dir, links) => {
    const said = { ...elsewhere, '~/h/audit': 'agent_stop' }
    const { diagnostics, names } = discover(`  - { dir: ${dir}, reply: kodelet }`, said, {}, links)
    expect(diagnostics).toEqual([])
    expect(names).toHaveLength(1)
  })

  test('is none that a link within the project leads to', () => {
    const said = { 'old/audit': 'agent_stop', 'h/audit': 'agent_stop' }
    const { names } = discover('  - { dir: h, reply: kodelet }', said, {}, { '/shop/h': '/shop/old' })
    expect(names).toHaveLength(1)
  })
})

test('of a directory that is not there, one beside it that may be meant is named, and no plan depends on it', () => {
  const { diagnostics, sources, plan } = discover('  - { dir: .kodelet/hoks, reply: kodelet }', {
    '.kodelet/hooks/audit': 'agent_stop',
  })
  expect(codes(diagnostics)).toEqual(['hooks.yaml:2:12 info hook-left-out'])
  expect(diagnostics[0]).toMatchObject({
    message: 'there is no directory ".kodelet/hoks"',
    hint: 'did you mean ".kodelet/hooks"?',
  })
  expect(plan?.settings.left_out).toBeUndefined()
  expect(sources).not.toContain('/shop/.kodelet')
})

test('directories and programs are what the plan depends on', () => {
  const { sources } = discover('  - { dir: h, reply: kodelet }', { 'h/audit': 'agent_stop' })
  expect(sources).toEqual(expect.arrayContaining(['/shop/h', '/shop/h/audit']))
})

test('no more than limits.rules of them are in force, and the others are named (A28)', () => {
  const { names, diagnostics } = discover('  - { dir: h, reply: kodelet }\nlimits: { rules: 2 }\n', {
    'h/a': 'agent_stop',
    'h/b': 'agent_stop',
    'h/c': 'agent_stop',
  })
  expect(names).toEqual(['AgentStop a', 'AgentStop b'])
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'too-many-rules: 3 rules are more than limits.rules: 2, so "c" is left out',
  ])
})

test('a rule that is written keeps its name', () => {
  const { names, diagnostics } = discover(
    '  - { dir: h, reply: kodelet }\nhooks:\n  AgentStop:\n    - { name: audit, notify: x }\n',
    { 'h/audit': 'agent_stop' },
  )
  expect(names).toEqual(['AgentStop audit'])
  expect(diagnostics[0]?.message).toBe('"h/audit" is left out: a rule "audit" exists already')
})

test.each([
  'hooks run --agent kodelet',
  'npx hooks-yaml run --agent kodelet',
  '"$HOME/bin/hooks" run --root . --agent=kodelet',
])('one that starts %s would be asked by itself, and is left out', (line) => {
  const { names, diagnostics, asked } = discover(
    '  - { dir: h, reply: kodelet }',
    { 'h/ours': 'before_tool_call' },
    { 'h/ours': `#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call || ${line}\n` },
  )
  expect([names, asked]).toEqual([[], []])
  expect(codes(diagnostics)).toEqual(['hooks.yaml:2:12 info hook-left-out'])
  expect(diagnostics[0]?.message).toContain('it starts hooks')
})

test('where nothing may be started, that is said', () => {
  const world = { 'hooks.yaml': 'discover: [{ dir: h, reply: kodelet }]\n', 'h/audit': '#!/bin/sh\n' }
  expect(compileWorld(world).diagnostics[0]?.message).toContain('nothing may be started here')
})

test.each([
  ['  - { dir: h }', 'missing-key'],
  ['  - { dir: h, reply: claude }', 'bad-value'],
  ['  - { dir: h, reply: acai, only: [x] }', 'unknown-key'],
  ['  - { dir: 7, reply: acai }', 'wrong-type'],
])('%s is refused (A9)', (entry, code) => {
  expect(discover(entry, {}).diagnostics.map((each) => each.code)).toContain(code)
})

test('an unknown key of an entry is that of the whole file', () => {
  const { plan } = discover('  - { dir: h, reply: kodelet, only: [x] }', { 'h/audit': 'agent_stop' })
  expect(plan).toBeUndefined()
})

test("a package's preset brings no directories", () => {
  const { diagnostics, asked } = discover(
    '  []\nextends: [hooks-config-acme]\n',
    { 'node_modules/hooks-config-acme/h/audit': 'agent_stop' },
    {
      'node_modules/hooks-config-acme/package.json': '{"version":"1.0.0"}',
      'node_modules/hooks-config-acme/hooks.yaml': 'discover: [{ dir: h, reply: kodelet }]\n',
    },
  )
  expect(asked).toEqual([])
  expect(diagnostics.map(({ code }) => code)).toContain('preset-key')
})
