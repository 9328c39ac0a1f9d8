import path from 'node:path'
import { createFiles } from '../../store/disk/files.ts'
import type { Call } from '../../run/call.ts'
import { estimateTokens, tokensOf } from '../../patterns/text/measure.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Message } from '../../model/types.ts'

export async function tokens(host: Call, words: readonly string[]): Promise<number> {
  const text = await textOf(host, words)
  const messages = messagesIn(text)
  host.out(`${messages === undefined ? estimateTokens(text) : tokensOf(messages)}\n`)
  return 0
}

/** The file's text when the word names one, else the words themselves. */
async function textOf(host: Call, words: readonly string[]): Promise<string> {
  const [word, ...more] = words
  if (word === undefined || (word === '-' && more.length === 0)) return host.stdin()
  const file = more.length === 0 ? createFiles().read(path.resolve(host.cwd, word)) : undefined
  if (file === undefined && more.length === 0 && looksLikeFile(word))
    host.err(`hooks: there is no file "${word}": counting the word itself\n`)
  return file ?? words.join(' ')
}

function looksLikeFile(word: string): boolean {
  return /^\S*\.\w{1,5}$|^\.{0,2}\/\S+$/.test(word)
}

/** The messages of a conversation as `hooks recipe run --messages` takes it. */
function messagesIn(text: string): readonly Message[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const list = isObject(value) ? value['messages'] : value
    return Array.isArray(list) && list.every(isMessage) ? list : undefined
  } catch {
    return undefined
  }
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && 'role' in value && 'content' in value
}
