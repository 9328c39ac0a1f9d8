import { expect, test } from 'vitest'
import { findRecipe, listRecipes } from '../../src/recipes/read-recipes.ts'
import { filesOf } from '../config/world.ts'

const dirs = ['/shop/recipes', '/home/dana/.config/hooks/recipes', '/shipped']

const world = {
  'recipes/compact.md': 'ours',
  'recipes/github/pr.md': 'nested',
  'recipes/both': 'without .md',
  'recipes/both.md': 'with .md',
  'recipes/plain': 'without .md',
  '/home/dana/.config/hooks/recipes/compact.md': "dana's",
  '/home/dana/.config/hooks/recipes/mine.md': "dana's",
  '/shipped/compact.md': 'shipped',
  '/shipped/critique.md': 'shipped',
  'hooks.yaml': 'outside',
}

test.each([
  ['the project before the user and the shipped one (K32)', 'compact', '/shop/recipes/compact.md'],
  ['the user', 'mine', '/home/dana/.config/hooks/recipes/mine.md'],
  ['the shipped one', 'critique', '/shipped/critique.md'],
  ['a nested name (K38)', 'github/pr', '/shop/recipes/github/pr.md'],
  ['name.md before name (K38)', 'both', '/shop/recipes/both.md'],
  ['name where there is no name.md (K38)', 'plain', '/shop/recipes/plain'],
  ['nothing where there is none', 'nothing', undefined],
  ['nothing outside', '../hooks.yaml', undefined],
  ['nothing outside by a detour', 'github/../../hooks.yaml', undefined],
  ['nothing absolute', '/shop/hooks.yaml', undefined],
  ['nothing hidden', '.env', undefined],
  ['no empty name', '', undefined],
])('finds %s', (_, name, file) => {
  expect(findRecipe(name, dirs, filesOf(world))?.file).toBe(file)
})

test('lists what can be called and what that hides, in order (K39)', () => {
  const files = { ...filesOf(world), list: (dir: string) => entries(dir) }
  expect(listRecipes(dirs, files).map(({ name, dir }) => `${dir} ${name}`)).toEqual([
    '/shop/recipes compact',
    '/shop/recipes github/pr',
    '/home/dana/.config/hooks/recipes compact',
    '/shipped compact',
  ])
})

function entries(dir: string): readonly string[] {
  if (dir === '/shop/recipes') return ['README.md', 'compact.md', 'github/', 'notes.txt']
  if (dir === '/shop/recipes/github' || dir === '/shop/recipes/github/') return ['pr.md']
  return ['compact.md']
}
