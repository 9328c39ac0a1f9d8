// What Claude Code shows its user of an answer, and what its model reads; observed with 2.1.329.
import { field } from '../../model/plain-object.ts'
import type { Answer, AnswerReaders, Event } from '../../model/types.ts'
import { readersOf, replyIn, textIn } from '../shared/readers.ts'
import { showsReason } from './capabilities.ts'

export function readers({ stdout, stderr }: Answer, { event, tool_name: tool }: Event): AnswerReaders {
  const reply = replyIn(stdout)
  const specific = field(reply, 'hookSpecificOutput')
  const asked = field(specific, 'permissionDecision') === 'ask'
  const why = textIn(specific, 'permissionDecisionReason')
  const refused = textIn(field(specific, 'decision'), 'message')
  const blocked = textIn(reply, 'reason')
  const [message, context] = [textIn(reply, 'systemMessage'), textIn(specific, 'additionalContext')]
  switch (event) {
    case 'PreToolUse':
      return readersOf({
        user: [asked && showsReason(tool) ? why : '', message],
        model: [asked ? '' : why, context],
      })
    case 'AgentStop':
    case 'SubagentStop':
      return readersOf({ user: [message, textIn(reply, 'stopReason')], model: [blocked] })
    case 'PreCompact':
      return readersOf({ user: [stderr, message], model: [message === '' ? stdout : ''] })
  }
  return readersOf({ user: [blocked, textIn(reply, 'stopReason'), message], model: [refused, context] })
}
