// Tool calls of any agent that change the list of todos.
import type { CalledTool } from '../shared/conversation.ts'
import { mcpToolName } from '../../patterns/pattern.ts'
import {
  parseChanges,
  parseTodos,
  type Parsed,
  type Todo,
  type TodoChange,
  isOpen,
  type TodoLimits,
} from '../shared/todos.ts'
import { groupWith } from '../../model/tool-groups.ts'
import { field } from '../../model/plain-object.ts'
import type { Event, State } from '../../model/types.ts'

export type TodoCall =
  | { readonly kind: 'write'; readonly todos: readonly Todo[] }
  | { readonly kind: 'update'; readonly changes: readonly TodoChange[] }
  | { readonly kind: 'add'; readonly title: string }

type TodoTool = 'write' | 'update_todo' | 'update_todos' | 'add' | 'change'

interface TodoToolOptions {
  /** The name of the tool that writes the list. */
  readonly tool: string
  readonly statuses: readonly string[]
}

/** Input fields that hold the list. */
const listFields = ['todos', 'plan', 'todoList', 'tasks', 'items']
const writeTools = new Set(['todowrite', 'todo_write', 'write_todos', 'update_plan', 'manage_todo_list'])

/** What a tool does with the list; undefined for other tools. */
function todoTool(name: string, { tool }: Pick<TodoToolOptions, 'tool'>): TodoTool | undefined {
  const bare = mcpToolName(name) ?? name
  if (bare === tool) return 'write'
  if (bare === 'update_todo' || bare === 'update_todos') return bare
  if (bare === 'TaskCreate') return 'add'
  if (bare === 'TaskUpdate') return 'change'
  return groupWith(bare) === 'todo' && writeTools.has(bare.toLowerCase()) ? 'write' : undefined
}

/** The change a call makes to the list; undefined for other tools and unknown shapes. */
export function parseTodoCall(
  name: string,
  input: unknown,
  options: TodoToolOptions,
): Parsed<TodoCall> | undefined {
  const kind = todoTool(name, options)
  if (kind === undefined) return undefined
  if (kind === 'add') return parseAdd(input)
  if (kind === 'change') return parseTaskUpdate(input, options)
  if (kind !== 'write') return asUpdate(parseChanges(input, kind === 'update_todos'))
  const isOwn = (mcpToolName(name) ?? name) === options.tool
  const list = listFields.map((key) => field(input, key)).find((found) => found !== undefined)
  if (list === undefined && !isOwn) return undefined
  const parsed = parseTodos(list)
  if ('wrong' in parsed) return parsed
  return {
    value: {
      kind: 'write',
      todos: isOwn ? parsed.value : parsed.value.map((todo) => withOwnStatus(todo, options)),
    },
  }
}

function asUpdate(parsed: Parsed<readonly TodoChange[]>): Parsed<TodoCall> {
  return 'wrong' in parsed ? parsed : { value: { kind: 'update', changes: parsed.value } }
}

function parseAdd(input: unknown): Parsed<TodoCall> | undefined {
  const title = field(input, 'subject')
  return typeof title === 'string' ? { value: { kind: 'add', title } } : undefined
}

function parseTaskUpdate(input: unknown, options: TodoToolOptions): Parsed<TodoCall> | undefined {
  const [id, status] = [field(input, 'taskId'), field(input, 'status')]
  if (typeof id !== 'string' || typeof status !== 'string') return undefined
  return { value: { kind: 'update', changes: [withOwnStatus({ id, status }, options)] } }
}

const doneStatuses = new Set(['done', 'complete', 'completed', 'cancelled', 'canceled', 'deleted', 'skipped'])
const openStatuses = new Set(['pending', 'not_started', 'todo', 'open'])

/** Translates other agents' statuses. */
function withOwnStatus<T extends { readonly status: string }>(item: T, { statuses }: TodoToolOptions): T {
  const word = item.status.toLowerCase().replace(/-/g, '_')
  const [first] = statuses
  const last = statuses.at(-1)
  if (statuses.includes(word)) return { ...item, status: word }
  if (doneStatuses.has(word) && last !== undefined) return { ...item, status: last }
  if (openStatuses.has(word) && first !== undefined) return { ...item, status: first }
  return item
}

const exclusive = ['write', 'update_todo', 'update_todos'] as const

/** Error results for the calls of one response that conflict. */
export function conflictResults(
  calls: readonly CalledTool[],
  tool: string,
): Readonly<Record<string, string>> {
  const of = (kind: TodoTool) => calls.filter(({ name }) => todoTool(name, { tool }) === kind)
  const results: Record<string, string> = {}
  const refuse = (refused: readonly CalledTool[], why: string): void => {
    for (const { id } of refused) if (id !== undefined) results[id] ??= `Error: ${why}`
  }
  for (const kind of exclusive) {
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

const instead: Readonly<Record<(typeof exclusive)[number], string>> = {
  write: 'Call it once, with the whole list.',
  update_todo: 'Call update_todos once, with all changes.',
  update_todos: 'Call it once, with all changes.',
}

// The list in the session's state; each subagent has its own.
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
