import { opencode } from './chat-clients.ts'
import { chatCases } from './chat-cases.ts'

// `opencode run` ends with the turn, before a new prompt reaches the session.
chatCases(opencode, { stop: false })
