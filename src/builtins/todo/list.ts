// The list in the session's state; each subagent has its own.
import { isOpen, parseTodos, type Todo, type TodoLimits } from '../shared/todos.ts'
import type { Event, State } from '../../model/types.ts'

const steps = 'todo/steps'
const hostSteps = 'todo/by-steps'
const nudges = 'todo/nudges'

export function loadList(event: Event, state: State): readonly Todo[] | undefined {
  return parse(state.read(listKey(event)))
}

export function storeList(todos: readonly Todo[], event: Event, state: State): void {
  state.write(listKey(event), JSON.stringify(todos))
}

/** Also marks the list as this run's and resets the steps. */
export function writeList(todos: readonly Todo[], event: Event, state: State): void {
  const name = listKey(event)
  const before = state.read(name)
  if (event.event === 'PreToolUse') state.write(previousKey(event), before ?? '')
  storeList(todos, event, state)
  state.run().write(touchedKey(event), '1')
  if (state.counted(steps) > 0) state.reset(steps)
}

/** Undoes the write of a call that failed. */
export function restorePrevious(event: Event, state: State): void {
  const before = state.read(previousKey(event))
  if (before !== undefined) state.write(listKey(event), before)
}

export function openTodos(todos: readonly Todo[], limits: Pick<TodoLimits, 'statuses'>): readonly Todo[] {
  return todos.filter((todo) => isOpen(todo, limits))
}

/** Was the list written since the last prompt? */
export function isOfThisRun(event: Event, state: State): boolean {
  return state.run().read(touchedKey(event)) === '1'
}

/** Steps since the list was last written, including this one; undefined for tool calls of a host that reports steps. */
export function countStep({ event }: Event, state: State): number | undefined {
  if (event === 'PreStep') {
    if (state.counted(hostSteps) === 0) state.count(hostSteps)
  } else if (state.counted(hostSteps) > 0) return undefined
  return state.count(steps)
}

export function countNudge(state: State): number {
  return state.run().count(nudges)
}

function listKey({ subagent }: Event): string {
  return subagent === undefined ? 'todos' : `todos/${subagent.id ?? subagent.name}`
}

function touchedKey(event: Event): string {
  return `${listKey(event)}-touched`
}

function previousKey(event: Event): string {
  return `${listKey(event)}-before/${event.tool_use_id ?? ''}`
}

function parse(text: string | undefined): readonly Todo[] | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const parsed = parseTodos(JSON.parse(text))
    return 'wrong' in parsed ? undefined : parsed.value
  } catch {
    return undefined
  }
}
