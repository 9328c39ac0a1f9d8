// Matchers of one field of the event: each is a row here and a line of the catalogue.
import { literalsOf, nameLiteralsOf } from '../patterns/literal.ts'
import { describePattern, matchesName, matchesText } from '../patterns/pattern.ts'
import type { Event, Match, Matcher, Pattern, Subject } from '../model/types.ts'
import { outputText } from '../model/events.ts'

interface FieldMatcher {
  readonly key: string
  readonly summary: string
  readonly events?: Matcher['events']
  readonly domain?: Matcher['domain']
  readonly examples: Matcher['examples']
  /** The index of rules covers the field. */
  readonly indexed?: true
  /** Undefined counts as no match. */
  read(event: Event): string | undefined
  /** Another name of the same. */
  also?(event: Event): string | undefined
}

function defineNameMatcher(of: FieldMatcher): Matcher<Pattern> {
  return {
    key: of.key,
    summary: of.summary,
    takes: 'names',
    ...(of.domain && { domain: of.domain }),
    ...(of.events && { events: of.events }),
    examples: of.examples,
    literals: of.indexed ? nameLiteralsOf : () => 'any',
    compile(pattern, { linear }) {
      const wanted = describePattern(pattern)
      const absent: Match = { is: 'no', why: `the event has no ${of.key}` }
      return ({ event }: Subject): Match => {
        const name = of.read(event)
        if (name === undefined) return absent
        if (matchesName(pattern, name, { linear, also: of.also?.(event) }) === undefined)
          return { is: 'no', why: `${of.key} "${name}" is not ${wanted}` }
        return { is: 'yes', bind: { [of.key]: name }, why: `${of.key} ${name}` }
      }
    },
  }
}

/** The reason never quotes the text. */
function defineTextMatcher(of: FieldMatcher): Matcher<Pattern> {
  return {
    key: of.key,
    summary: of.summary,
    takes: 'text',
    domain: 'texts',
    ...(of.events && { events: of.events }),
    examples: of.examples,
    literals: of.indexed ? literalsOf : () => 'any',
    compile(pattern, { linear }) {
      const absent: Match = { is: 'no', why: `the event has no ${of.key}` }
      const differs: Match = { is: 'no', why: `${of.key} is not ${describePattern(pattern)}` }
      return ({ event }: Subject): Match => {
        const text = of.read(event)
        if (text === undefined) return absent
        const item = matchesText(pattern, text, linear)
        return item === undefined ? differs : { is: 'yes', why: `${of.key} matches "${item.text}"` }
      }
    },
  }
}

export const agent = defineNameMatcher({
  key: 'agent',
  summary: "the agent's name: `claude-code`, `codex` and so on",
  domain: 'agents',
  examples: [
    { pattern: 'claude-code', event: { agent: 'claude-code' }, is: 'yes' },
    { pattern: ['*', '!codex'], event: { agent: 'codex' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.agent,
})

export const isError: Matcher<boolean> = {
  key: 'is_error',
  summary: 'did the tool fail? neither true nor false when the agent does not say',
  takes: 'boolean',
  events: ['PostToolUse', 'SubagentStop'],
  examples: [
    { pattern: true, event: { is_error: true }, is: 'yes' },
    { pattern: true, event: { is_error: false }, is: 'no' },
    { pattern: false, event: { is_error: false }, is: 'yes' },
    { pattern: true, event: {}, is: 'no' },
    { pattern: false, event: {}, is: 'no' },
  ],
  literals: () => 'any',
  compile:
    (pattern) =>
    ({ event }) =>
      event.is_error === pattern
        ? { is: 'yes', why: `is_error is ${pattern}` }
        : {
            is: 'no',
            why: event.is_error === undefined ? 'the event has no is_error' : `is_error is ${event.is_error}`,
          },
}

export const model = defineNameMatcher({
  key: 'model',
  summary: 'the name of the model',
  examples: [
    { pattern: 'claude-*', event: { model: 'claude-sonnet-4-5' }, is: 'yes' },
    { pattern: '/haiku/', event: { model: 'claude-sonnet-4-5' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.model,
})

export const output = defineTextMatcher({
  key: 'output',
  summary: "text pattern over a tool's or a subagent's output; the empty pattern is an empty output",
  events: ['PostToolUse', 'SubagentStop', 'PostModelCall'],
  examples: [
    { pattern: '*ENOENT*', event: { output_text: 'Error: ENOENT, orders.ts' }, is: 'yes' },
    { pattern: '', event: { output_text: '' }, is: 'yes' },
    { pattern: '', event: { output_text: 'something' }, is: 'no' },
    { pattern: '', event: {}, is: 'no' },
    { pattern: '/^\\d+ passed$/m', event: { tool_output: 'ok\n12 passed\n' }, is: 'yes' },
  ],
  read: outputText,
})

export const permissionMode = defineNameMatcher({
  key: 'permission_mode',
  summary: 'the permission mode, by the name that the agent gives it',
  domain: {
    known: ['default', 'plan', 'acceptEdits', 'auto', 'auto_edit', 'dontAsk', 'bypassPermissions', 'yolo'],
  },
  examples: [
    { pattern: 'plan', event: { permission_mode: 'plan' }, is: 'yes' },
    { pattern: 'bypassPermissions', event: { permission_mode: 'default' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.permission_mode,
})

export const prompt = defineTextMatcher({
  key: 'prompt',
  summary: "text pattern over the user's message",
  events: ['UserPromptSubmit'],
  examples: [
    { pattern: '/AKIA[0-9A-Z]{16}/', event: { prompt: 'use AKIAIOSFODNN7EXAMPLE please' }, is: 'yes' },
    { pattern: '*deploy*', event: { prompt: 'first test\nthen deploy to a/b' }, is: 'yes' },
    { pattern: 'deploy', event: { prompt: 'deploy it' }, is: 'no' },
    { pattern: ['*deploy*', '!*staging*'], event: { prompt: 'deploy to staging' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  indexed: true,
  read: (event) => event.prompt,
})

export const recipe = defineNameMatcher({
  key: 'recipe',
  summary: 'the recipe that is being run; the empty name is none',
  examples: [
    { pattern: 'compact', event: { recipe: 'compact' }, is: 'yes' },
    { pattern: 'compact', event: {}, is: 'no' },
    { pattern: '', event: {}, is: 'yes' },
    { pattern: '', event: { recipe: 'compact' }, is: 'no' },
    { pattern: '?*', event: {}, is: 'no' },
  ],
  read: (event) => event.recipe ?? '',
})

export const response = defineTextMatcher({
  key: 'response',
  summary: "text pattern over the agent's last answer",
  events: ['AgentStop', 'SubagentStop', 'PostStep', 'PostModelCall', 'ShouldContinue', 'SessionEnd'],
  examples: [
    { pattern: '*all tests pass*', event: { response: 'Done: all tests pass.' }, is: 'yes' },
    { pattern: '/\\btodo\\b/i', event: { response: 'One TODO is left' }, is: 'yes' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.response,
})

export const source = defineNameMatcher({
  key: 'source',
  summary:
    'how it came to be: a session by `startup`, `resume`, `clear` or `compact`, a compaction by `manual` or `auto`',
  domain: { known: ['startup', 'resume', 'clear', 'compact', 'manual', 'auto'], open: true },
  examples: [
    { pattern: 'resume', event: { event: 'SessionStart', source: 'resume' }, is: 'yes' },
    { pattern: ['startup', 'clear'], event: { event: 'SessionStart', source: 'resume' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.source,
})

export const subagent = defineNameMatcher({
  key: 'subagent',
  summary: 'the subagent that the event is about; `*` is any of them',
  domain: { known: ['general-purpose', 'Explore', 'Plan'], open: true },
  examples: [
    { pattern: 'reviewer', event: { subagent: { name: 'reviewer' } }, is: 'yes' },
    { pattern: '*', event: { subagent: { name: 'reviewer', id: 'a1' } }, is: 'yes' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.subagent?.name,
})

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

export const tool = defineNameMatcher({
  key: 'tool',
  summary:
    'tool name: exact, glob, `/regex/` or `@group`; a bare name also matches the last part of `mcp__server__name`, and what the agent itself calls the tool matches too',
  domain: 'tools',
  events: ['PreToolUse', 'PermissionRequest', 'PostToolUse'],
  examples: [
    { pattern: 'Read', event: { tool_name: 'Read' }, is: 'yes' },
    { pattern: 'Read', event: { tool_name: 'ReadMany' }, is: 'no' },
    { pattern: 'query', event: { tool_name: 'mcp__orders__query' }, is: 'yes' },
    { pattern: 'mcp__orders__*', event: { tool_name: 'mcp__orders__query' }, is: 'yes' },
    { pattern: 't-echo', event: { tool_name: 'mcp__t__echo', native_tool: 't-echo' }, is: 'yes' },
    { pattern: ['mcp__*', '!t-echo'], event: { tool_name: 'mcp__t__echo', native_tool: 't-echo' }, is: 'no' },
    { pattern: ['read_*', '!read_secret'], event: { tool_name: 'read_secret' }, is: 'no' },
    { pattern: '/^(read|write)_.+$/', event: { tool_name: 'write_file' }, is: 'yes' },
    { pattern: 'Read', event: {}, is: 'no' },
  ],
  indexed: true,
  read: (event) => event.tool_name,
  also: (event) => event.native_tool,
})

export const turn: Matcher<readonly number[]> = {
  key: 'turn',
  summary: 'the number of the turn, or a list of numbers; the first is 1',
  takes: 'number',
  examples: [
    { pattern: 1, event: { turn: 1 }, is: 'yes' },
    { pattern: [1, 2], event: { turn: 2 }, is: 'yes' },
    { pattern: 1, event: { turn: 0 }, is: 'no' },
    { pattern: 1, event: {}, is: 'no' },
  ],
  literals: () => 'any',
  compile:
    (pattern) =>
    ({ event }) => {
      if (event.turn === undefined) return { is: 'no', why: 'the event has no turn' }
      const why = `turn is ${event.turn}`
      return pattern.includes(event.turn)
        ? { is: 'yes', bind: { turn: String(event.turn) }, why }
        : { is: 'no', why }
    },
}
