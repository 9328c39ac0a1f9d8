import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { matchers as all } from '../../src/catalog.ts'
import type { Event, Matcher } from '../../src/model/types.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { sourceAfter } from '../support/facts-world.ts'
import { context } from '../support/loaders.ts'

function eventOf(fields: Partial<Event>, matcher: Matcher<never>): Event {
  const name = matcher.events?.[0] ?? 'PreToolUse'
  return { event: name, cwd: '/shop', root: '/shop', raw: {}, ...fields }
}

/** A repository of which the commit is on a remote. */
const pushedTo = (commit: string): Readonly<Record<string, string>> => ({
  '.git/HEAD': 'ref: refs/heads/main',
  '.git/refs/heads/main': commit,
  '.git/refs/remotes/origin/main': commit,
})

const rows = all.flatMap((matcher) =>
  matcher.examples.map((example) => ({
    matcher,
    key: matcher.key,
    ...example,
    shown: JSON.stringify(example.event),
  })),
)

describe('examples of the matchers', () => {
  test.each(rows)('$key: $pattern over $shown is $is', ({ matcher, pattern, event, before = [], is }) => {
    const made = compilePattern(matcher.takes, pattern, { groups: {}, home: '/home/dana' })
    expect(made.problems).toEqual([])
    const shop = {
      files: {
        'migrations/001.sql': '',
        '.env': 'TOKEN=x',
        '.env.production': '',
        'src/cart.ts': '',
        ...pushedTo('a'.repeat(40)),
      },
    }
    const subject = createSubject(eventOf(event, matcher), sourceAfter(shop, before))
    const match = matcher.compile(made.pattern as never, context)(subject)
    expect(match.is).toBe(is)
    expect(match.why).toEqual(expect.any(String))
  })

  test.each(all.map((matcher) => [matcher.key, matcher] as const))(
    '%s has a summary and examples both ways',
    (_, matcher) => {
      expect(matcher.summary).not.toMatch(/\.$/)
      expect(new Set(matcher.examples.map((example) => example.is)).size).toBeGreaterThan(1)
    },
  )
})
