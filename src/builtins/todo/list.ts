// The list as it is kept with the session; a subagent has one of its own.
import { isOpen, readTodos, type Todo, type TodoLimits } from '../shared/todos.ts'
import type { Event, State } from '../../model/types.ts'

const steps = 'todo/steps'
const bySteps = 'todo/by-steps'
const nudges = 'todo/nudges'

/** Undefined before the first one is written. */
export function listIn(event: Event, state: State): readonly Todo[] | undefined {
  return parse(state.read(nameOf(event)))
}

export function keepList(todos: readonly Todo[], event: Event, state: State): void {
  state.write(nameOf(event), JSON.stringify(todos))
}

/** The agent wrote the list: it is this run's, and the steps count anew. */
export function writeList(todos: readonly Todo[], event: Event, state: State): void {
  const name = nameOf(event)
  const before = state.read(name)
  if (event.event === 'PreToolUse') state.write(beforeOf(event), before ?? '')
  keepList(todos, event, state)
  state.run().write(touchedOf(event), '1')
  if (state.counted(steps) > 0) state.reset(steps)
}

/** The call that wrote it failed. */
export function takeBack(event: Event, state: State): void {
  const before = state.read(beforeOf(event))
  if (before !== undefined) state.write(nameOf(event), before) // nothing, where there was no list yet
}

export function openIn(todos: readonly Todo[], limits: Pick<TodoLimits, 'statuses'>): readonly Todo[] {
  return todos.filter((todo) => isOpen(todo, limits))
}

/** Was the list written since the last prompt? */
export function isOfThisRun(event: Event, state: State): boolean {
  return state.run().read(touchedOf(event)) === '1'
}

/** Steps since the list was last written, this one counted. Where the host tells of its steps, tool calls are none. */
export function countStep({ event }: Event, state: State): number | undefined {
  if (event === 'PreStep') {
    if (state.counted(bySteps) === 0) state.count(bySteps)
  } else if (state.counted(bySteps) > 0) return undefined
  return state.count(steps)
}

export function countNudge(state: State): number {
  return state.run().count(nudges)
}

function nameOf({ subagent }: Event): string {
  return subagent === undefined ? 'todos' : `todos/${subagent.id ?? subagent.name}`
}

function touchedOf(event: Event): string {
  return `${nameOf(event)}-touched`
}

function beforeOf(event: Event): string {
  return `${nameOf(event)}-before/${event.tool_use_id ?? ''}`
}

function parse(text: string | undefined): readonly Todo[] | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const read = readTodos(JSON.parse(text))
    return 'wrong' in read ? undefined : read.value
  } catch {
    return undefined
  }
}
