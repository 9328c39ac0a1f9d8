import path from 'node:path'
import { readTranscript } from '../../agents/claude-code/transcript.ts'
import { createFiles } from '../../store/disk/files.ts'
import type { Call } from '../../run/call.ts'
import { lastPayload } from '../../store/ledger/payloads.ts'
import { messagesProblem } from '../../recipes/messages.ts'
import type { Message } from '../../model/types.ts'
import { isObject, type PlainObject as Plain } from '../../model/plain-object.ts'

export interface RecipeConversation {
  readonly messages: readonly Message[]
  /** For display. */
  readonly name: string
  /** The object that contains the messages. */
  readonly around?: Plain
}

/** The conversation in a file: a list of messages, an object that has one, or a transcript; else that of a session. */
export async function readConversation(
  host: Call,
  file: string,
  { payloads }: { readonly payloads: string },
): Promise<RecipeConversation | { problem: string }> {
  const ofSession = isFile(host, file) ? undefined : sessionConversation(file, payloads)
  if (ofSession !== undefined) return ofSession
  if (!isFile(host, file)) return { problem: noConversation(file) }
  const name = file === '-' ? 'stdin' : file
  const absolute = path.resolve(host.cwd, file)
  if (file.endsWith('.jsonl')) return transcript(absolute, name)
  const text = file === '-' ? await host.stdin() : createFiles().read(absolute)
  if (text === undefined) return { problem: `${name} cannot be read` }
  const value = parse(text)
  if (value instanceof Error) return { problem: `${name} is not JSON: ${value.message}` }
  const messages: unknown = isObject(value) ? value['messages'] : value
  const problem = messagesProblem(messages)
  if (problem !== undefined) return { problem: `${name}: ${problem}` }
  // The check above read every one of them.
  return { messages: messages as readonly Message[], name, ...(isObject(value) ? { around: value } : {}) }
}

function isFile({ cwd }: Call, file: string): boolean {
  return file === '-' || createFiles().kind(path.resolve(cwd, file)) !== undefined
}

function noConversation(asked: string): string {
  if (/[./\\]/.test(asked)) return `${asked} cannot be read`
  if (asked === 'latest') return 'there is no session of which a conversation is kept'
  return `there is no file "${asked}", nor a session of this id of which a conversation is kept`
}

/** Accepts `latest` or a session id. */
function sessionConversation(asked: string, payloads: string): RecipeConversation | undefined {
  return lastPayload(payloads, ({ payload }) => {
    if (!isObject(payload)) return undefined
    const id = payload['session_id'] ?? payload['conv_id']
    if (typeof id !== 'string' || (asked !== 'latest' && asked !== id)) return undefined
    const { messages, transcript_path: file } = payload
    const name = `session ${id}`
    if (messagesProblem(messages) === undefined && Array.isArray(messages) && messages.length > 0)
      return { messages, name } // checked just before
    const found = typeof file === 'string' ? transcript(file, name) : { problem: '' }
    return 'problem' in found ? undefined : found
  })
}

function transcript(file: string, name: string): RecipeConversation | { problem: string } {
  const { messages } = readTranscript(createFiles(), file)
  return messages.length === 0 ? { problem: `${name} holds no conversation` } : { messages, name }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
