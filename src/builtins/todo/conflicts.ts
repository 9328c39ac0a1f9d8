import type { CalledTool } from '../shared/tool-calls.ts'
import { todoTool, type TodoTool } from './read-call.ts'

const kinds = ['write', 'update_todo', 'update_todos'] as const

/** The calls of one response that get in each other's way, answered before any of them runs. */
export function conflictResults(
  calls: readonly CalledTool[],
  tool: string,
): Readonly<Record<string, string>> {
  const of = (kind: TodoTool) => calls.filter(({ name }) => todoTool(name, { tool }) === kind)
  const results: Record<string, string> = {}
  const refuse = (refused: readonly CalledTool[], why: string): void => {
    for (const { id } of refused) if (id !== undefined) results[id] ??= `Error: ${why}`
  }
  for (const kind of kinds) {
    const same = of(kind)
    const [first] = same
    if (first === undefined || same.length < 2) continue
    refuse(
      same,
      `${first.name} was called ${same.length} times at once, so none of them ran. ${instead[kind]}`,
    )
  }
  if (of('write').length > 0)
    refuse(
      [...of('update_todo'), ...of('update_todos')],
      `the list is written anew in the same turn, so this update did not run. Put the status into the list.`,
    )
  return results
}

const instead: Readonly<Record<(typeof kinds)[number], string>> = {
  write: 'Call it once, with the whole list.',
  update_todo: 'Call update_todos once, with all changes.',
  update_todos: 'Call it once, with all changes.',
}
