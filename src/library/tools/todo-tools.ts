// The tools that a list of todos is written with; `use: todo` checks and shows it.
import {
  changesProblem,
  defaultStatuses,
  parseChanges,
  parseTodos,
  type Parsed,
  type Todo,
  type TodoChange,
  todosProblem,
  unknownIds,
  updateTodos,
} from '../../builtins/shared/todos.ts'
import { type AgentTool, defineTool, ToolMistake } from './tool.ts'

export interface TodoTools {
  /** write_todos, update_todo, update_todos. */
  readonly tools: readonly AgentTool[]
  /** The list as it stands, so that it can be kept. */
  todos(): readonly Todo[]
}

export interface TodoToolsOptions {
  /** The list of an earlier run of the same thread. */
  readonly todos?: readonly Todo[] | undefined
  /** As `use: todo` has them. */
  readonly statuses?: readonly string[] | undefined
  /** The name of the tool that writes the whole list. Absent: write_todos. */
  readonly tool?: string | undefined
}

export function todoTools({
  todos = [],
  statuses = defaultStatuses,
  tool = 'write_todos',
}: TodoToolsOptions = {}): TodoTools {
  const kept = { todos }
  const change = { id: { type: 'string' }, status: { type: 'string', enum: [...statuses] } }
  const item = {
    type: 'object',
    properties: { ...change, title: { type: 'string' } },
    required: ['id', 'title', 'status'],
  }
  const update = { type: 'object', properties: change, required: ['id', 'status'] }
  return {
    tools: [
      defineTool({
        name: tool,
        description: 'Writes the whole list of todos; the one before is gone.',
        properties: { todos: { type: 'array', items: item } },
        required: ['todos'],
        work: (input) => writeList(input['todos'], kept, statuses),
      }),
      defineTool({
        name: 'update_todo',
        description: 'Changes the status of one todo.',
        properties: change,
        required: ['id', 'status'],
        work: (input) => changeList(parseChanges(input, false), kept, statuses),
      }),
      defineTool({
        name: 'update_todos',
        description: 'Changes the status of several todos at once.',
        properties: { updates: { type: 'array', items: update } },
        required: ['updates'],
        work: (input) => changeList(parseChanges(input, true), kept, statuses),
      }),
    ],
    todos: () => kept.todos,
  }
}

interface TodoList {
  todos: readonly Todo[]
}

function writeList(given: unknown, kept: TodoList, statuses: readonly string[]): string {
  const todos = valueOf(parseTodos(given))
  const wrong = todosProblem(todos, { statuses })
  if (wrong !== undefined) throw new ToolMistake(wrong)
  kept.todos = todos
  return `Wrote ${todos.length} ${todos.length === 1 ? 'todo' : 'todos'}.`
}

function changeList(
  read: Parsed<readonly TodoChange[]>,
  kept: TodoList,
  statuses: readonly string[],
): string {
  const changes = valueOf(read)
  const wrong = changesProblem(changes, { statuses })
  if (wrong !== undefined) throw new ToolMistake(wrong)
  const { todos, unknown } = updateTodos(kept.todos, changes)
  const done = changes.filter(({ id }) => !unknown.includes(id)).map(({ id }) => id)
  if (done.length === 0 && unknown.length > 0) throw new ToolMistake(unknownIds(unknown, kept.todos))
  const missed = unknown.length === 0 ? '' : ` Not changed: ${unknownIds(unknown, kept.todos)}.`
  kept.todos = todos
  return `Updated ${done.join(', ')}.${missed}`
}

function valueOf<T>(read: Parsed<T>): T {
  if ('wrong' in read) throw new ToolMistake(read.wrong)
  return read.value
}
