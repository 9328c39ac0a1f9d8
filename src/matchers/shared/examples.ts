// Events that several matchers' examples share.
import type { Event } from '../../model/types.ts'

export function bashCall(command: string): Partial<Event> {
  return { tool_name: 'Bash', tool_input: { command } }
}

export function fileCall(tool_name: string, file_path: string): Partial<Event> {
  return { tool_name, tool_input: { file_path } }
}
