// A list of todos as plain data.
import { field } from '../../model/plain-object.ts'

export interface Todo {
  readonly id: string
  readonly title: string
  readonly status: string
}

export interface TodoLimits {
  /** The last one means done. */
  readonly statuses: readonly string[]
  readonly max_items?: number | null | undefined
  readonly max_in_progress?: number | null | undefined
}

export const defaultStatuses = ['pending', 'in_progress', 'done'] as const

export interface TodoChange {
  readonly id: string
  readonly status: string
}

export type Parsed<T> = { readonly value: T } | { readonly wrong: string }

const titles = ['title', 'content', 'step', 'text', 'subject', 'description', 'name']

/** Items without an id get their number. */
export function parseTodos(list: unknown): Parsed<readonly Todo[]> {
  if (!Array.isArray(list))
    return { wrong: 'todos is required. Give a list of items with id, title and status' }
  const todos: Todo[] = []
  for (const [index, item] of list.entries()) {
    const title = titles.map((name) => field(item, name)).find(isText)
    if (title === undefined) return { wrong: `todo ${index + 1} has no title` }
    const id = textOf(field(item, 'id')) ?? String(index + 1)
    const status = field(item, 'status')
    todos.push({ id, title, status: typeof status === 'string' ? status : '' })
  }
  return { value: todos }
}

/** One change, or those of a list. */
export function parseChanges(input: unknown, many: boolean): Parsed<readonly TodoChange[]> {
  const list = many ? (field(input, 'updates') ?? field(input, 'todos')) : [input]
  if (!Array.isArray(list)) return { wrong: 'updates is required. Give a list of items with id and status' }
  const changes: TodoChange[] = []
  for (const item of list) {
    const id = textOf(field(item, 'id'))
    if (id === undefined) return { wrong: 'id is required' }
    const status = field(item, 'status')
    changes.push({ id, status: typeof status === 'string' ? status : '' })
  }
  return { value: changes }
}

/** Why the list is refused; undefined when it is valid. */
export function todosProblem(todos: readonly Todo[], limits: TodoLimits): string | undefined {
  const invalid = todos.find(({ status }) => !limits.statuses.includes(status))
  if (invalid !== undefined) return statusProblem(invalid, limits)
  const twice = todos.find(({ id }, at) => todos.findIndex((other) => other.id === id) !== at)
  if (twice !== undefined) return `two todos have the id "${twice.id}"`
  const { max_items, max_in_progress } = limits
  if (typeof max_items === 'number' && todos.length > max_items)
    return `the list has ${todos.length} todos, ${max_items} are the most. Join what belongs together`
  const working = todos.filter(({ status }) => status === 'in_progress').length
  if (typeof max_in_progress === 'number' && working > max_in_progress)
    return `${working} todos are in_progress, ${max_in_progress} may be. Finish one before the next begins`
  return undefined
}

export function changesProblem(changes: readonly TodoChange[], limits: TodoLimits): string | undefined {
  const invalid = changes.find(({ status }) => !limits.statuses.includes(status))
  return invalid === undefined ? undefined : statusProblem(invalid, limits)
}

function statusProblem({ id, status }: TodoChange, { statuses }: TodoLimits): string {
  const has = status === '' ? 'no status' : `the status "${status}"`
  return `todo ${id} has ${has}. It must be one of ${statuses.join(', ')}`
}

/** The changed list, and the ids that no item has. */
export function updateTodos(
  todos: readonly Todo[],
  changes: readonly TodoChange[],
): { readonly todos: readonly Todo[]; readonly unknown: readonly string[] } {
  const known = new Set(todos.map(({ id }) => id))
  const status = new Map(changes.map((change) => [change.id, change.status]))
  return {
    todos: todos.map((todo) => ({ ...todo, status: status.get(todo.id) ?? todo.status })),
    unknown: [...new Set(changes.map(({ id }) => id))].filter((id) => !known.has(id)),
  }
}

export function unknownIds(unknown: readonly string[], todos: readonly Todo[]): string {
  const known = todos.length === 0 ? 'The list is empty' : `There are ${todos.map(({ id }) => id).join(', ')}`
  return `no todo has the id ${unknown.map((id) => `"${id}"`).join(', ')}. ${known}`
}

export function isOpen({ status }: Todo, { statuses }: Pick<TodoLimits, 'statuses'>): boolean {
  return status !== statuses.at(-1)
}

/** One line each: `- [in_progress] 2: Move the orders`. */
export function formatTodos(todos: readonly Todo[]): string {
  return todos.map(({ id, title, status }) => `- [${status}] ${id}: ${title}`).join('\n')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return isText(value) ? value : undefined
}
