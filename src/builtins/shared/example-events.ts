// Events of the built-ins' examples.
import type { BuiltinExample } from '../../model/types.ts'

type ExampleEvent = BuiltinExample['event']

export function preToolUse(tool_name: string, tool_input: unknown): ExampleEvent {
  return { event: 'PreToolUse', tool_name, tool_input }
}

export function postToolUse(tool_name: string, tool_output: unknown, more: object = {}): ExampleEvent {
  return { event: 'PostToolUse', tool_name, ...more, tool_output }
}
