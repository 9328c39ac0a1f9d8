import { copilot } from './chat-clients.ts'
import { chatCases } from './chat-cases.ts'

chatCases(copilot)
