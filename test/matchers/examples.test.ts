import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/pattern.ts'
import { createSubject } from '../../src/engine/change.ts'
import { agent } from '../../src/matchers/agent.ts'
import { cwd } from '../../src/matchers/cwd.ts'
import { input } from '../../src/matchers/input.ts'
import { isError } from '../../src/matchers/is-error.ts'
import { metadata } from '../../src/matchers/metadata.ts'
import { model } from '../../src/matchers/model.ts'
import { output } from '../../src/matchers/output.ts'
import { permissionMode } from '../../src/matchers/permission-mode.ts'
import { prompt } from '../../src/matchers/prompt.ts'
import { recipe } from '../../src/matchers/recipe.ts'
import { response } from '../../src/matchers/response.ts'
import { source } from '../../src/matchers/source.ts'
import { subagent } from '../../src/matchers/subagent.ts'
import { text } from '../../src/matchers/text.ts'
import { tool } from '../../src/matchers/tool.ts'
import { turn } from '../../src/matchers/turn.ts'
import type { Event, Matcher } from '../../src/types.ts'

const all: readonly Matcher<never>[] = [
  agent,
  cwd,
  input,
  isError,
  metadata,
  model,
  output,
  permissionMode,
  prompt,
  recipe,
  response,
  source,
  subagent,
  text,
  tool,
  turn,
]

function eventOf(fields: Partial<Event>, matcher: Matcher<never>): Event {
  const name = matcher.events?.[0] ?? 'PreToolUse'
  return { event: name, cwd: '/shop', root: '/shop', raw: {}, ...fields }
}

const rows = all.flatMap((matcher) =>
  matcher.examples.map((example) => ({
    matcher,
    key: matcher.key,
    ...example,
    shown: JSON.stringify(example.event),
  })),
)

describe('examples of the matchers', () => {
  test.each(rows)('$key: $pattern over $shown is $is', ({ matcher, pattern, event, is }) => {
    const made = compilePattern(matcher.takes, pattern, { groups: {} })
    expect(made.problems).toEqual([])
    const subject = createSubject(eventOf(event, matcher), {
      facts: () => {
        throw new Error('no facts are needed')
      },
      did: () => [],
    })
    const match = matcher.compile(made.pattern as never)(subject)
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
