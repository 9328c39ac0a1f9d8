// What is taken for plain is held to what the table says of each option and each subcommand.
import { expect, test } from 'vitest'
import type { Plain } from '../../src/facts/plain/program.ts'
import { plainOf, plainPrograms } from '../../src/facts/plain/programs.ts'
import { treesOf } from '../../src/facts/plain/trees.ts'
import { holds } from '../../src/facts/programs/notation.ts'
import { readWords } from '../../src/facts/programs/read-arguments.ts'
import type { FactKind } from '../../src/types.ts'
import { optionsOf, sectionOf, subcommandsOf } from './plain/commands.ts'

const rolesOf: Readonly<Record<FactKind, readonly string[]>> = {
  commands: [],
  reads: ['read', 'tree', 'search', 'git-read', 'git-tree', 'copy', 'sed', 'awk', 'columns'],
  creates: ['create', 'write', 'into'],
  edits: ['edit', 'write', 'into', 'format', 'git-checkout'],
  deletes: ['delete'],
  adds: [],
  hosts: ['url'],
}

/** What may be done to directories by those whose words stand for all that is below. */
const treeRoles: Readonly<Record<string, readonly FactKind[]>> = {
  'delete-tree': ['deletes'],
  'copy-tree': ['reads', 'creates', 'edits'],
  move: ['reads', 'creates', 'edits', 'deletes'],
}

/** Those for which its words are kept, and one that reads code which is not there. */
const allowed = ({ kinds = [], runsFiles, remotes, host = '', trees, takes }: Plain): ReadonlySet<string> =>
  new Set([
    'text',
    'look',
    'code',
    ...kinds.flatMap((kind) => rolesOf[kind]),
    ...Object.keys(treeRoles).filter(
      (role) =>
        (trees !== undefined || takes !== undefined) &&
        treeRoles[role]?.every((kind) => kinds.includes(kind)),
    ),
    ...(runsFiles === true ? ['node-file', 'python-file'] : []),
    ...(remotes === true ? ['git-remote'] : []),
    ...(host === 'registry:pypi' ? ['pip-package'] : []),
  ])

/** As it is written, with a value, and as short as it may be. */
function spellings(option: string): readonly string[] {
  const short = option.startsWith('--') ? Array.from(option, (_, at) => option.slice(0, at + 1)).slice(3) : []
  return [...new Set([...short, option])].flatMap((each) => [each, `${each}=x`, `${each}x`])
}

/** All that such a command may begin with. */
function beginningsOf(name: string, plain: Plain): readonly (readonly string[])[] {
  const words = name.split(' ')
  const first = ['1p', 's/a/b/', 'x.js', 'x.py', '{print $1}'].find(
    (word) => plainOf([...words, word])?.plain === plain,
  )
  const own = plain.first === undefined || first === undefined ? words : [...words, first]
  const more = [
    ...optionsOf(words[0] ?? '').flatMap(spellings),
    ...subcommandsOf(words[0] ?? '').flatMap((word) => [word, word.toUpperCase()]),
  ]
  return [own, ...more.map((word) => [...own, word])].filter((each) => {
    const found = plainOf(each)
    return found?.plain === plain && found.length === words.length
  })
}

/** What the table makes of it beyond its words. */
function beyond(words: readonly string[], plain: Plain): readonly string[] {
  const more = plainOf([...words, 'x', 'y']) === undefined ? [] : ['x', 'y']
  const { options, operands, path, program } = readWords([...words, ...more])
  const has = (name: string): boolean => options.some((option) => option.name === name)
  const form = program?.forms.find(({ when }) => holds(when, has))
  const roles = [
    ...options.flatMap((option) => option.roles),
    ...(form?.taking ?? [])
      .filter(({ preset }) => operands.length > 0 || preset !== undefined)
      .map(({ role }) => role),
    ...(form?.fixed ?? []).map(({ role }) => role),
  ]
  const called = new Set([...words, ...(plain.called ?? '').split(' ')])
  return [
    ...roles.filter((role) => !allowed(plain).has(role)),
    ...path.filter((word) => !called.has(word)).map((word) => `called ${word}`),
  ]
}

test('every plain program is in the table', () => {
  const names = [...plainPrograms().keys()].map((name) => name.split(' ')[0] ?? '')
  expect(names.filter((name) => sectionOf(name).length === 0)).toEqual([])
})

test('with any option and subcommand that it may have, a plain program does what is said of it', () => {
  const found = [...plainPrograms()].flatMap(([name, plain]) =>
    beginningsOf(name, plain).flatMap((words) =>
      beyond(words, plain).map((more) => `${words.join(' ')}: ${more}`),
    ),
  )
  expect(found).toEqual([])
})

/** The operands of a search that are places, as the table reads it. */
function placesOf(words: readonly string[], hasPattern: boolean): readonly string[] {
  const { options, operands } = readWords(words)
  const isGiven = options.some(({ name }) => name === '--regexp' || (name === '-e' && words[0] === 'git'))
  const isNames = options.some(({ name }) => name === '--files')
  const texts = operands.map(({ text }) => text)
  const places = hasPattern && !isGiven ? texts.slice(1) : texts
  if (isNames) return []
  return places.length === 0 && hasPattern ? ['.'] : places
}

test('with any option that it may have, a search reads below the same places', () => {
  const found = [...plainPrograms()].flatMap(([name, plain]) => {
    const { trees } = plain
    if (trees === undefined) return []
    const first = trees.when === undefined ? [] : ['-r']
    return beginningsOf(name, plain).flatMap((words) =>
      [[], ['x'], ['x', 'y'], ['x', 'y', 'z'], ['-e', 'x', 'y'], ['-i', 'x', 'y']].flatMap((rest) => {
        const all = [...words, ...first, ...rest]
        if (plainOf(all) === undefined) return []
        const told = treesOf(trees, all.slice(name.split(' ').length))
        const missed = placesOf(all, trees.hasPattern).filter((each) => !told.includes(each))
        return missed.map((each) => `${all.join(' ')}: ${each}`)
      }),
    )
  })
  expect(found).toEqual([])
})
