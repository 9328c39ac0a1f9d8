import fc from 'fast-check'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parentPath, childPath, normalPath } from '../../src/patterns/paths/paths.ts'
import { dirs } from '../../src/store/disk/dirs.ts'
import { check } from '../support/check.ts'

const segments = fc.array(fc.constantFrom('', '.', '..', '.config', 'shop', '...'), { maxLength: 6 })
const absolute = segments.map((names) => `/${names.join('/')}`)

test('a path below a normal directory is the one that join makes', () => {
  check(
    fc.property(absolute, (dir) => {
      expect(childPath(normalPath(dir), 'hooks.yaml')).toBe(path.join(dir, 'hooks.yaml'))
    }),
  )
})

test('the directory around a normal path is its dirname', () => {
  check(
    fc.property(absolute, (dir) => {
      const file = path.join(dir, 'dist')
      expect(parentPath(file)).toBe(path.dirname(file))
    }),
  )
})

test.each([
  { env: { HOME: '/home/ann' }, state: '/home/ann/.local/state/hooks', cache: '/home/ann/.cache/hooks' },
  { env: { HOME: '/home/./ann/' }, state: '/home/ann/.local/state/hooks', cache: '/home/ann/.cache/hooks' },
  { env: { HOME: '/' }, state: '/.local/state/hooks', cache: '/.cache/hooks' },
  {
    env: { HOME: '/home/ann', XDG_STATE_HOME: '/var/state/', XDG_CACHE_HOME: '/home/ann/../tmp' },
    state: '/var/state/hooks',
    cache: '/home/tmp/hooks',
  },
  {
    env: { HOME: '/home/ann', XDG_STATE_HOME: 'state', XDG_CACHE_HOME: '' },
    state: '/home/ann/.local/state/hooks',
    cache: '/home/ann/.cache/hooks',
  },
])('our directories stand where $env says', ({ env, state, cache }) => {
  expect(dirs(env, 'linux')).toMatchObject({ state, cache })
})
