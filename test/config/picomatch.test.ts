// Our globs are our own, so that none can take long. Where picomatch means the same, it has to agree.
import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { matchesPath, matchesText } from '../../src/library/define.ts'
import type { Pattern, Takes } from '../../src/model/types.ts'
import { locate } from '../../src/patterns/paths/paths.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

const at = { cwd: '/shop', root: '/shop' }

function compile(takes: Takes, glob: string): Pattern {
  const { pattern, problems } = compilePattern(takes, glob, { groups: {}, home: '/home/dana' })
  expect(problems).toEqual([])
  return pattern as Pattern // what these kinds compile to
}

const options = { dot: true, noextglob: true, nonegate: true }
const word = fc.constantFrom('a', 'b', 'ab', 'cart', '.env', '.', 'x.ts')
const atom = fc.oneof(word, fc.constantFrom('*', '?', '[ab]', '[a-c]', '{a,cart}', '{x,*.ts}', '\\*'))
const name = fc.oneof(word, fc.constantFrom('x', 'xab', 'cart.ts', '.env.local', 'c', '*', 'aa'))

/** Stars side by side and dots alone mean different things to different tools, and a negated class may hold a slash to picomatch. */
const isPlain = (segment: string): boolean => !/\*\*|^\.{1,2}$|^\*\{|\}\*/.test(segment)
const segment = fc
  .array(atom, { minLength: 1, maxLength: 3 })
  .map((atoms) => atoms.join(''))
  .filter(isPlain)
const glob = fc
  .array(fc.oneof({ weight: 4, arbitrary: segment }, fc.constant('**')), { minLength: 2, maxLength: 4 })
  .filter((parts) => parts.every((part, index) => part !== '**' || parts[index + 1] !== '**'))
  // To picomatch `a/**` is `a` as well, as it is to us, but `*/**` is not `a`.
  .filter((parts) => !(parts.at(-2)?.includes('*') === true && parts.at(-1) === '**'))
const file = fc
  .array(name, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.filter((part) => part !== '.').join('/'))
  .filter((path) => path !== '')

/** What a glob that names a directory holds below it; a bare star or `**` at the end says it already. */
function oracle(parts: readonly string[]): (path: string) => boolean {
  const [whole, last = ''] = [parts.join('/'), parts.at(-1)]
  const globs = last === '*' || last === '**' ? [whole] : [whole, `${whole}/**`]
  return picomatch(globs, options)
}

describe('picomatch agrees', () => {
  test('on paths below the root', { tags: 'long' }, () => {
    check(
      fc.property(glob, file, (parts, path) => {
        const held = matchesPath(compile('paths', `./${parts.join('/')}`), locate(path, at)) !== undefined
        expect({ glob: parts.join('/'), path, held }).toEqual({
          glob: parts.join('/'),
          path,
          held: oracle(parts)(path),
        })
      }),
      { numRuns: runs(500) },
    )
  })

  test('on names at any depth', { tags: 'long' }, () => {
    check(
      fc.property(
        segment.filter((part) => part !== '*'),
        file,
        (part, path) => {
          const held = matchesPath(compile('paths', part), locate(path, at)) !== undefined
          expect({ part, path, held }).toEqual({ part, path, held: oracle(['**', part])(path) })
        },
      ),
      { numRuns: runs(500) },
    )
  })

  test('on one word of free text', { tags: 'long' }, () => {
    check(
      fc.property(
        segment,
        name.filter((text) => text !== '.'),
        (part, text) => {
          const held = matchesText(compile('text', part), text) !== undefined
          expect({ part, text, held }).toEqual({ part, text, held: picomatch(part, options)(text) })
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
