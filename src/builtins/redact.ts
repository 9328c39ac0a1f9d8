import { postToolUse, preToolUse } from './shared/example-events.ts'
import type { RedactOptions } from '../model/generated/options.ts'
import { hideDeep } from '../patterns/secrets/hide-deep.ts'
import type { Builtin, Event, Outcome } from '../model/types.ts'

const key = 'AKIAQWERTYUIOP123456'

export const redact: Builtin<Required<RedactOptions>> = {
  name: 'redact',
  summary:
    'Replaces secrets in prompts, tool inputs and tool outputs; denies if the agent does not support the change.',
  events: ['UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
  effects: 'none',
  guards: true,
  patterns: 'patterns',
  examples: [
    {
      name: 'removes a key from a nested input',
      with: {},
      event: preToolUse('deploy', { env: [{ name: 'AWS', value: key }] }),
      outcome: { updated_input: { env: [{ name: 'AWS', value: '[redacted]' }] } },
    },
    {
      name: 'takes a password out of an output',
      with: { replace: '***' },
      event: postToolUse('read', 'postgres://shop:hunter2@db/orders'),
      outcome: { updated_output: 'postgres://shop:***@db/orders' },
    },
    {
      name: 'takes what your own pattern finds out of a prompt',
      with: { patterns: ['/\\bSHOP-\\d{8}\\b/'] },
      event: { event: 'UserPromptSubmit', prompt: 'Refund SHOP-12345678, please' },
      outcome: { updated_prompt: 'Refund [redacted], please' },
    },
    {
      name: 'leaves code that only names a secret as it is',
      with: {},
      event: preToolUse('Write', { content: 'const token = readToken()' }),
      outcome: {},
    },
  ],
  compile: ({ patterns, replace }) => {
    const own = patterns.flatMap(toRegex)
    const also = (text: string): string =>
      own.reduce((left, regex) => left.replace(regex, () => replace), text)
    const hide = patterns.includes('secrets')
      ? (value: unknown) => hideDeep(value, { replace, also })
      : (value: unknown) => hideDeep(value, { replace, only: also })
    return ({ event }) => redacted(event, hide)
  },
}

/** For agents that cannot be given the changed text. */
const reasons = {
  prompt: 'The message holds a secret. Take it out and send it again.',
  input: 'The call holds a secret. Leave it out and let the program read it from where it is kept.',
  output: 'the output holds a secret',
} as const

function toRegex(pattern: string): readonly RegExp[] {
  const found = /^\/([^]+)\/([ims]*)$/.exec(pattern)
  return found === null ? [] : [new RegExp(found[1] ?? '', `${found[2] ?? ''}g`)]
}

function redacted(event: Event, hide: (value: unknown) => unknown): Outcome {
  switch (event.event) {
    case 'UserPromptSubmit': {
      const prompt = hide(event.prompt)
      return typeof prompt !== 'string' || prompt === event.prompt
        ? {}
        : { updated_prompt: prompt, reason: reasons.prompt }
    }
    case 'PreToolUse': {
      const input = hide(event.tool_input)
      return input === event.tool_input ? {} : { updated_input: input, reason: reasons.input }
    }
    default: {
      const given = event.tool_output === undefined ? event.output_text : event.tool_output
      const output = hide(given)
      return output === given ? {} : { updated_output: output, reason: reasons.output }
    }
  }
}
