import { AsyncLocalStorage } from 'node:async_hooks'
import type { Run, ToolCall } from '../../library/run/run-types.ts'

/** The tool call that is under way: an agent that begins inside of it is a subagent. */
export const calling = new AsyncLocalStorage<{ readonly run: Run; readonly call: ToolCall }>()
