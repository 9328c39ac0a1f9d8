// Calls of tools that do not exist: the AI SDK would answer them itself, past the rules.
import type * as Ai from 'ai'
import { runTool } from '../../library/tools/tool.ts'
import type { Run } from '../../library/run/run-types.ts'
import { outputOf } from '../ai-sdk/tools.ts'
import { inputOf } from '../shared/call.ts'
import { parseInput } from '../shared/messages.ts'

export interface StandIns {
  /** For `generateText`: lets a call of an unknown tool run under rules, where the model reads that there is no such tool. */
  readonly repair: Ai.ToolCallRepairFunction
  /** Removes them: they are not offered to the model. */
  clear(): void
}

/** Puts a tool that fails into `tools` for each unknown name, as the model calls it. */
export async function standInsFor(tools: Record<string, object>, run: Run): Promise<StandIns> {
  const { jsonSchema, NoSuchToolError }: typeof Ai = await import('ai')
  Object.setPrototypeOf(tools, null) // a model may call "constructor"
  const names = new Set<string>()
  return {
    repair: async ({ toolCall, error }) => {
      if (!NoSuchToolError.isInstance(error)) return null
      const { toolName: name, input } = toolCall
      names.add(name)
      tools[name] = {
        type: 'dynamic',
        inputSchema: jsonSchema({ type: 'object' }),
        execute: fails(name, run),
      }
      return { ...toolCall, input: JSON.stringify(parseInput(input)) }
    },
    clear: () => {
      for (const name of names) Reflect.deleteProperty(tools, name)
      names.clear()
    },
  }
}

function fails(name: string, run: Run) {
  return async (given: unknown, { toolCallId: id }: { readonly toolCallId: string }): Promise<unknown> => {
    const call = { id, name, input: inputOf(given) }
    return outputOf({ kind: 'rules', result: await run.wrapToolCall(call, (now) => runTool([], now)) })
  }
}
