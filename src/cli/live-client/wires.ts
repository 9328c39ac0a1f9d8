// The APIs of other model makers, as much of each as their clients ask for.
import type { ServerResponse } from 'node:http'
import type { Block } from '../../agents/shared/client.ts'
import { toText } from '../../model/plain-object.ts'

type Json = Record<string, unknown>

export interface Request {
  messages: { role: string; content: unknown }[]
  tools?: unknown[]
  system?: unknown
  model: string
  stream?: boolean
}

export interface Wire {
  /** The end of its address. */
  readonly path: RegExp
  /** A request in the form of Anthropic's: who said what. */
  read(body: Json): Request
  send(response: ServerResponse, turn: readonly Block[], body: Json): void
}

let made = 0
const idOf = (kind: string) => `${kind}_${++made}`
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .map((part) => toText(part['text'] ?? ''))
        .join('\n')

function asRequest(body: Json, messages: Request['messages']): Request {
  return { messages, model: String(body['model']), tools: listOf(body['tools']), stream: true }
}

/** Clients begin some conversations with an answer of their own. */
const isGreeting = (text: string) => text.startsWith('Got it. Thanks')
const roleOf = (isModel: boolean, text: string) => (isModel && !isGreeting(text) ? 'assistant' : 'user')

function open(response: ServerResponse): (data: object, type?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (data, type) =>
    void response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(data)}\n\n`)
}

/** OpenAI's Responses: Codex. */
const responses: Wire = {
  path: /\/responses$/,
  read: (body) =>
    asRequest(
      body,
      listOf(body['input']).map((item) => ({
        role:
          item['role'] === 'assistant' || /^(?:function|custom_tool)_call$/.test(String(item['type']))
            ? 'assistant'
            : 'user',
        content: textOf(item['content'] ?? item['output'] ?? item['arguments']),
      })),
    ),
  send(response, turn, body) {
    const output = turn.map((block) =>
      'text' in block
        ? {
            type: 'message',
            id: idOf('msg'),
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: block.text, annotations: [] }],
          }
        : {
            type: 'function_call',
            id: idOf('fc'),
            call_id: idOf('call'),
            name: block.tool,
            arguments: JSON.stringify(block.input),
            status: 'completed',
          },
    )
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    }
    const whole = {
      id: idOf('resp'),
      object: 'response',
      created_at: 1,
      model: body['model'],
      status: 'completed',
      output,
      usage,
    }
    const emit = open(response)
    const event = (type: string, data: object) => emit({ type, ...data }, type)
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
    for (const [output_index, item] of output.entries()) {
      event('response.output_item.added', { output_index, item })
      event('response.output_item.done', { output_index, item })
    }
    event('response.completed', { response: whole })
    response.end()
  },
}

/** OpenAI's Chat Completions: Qwen Code. */
const chat: Wire = {
  path: /\/chat\/completions$/,
  read: (body) =>
    asRequest(
      body,
      listOf(body['messages']).map((message) => {
        const content = textOf(message['content'])
        return { role: roleOf(message['role'] === 'assistant', content), content }
      }),
    ),
  send(response, turn, body) {
    const calls = turn.flatMap((block) => ('tool' in block ? [block] : []))
    const text = turn.map((block) => ('text' in block ? block.text : '')).join('')
    const tool_calls = calls.map(({ tool, input }, index) => ({
      index,
      id: idOf('call'),
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }))
    const message = {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(calls.length > 0 && { tool_calls }),
    }
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    const base = { id: idOf('chatcmpl'), created: 1, model: body['model'] }
    if (body['stream'] !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          ...base,
          object: 'chat.completion',
          choices: [{ index: 0, message, finish_reason }],
          usage,
        }),
      )
      return
    }
    const emit = open(response)
    const chunk = (delta: object, end: string | null) =>
      emit({
        ...base,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: end }],
        ...(end !== null && { usage }),
      })
    chunk(message, null)
    chunk({}, finish_reason)
    response.end('data: [DONE]\n\n')
  },
}

const partText = (part: Json): string => {
  const call = part['functionCall'] ?? part['functionResponse']
  return call === undefined ? toText(part['text'] ?? '') : JSON.stringify(call)
}

/** Google's: Gemini CLI. */
const gemini: Wire = {
  path: /:(?:stream)?[gG]enerateContent$/,
  read: (body) =>
    asRequest(
      body,
      listOf(body['contents']).map((message) => {
        const content = listOf(message['parts']).map(partText).join('\n')
        return { role: roleOf(message['role'] === 'model', content), content }
      }),
    ),
  send(response, turn) {
    const parts = turn.map((block) =>
      'text' in block ? { text: block.text } : { functionCall: { name: block.tool, args: block.input } },
    )
    const candidates = [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }]
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }
    open(response)({ candidates, usageMetadata, modelVersion: 'scripted' })
    response.end()
  },
}

export const wires: readonly Wire[] = [responses, chat, gemini]
