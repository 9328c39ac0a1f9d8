// What `stack: [filesystem, todo]` of a scenario stands for: the rules of built-ins, and the tools beside them.
import { createStack, type LayerName, type StackRule } from '../../src/tools.ts'
import type { Tool } from './loop.ts'

export interface Stack {
  readonly rules: readonly StackRule[]
  readonly tools: Readonly<Record<string, Tool>>
}

export function stackOf(names: readonly string[], root: string): Stack {
  if (names.length === 0) return { rules: [], tools: {} }
  const { rules, tools } = createStack({ root, only: names as LayerName[] }) // it refuses what is none
  return {
    rules,
    tools: Object.fromEntries(
      tools.map((tool) => [tool.name, async (input: unknown) => (await tool.run(input)).output]),
    ),
  }
}
