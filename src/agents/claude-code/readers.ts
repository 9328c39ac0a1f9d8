// What Claude Code shows its user of an answer, and what its model reads; observed with 2.1.329.
import { field } from '../../model/plain-object.ts'
import type { Answer, AnswerReaders, Event } from '../../model/types.ts'
import { readers as plainReaders } from '../shared/claude-answer.ts'
import { readersOf, replyIn, textIn } from '../shared/readers.ts'
import { showsReason } from './capabilities.ts'

export function readers(answer: Answer, { event, tool_name: tool }: Event): AnswerReaders {
  const { stdout, stderr } = answer
  const reply = replyIn(stdout)
  const message = textIn(reply, 'systemMessage')
  const specific = field(reply, 'hookSpecificOutput')
  const isHidden = field(specific, 'permissionDecision') === 'ask' && !showsReason(tool)
  if (event === 'PreCompact')
    return readersOf({ user: [stderr, message], model: [message === '' ? stdout : ''] })
  return isHidden
    ? readersOf({ user: [message], model: [textIn(specific, 'additionalContext')] })
    : plainReaders(answer, { event })
}
