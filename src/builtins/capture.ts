import type { CaptureOptions } from '../model/generated/options.ts'
import { matchesNameGlob } from '../patterns/globs/glob.ts'
import { mcpToolName } from '../patterns/pattern.ts'
import type { Builtin } from '../model/types.ts'

export const capture: Builtin<CaptureOptions> = {
  name: 'capture',
  summary: "Puts a tool's result into the verdict's metadata for the host.",
  events: ['PostToolUse'],
  effects: 'none',
  tightens: true,
  observes: true,
  examples: [
    {
      name: 'keeps a result unchanged',
      with: { tool: 'list_orders', key: 'orders' },
      event: { event: 'PostToolUse', tool_name: 'mcp__shop__list_orders', tool_output: [{ id: 17 }] },
      outcome: { metadata: { orders: [{ id: 17 }] } },
    },
    {
      name: 'keeps nothing of a call that failed',
      with: { tool: 'list_orders' },
      event: { event: 'PostToolUse', tool_name: 'list_orders', tool_output: 'timed out', is_error: true },
      outcome: {},
    },
  ],
  compile:
    ({ tool = '*', key }) =>
    ({ event }) => {
      const { tool_name, tool_output, is_error } = event
      if (tool_name === undefined || tool_output === undefined || is_error === true) return {}
      const bare = mcpToolName(tool_name) ?? tool_name
      if (!matchesNameGlob(tool, tool_name) && !matchesNameGlob(tool, bare)) return {}
      return { metadata: { [key ?? bare]: tool_output } }
    },
}
