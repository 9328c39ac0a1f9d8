// The messages are the host's; what rules replaced of them is remembered here, so that no call sees it again.
import type { Message } from '../../model/types.ts'

export interface History {
  /** The host's messages as the rules left them. */
  of(messages: readonly Message[]): readonly Message[]
  /** From here on these stand for the host's messages, and with `answered` for the assistant's next one. */
  replace(messages: readonly Message[], by: readonly Message[], answered: boolean): void
}

interface Replaced {
  readonly length: number
  /** The first and the last of them: a host that took over the new messages does not begin with these. */
  readonly ends: string
  readonly by: readonly Message[]
  readonly answered: boolean
}

export function createHistory(): History {
  const kept: { last?: Replaced | undefined } = {}
  return {
    of(messages) {
      const { last } = kept
      if (last === undefined) return messages
      if (endsOf(messages, last.length) !== last.ends) {
        kept.last = undefined
        return messages
      }
      const rest = messages.slice(last.length)
      return [...last.by, ...(last.answered && rest[0]?.role === 'assistant' ? rest.slice(1) : rest)]
    },
    replace(messages, by, answered) {
      kept.last = { length: messages.length, ends: endsOf(messages, messages.length) ?? '', by, answered }
    },
  }
}

/** Undefined when there are fewer. */
function endsOf(messages: readonly Message[], length: number): string | undefined {
  return messages.length < length ? undefined : `${textOf(messages[0])}\n${textOf(messages[length - 1])}`
}

/** Hosts make their messages anew for each call: only what they say tells them apart. */
function textOf(message: Message | undefined): string {
  if (message === undefined) return ''
  try {
    return `${message.role} ${JSON.stringify(message.content)}`
  } catch {
    return message.role
  }
}
