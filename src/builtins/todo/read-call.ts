// Which tool calls are about the list of todos, and what they want, whatever the agent calls them.
import { lastPart } from '../../patterns/pattern.ts'
import { readChanges, readTodos, type Read, type Todo, type TodoChange } from '../shared/todos.ts'
import { groupWith } from '../../model/tool-groups.ts'
import { field } from '../../model/plain-object.ts'

export type TodoCall =
  | { readonly kind: 'write'; readonly todos: readonly Todo[] }
  | { readonly kind: 'update'; readonly changes: readonly TodoChange[] }
  | { readonly kind: 'add'; readonly title: string }

export type TodoTool = 'write' | 'update_todo' | 'update_todos' | 'add' | 'change'

interface Reading {
  /** The name of the tool that writes the list. */
  readonly tool: string
  readonly statuses: readonly string[]
}

/** Where agents keep the list of a call. */
const lists = ['todos', 'plan', 'todoList', 'tasks', 'items']
const writers = new Set(['todowrite', 'todo_write', 'write_todos', 'update_plan', 'manage_todo_list'])

/** What a tool does with the list; undefined when it does nothing. */
export function todoTool(name: string, { tool }: Pick<Reading, 'tool'>): TodoTool | undefined {
  const bare = lastPart(name) ?? name
  if (bare === tool) return 'write'
  if (bare === 'update_todo' || bare === 'update_todos') return bare
  if (bare === 'TaskCreate') return 'add'
  if (bare === 'TaskUpdate') return 'change'
  return groupWith(bare) === 'todo' && writers.has(bare.toLowerCase()) ? 'write' : undefined
}

/** What a call wants of the list; undefined when it is about something else, or in a shape that nobody knows. */
export function readCall(name: string, input: unknown, reading: Reading): Read<TodoCall> | undefined {
  const kind = todoTool(name, reading)
  if (kind === undefined) return undefined
  if (kind === 'add') return readAdd(input)
  if (kind === 'change') return readTaskUpdate(input, reading)
  if (kind !== 'write') return asUpdate(readChanges(input, kind === 'update_todos'))
  const isOwn = (lastPart(name) ?? name) === reading.tool
  const list = lists.map((key) => field(input, key)).find((found) => found !== undefined)
  if (list === undefined && !isOwn) return undefined
  const read = readTodos(list)
  if ('wrong' in read) return read
  return {
    value: { kind: 'write', todos: isOwn ? read.value : read.value.map((todo) => plain(todo, reading)) },
  }
}

function asUpdate(read: Read<readonly TodoChange[]>): Read<TodoCall> {
  return 'wrong' in read ? read : { value: { kind: 'update', changes: read.value } }
}

function readAdd(input: unknown): Read<TodoCall> | undefined {
  const title = field(input, 'subject')
  return typeof title === 'string' ? { value: { kind: 'add', title } } : undefined
}

function readTaskUpdate(input: unknown, reading: Reading): Read<TodoCall> | undefined {
  const [id, status] = [field(input, 'taskId'), field(input, 'status')]
  if (typeof id !== 'string' || typeof status !== 'string') return undefined
  return { value: { kind: 'update', changes: [plain({ id, status }, reading)] } }
}

const finished = new Set(['done', 'complete', 'completed', 'cancelled', 'canceled', 'deleted', 'skipped'])
const waiting = new Set(['pending', 'not_started', 'todo', 'open'])

/** Other agents' words for a status in ours. */
function plain<T extends { readonly status: string }>(item: T, { statuses }: Reading): T {
  const word = item.status.toLowerCase().replace(/-/g, '_')
  const [first] = statuses
  const last = statuses.at(-1)
  if (statuses.includes(word)) return { ...item, status: word }
  if (finished.has(word) && last !== undefined) return { ...item, status: last }
  if (waiting.has(word) && first !== undefined) return { ...item, status: first }
  return item
}
