import type { When } from '../model/types/matching.ts'
import type { Event, Matcher } from '../model/types.ts'

export const when: Matcher<When> = {
  key: 'when',
  summary: 'an expression of CEL over the fields of the event, true or false',
  takes: 'expression',
  needs: 'cel',
  examples: [
    {
      pattern: 'tool_input.environment == "production"',
      event: { tool_input: { environment: 'production' } },
      is: 'yes',
    },
    { pattern: 'tool_input.count > 3', event: { tool_input: { count: 3 } }, is: 'no' },
    { pattern: 'tool_input.count > 3', event: { tool_input: {} }, is: 'no' },
    { pattern: 'tool_input.count > 3', event: { tool_input: { count: 'many' } }, is: 'maybe' },
    { pattern: 'turn >= 10 && !has(prompt)', event: { turn: 12 }, is: 'yes' },
    {
      pattern: 'tool_input.tags.exists(tag, tag.startsWith("v"))',
      event: { tool_input: { tags: ['v2'] } },
      is: 'yes',
    },
  ],
  literals: () => 'any',
  compile({ expression }, { linear, cel }) {
    const regexes = new Map<string, { test(text: string): boolean }>()
    const matches = (text: string, pattern: string): boolean => {
      const regex = regexes.get(pattern) ?? linear().compileRe2(pattern)
      regexes.set(pattern, regex)
      return regex.test(text)
    }
    return ({ event }) => cel().askExpression(expression, { read: (name) => fieldOf(event, name), matches })
  },
}

/** Some fields are read lazily from a transcript. */
function fieldOf(event: Event, name: string): unknown {
  return Object.hasOwn(event, name) ? Reflect.get(event, name) : undefined
}
