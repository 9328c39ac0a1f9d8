// A scripted model on loopback: Anthropic's Messages API, as much of it as Claude Code asks for, and the APIs of wires.ts.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Block } from '../../agents/shared/client.ts'
import { type Request, wires } from './wires.ts'

/** What the model says turn by turn, in conversations whose first user text holds `when`. */
export interface ScriptedTalk {
  when?: string
  turns: readonly (readonly Block[])[]
  /** What a turn is said to have read, in tokens; ten unless said. */
  input_tokens?: readonly number[]
}

export interface Model {
  url: string
  /** Requests that offer tools: those of the conversation itself. */
  requests: Request[]
  close(): Promise<void>
}

export async function startModel(conversations: readonly ScriptedTalk[]): Promise<Model> {
  const requests: Request[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.url?.includes('/count_tokens')) return sendJson(response, { input_tokens: 10 })
      const path = request.url?.split('?', 1)[0] ?? ''
      const wire = wires.find((each) => each.path.test(path))
      if (wire !== undefined) {
        const given: Record<string, unknown> = JSON.parse(body)
        const read = wire.read(given)
        const offers = (read.tools?.length ?? 0) > 0
        if (offers) requests.push(read)
        return wire.send(response, offers ? answerTo(conversations, read).turn : [{ text: 'ok' }], given)
      }
      if (!path.includes('/v1/messages'))
        return sendJson(response, path.endsWith('/models') ? { object: 'list', data: [] } : {})
      const asked: Request = JSON.parse(body)
      const talks = (asked.tools?.length ?? 0) > 0
      if (talks) requests.push(asked)
      return send(
        response,
        asked,
        talks ? answerTo(conversations, asked) : { turn: [{ text: 'ok' }], input_tokens: 10 },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model got no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** All text of a request's messages: what the model has been told. */
export function toldTo(request: Request | undefined): string {
  return (request?.messages ?? []).map((message) => textOf(message.content)).join('\n')
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: { text?: string; content?: unknown }) => block.text ?? textOf(block.content))
    .join('\n')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

interface Said {
  turn: readonly Block[]
  input_tokens: number
}

/** The turn to play is the number of answers already given, so that nothing needs to be remembered between requests. */
function answerTo(conversations: readonly ScriptedTalk[], request: Request): Said {
  const roles = request.messages.map((message) => message.role)
  const answers = roles.filter((role, at) => role === 'assistant' && roles[at - 1] !== 'assistant').length
  const asked = textOf(request.messages.find((message) => message.role === 'user')?.content)
  const conversation = conversations.find((each) => each.when === undefined || asked.includes(each.when))
  const turn = conversation?.turns[answers] ?? [{ text: 'done.' }]
  return { turn, input_tokens: conversation?.input_tokens?.[answers] ?? 10 }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

let calls = 0

function contentOf(block: Block): Record<string, unknown> {
  if ('text' in block) return { type: 'text', text: block.text }
  return { type: 'tool_use', id: `toolu_${++calls}`, name: block.tool, input: block.input }
}

function send(response: ServerResponse, request: Request, { turn, input_tokens }: Said): void {
  const content = turn.map(contentOf)
  const stop_reason = turn.some((block) => 'tool' in block) ? 'tool_use' : 'end_turn'
  const usage = { input_tokens, output_tokens: 5 }
  const message = {
    id: `msg_${++calls}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_sequence: null,
    usage,
  }
  if (request.stream !== true) return sendJson(response, { ...message, content, stop_reason })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const emit = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  emit('message_start', { message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of content.entries()) {
    const tool = block['type'] === 'tool_use'
    const start = tool ? { ...block, input: {} } : { type: 'text', text: '' }
    const delta = tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
      : { type: 'text_delta', text: block['text'] }
    emit('content_block_start', { index, content_block: start })
    emit('content_block_delta', { index, delta })
    emit('content_block_stop', { index })
  }
  emit('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })
  emit('message_stop', {})
  response.end()
}
