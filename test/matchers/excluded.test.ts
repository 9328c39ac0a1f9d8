// An exclusion must hold for everything that a glob of the shell could stand for.
import { expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { reads } from '../../src/matchers/paths.ts'
import type { Event } from '../../src/model/types.ts'
import { newState, root, sourceAfter } from '../support/facts-world.ts'
import { context } from '../support/loaders.ts'

function ask(pattern: readonly string[], command: string): string {
  const { pattern: made, problems } = compilePattern('paths', pattern, { groups: {} })
  expect(problems).toEqual([])
  const event: Event = {
    event: 'PreToolUse',
    cwd: root,
    root,
    tool_name: 'Bash',
    tool_input: { command },
    raw: {},
  }
  const source = sourceAfter({ files: {} }, [], newState())
  return reads.compile(made as never, context)(createSubject(event, source)).is // made for this matcher
}

test.each([
  ['cat /*/passwd', 'maybe'],
  ['cat src/*', 'no'],
])('with the project excluded, %s: %s', (command, is) => {
  expect(ask(['/etc/passwd', `!${root}/**`], command)).toBe(is)
})
