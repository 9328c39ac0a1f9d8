// The other side: a hook that was written for Kodelet, started by us.
import { defined, field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Message, Event, Outcome, Usage, Verdict } from '../../model/types.ts'
import { nativeTool } from '../shared/decoder.ts'
import { optionalText, refuseUnknown } from '../shared/reply-fields.ts'
import { agentName, nativeName, isStructured, structured, textOf, withText } from './payload.ts'

/** Kodelet's messages are texts: of blocks the text, and what else there is as JSON, calls of tools too, so that their names can be found. */
function asText(message: Message): string {
  const { content, tool_calls: calls } = message
  const text = contentText(content)
  if (!Array.isArray(calls) || calls.length === 0) return text
  return [...(text === '' ? [] : [text]), ...calls.map((call) => JSON.stringify(call))].join('\n')
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content
    .map((block: unknown) => {
      const text = field(block, 'text')
      return typeof text === 'string' ? text : JSON.stringify(block)
    })
    .join('\n')
}

/** The payload that Kodelet would have sent, with the changes so far. */
export function toScript(event: Event, prior: Verdict): unknown {
  const raw = isObject(event.raw) ? event.raw : {}
  return {
    ...(event.agent === agentName && raw),
    ...defined({ ...baseOf(event), ...partOf(event, prior, raw) }),
  }
}

function baseOf(event: Event): Plain {
  return {
    event: nativeName(event),
    conv_id: event.session_id ?? '',
    cwd: event.cwd,
    invoked_by: event.subagent === undefined ? 'main' : 'subagent',
    // At the end of an agent it is called `invoked_recipe`.
    recipe_name: nativeName(event) === 'agent_stop' ? undefined : event.recipe,
  }
}

function partOf(event: Event, prior: Verdict, raw: Plain): Plain {
  switch (event.event) {
    case 'UserPromptSubmit':
      return { message: prior.updated_prompt ?? event.prompt ?? '' }
    case 'PreToolUse':
      return callOf(event, prior)
    case 'PostToolUse':
      return { ...callOf(event, prior), tool_output: resultOf(event, prior) }
    case 'PostModelCall':
      return { ...conversationOf(event, raw), response: event.response ?? '', turn_number: event.turn ?? 0 }
    case 'AgentStop':
    case 'SubagentStop':
      return { ...conversationOf(event, raw), ...continued(event) }
  }
  return {}
}

/** Ours, so that a hook can tell that it has spoken already. */
function continued({ stop_active: times = 0 }: Event): Plain {
  return times > 0 ? { stop_active: times } : {}
}

function callOf(event: Event, prior: Verdict): Plain {
  return {
    tool_name: nativeTool(event, agentName) ?? '',
    tool_input: Object.hasOwn(prior, 'updated_input') ? prior.updated_input : (event.tool_input ?? {}),
    tool_user_id: event.tool_use_id ?? '',
  }
}

function resultOf(event: Event, prior: Verdict): unknown {
  const about = { toolName: event.tool_name ?? '', failed: event.is_error === true }
  const before = structured(event.tool_output ?? event.output_text, about)
  if (!Object.hasOwn(prior, 'updated_output')) return before
  const after = prior.updated_output
  if (isStructured(after)) return after
  return (typeof after === 'string' ? withText(before, after) : undefined) ?? structured(after, about)
}

function conversationOf(event: Event, raw: Plain): Plain {
  const own = (key: string): unknown => raw[key] ?? event.metadata?.[key]
  return {
    messages: (event.messages ?? []).map((message) => ({ ...message, content: asText(message) })),
    usage: usageOf(event.usage),
    invoked_recipe: event.recipe ?? '',
    auto_compact_enabled: own('auto_compact_enabled') ?? false,
    auto_compact_threshold: own('auto_compact_threshold'),
  }
}

function usageOf({ input = 0, output = 0, context = 0, max_context = 0 }: Usage = {}): Plain {
  return {
    input_tokens: input,
    output_tokens: output,
    current_context_window: context,
    max_context_window: max_context,
  }
}

const known = `
  blocked reason input output message result messages callback callback_args follow_up_messages
  target_conversation_id`

/** Reads a result. What Kodelet would not know is a TypeError. */
export function fromScript(reply: unknown, event: Event): Outcome {
  if (!isObject(reply)) throw new TypeError('a hook of Kodelet prints a JSON object or nothing')
  refuseUnknown(reply, { known, outcome: {} })
  if (flag(reply, 'blocked')) return { decision: 'deny', reason: optionalText(reply, 'reason') ?? '' }
  return { ...changesOf(reply, event), ...resultIn(reply), ...ignoredIn(reply) }
}

function flag(reply: Plain, key: string): boolean {
  const value = reply[key]
  if (value === undefined || typeof value === 'boolean') return value === true
  throw new TypeError(`"${key}" is not true or false`)
}

function changesOf(reply: Plain, event: Event): Outcome {
  const { input, output } = reply
  if (input !== undefined && input !== null && !isObject(input))
    throw new TypeError('"input" is not an object')
  const message = optionalText(reply, 'message')
  return {
    ...(isObject(input) && { updated_input: input }),
    ...(output !== undefined && output !== null && { updated_output: outputIn(output, event) }),
    ...(message !== undefined && { updated_prompt: message }),
  }
}

/** Only Kodelet itself takes its own kind of result; any other agent its text. */
function outputIn(output: unknown, event: Event): unknown {
  return isStructured(event.tool_output) || !isStructured(output) ? output : textOf(output)
}

function resultIn(reply: Plain): Outcome {
  const result = optionalText(reply, 'result') ?? ''
  const texts = textsIn(reply)
  const follow = texts.length > 0 && { follow_up_messages: texts }
  switch (result) {
    case '':
      return texts.length > 0 ? { flow: 'continue', follow_up_messages: texts } : {}
    case 'continue':
      return { flow: 'continue', ...follow }
    case 'mutate':
      return { ...mutation(reply), ...follow }
    case 'callback':
      return { ...callbackIn(reply), ...follow }
  }
  throw new TypeError(`unknown result "${result}", expected continue, mutate or callback`)
}

function textsIn({ follow_up_messages: texts }: Plain): readonly string[] {
  if (texts === undefined || texts === null) return []
  if (Array.isArray(texts) && texts.every((each) => typeof each === 'string')) return texts
  throw new TypeError('"follow_up_messages" is not a list of texts')
}

/** What is in the list is looked at where all dialects' messages are. */
function mutation({ messages = [] }: Plain): Outcome {
  if (!Array.isArray(messages)) throw new TypeError('"messages" is not a list')
  return messages.length > 0 ? { replace_messages: messages, persist: true } : { replace_messages: [] }
}

function callbackIn(reply: Plain): Outcome {
  const recipe = optionalText(reply, 'callback') ?? ''
  if (recipe === '') throw new TypeError('"callback" names no recipe')
  const { callback_args: args } = reply
  if (args !== undefined && args !== null && !isObject(args))
    throw new TypeError('"callback_args" is not an object')
  return { callback: { recipe, ...(isObject(args) && { args }) } }
}

function ignoredIn(reply: Plain): Outcome {
  if (!Object.hasOwn(reply, 'target_conversation_id')) return {}
  const message = '"target_conversation_id" is ignored: only the current conversation is changed'
  return { warnings: [{ code: 'ignored', message }] }
}
