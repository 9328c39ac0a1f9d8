import { outputText } from '../model/events.ts'
import { describePattern, matchesText } from '../patterns/pattern.ts'
import type { Event, Match, Matcher, Pattern } from '../model/types.ts'

function textsOf(event: Event): string[] {
  const texts = [event.prompt, event.response, outputText(event), event.error]
  return texts.filter((text) => text !== undefined)
}

export const text: Matcher<Pattern> = {
  key: 'text',
  summary: "text pattern over any of the event's texts: prompt, response, output, error",
  takes: 'text',
  domain: 'texts',
  examples: [
    { pattern: '*deploy*', event: { event: 'UserPromptSubmit', prompt: 'deploy now' }, is: 'yes' },
    { pattern: '*deploy*', event: { event: 'AgentStop', response: 'I shall deploy' }, is: 'yes' },
    { pattern: '*quota*', event: { event: 'Error', error: 'quota exceeded' }, is: 'yes' },
    { pattern: '*quota*', event: { event: 'PostToolUse', output_text: 'fine' }, is: 'no' },
    { pattern: '*', event: { event: 'PreToolUse', tool_name: 'Read' }, is: 'no' },
  ],
  literals: () => 'any',
  compile(pattern, { linear }) {
    const absent: Match = { is: 'no', why: 'the event has no text' }
    const differs: Match = { is: 'no', why: `text is not ${describePattern(pattern)}` }
    return ({ event }) => {
      const texts = textsOf(event)
      if (texts.length === 0) return absent
      for (const each of texts) {
        const item = matchesText(pattern, each, linear)
        if (item !== undefined) return { is: 'yes', why: `text matches "${item.text}"` }
      }
      return differs
    }
  },
}
