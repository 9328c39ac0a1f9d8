import type { TodoOptions as Written } from '../model/generated/options.ts'
import {
  changesProblem,
  formatTodos,
  readTodos,
  type Todo,
  todosProblem,
  unknownIds,
  updateTodos,
} from './shared/todos.ts'
import { withTools } from './shared/offered-tools.ts'
import { toolCallsOf } from './shared/tool-calls.ts'
import type { Builtin, Context, Event, Outcome, State } from '../model/types.ts'
import { conflictResults } from './todo/conflicts.ts'
import {
  countNudge,
  countStep,
  isOfThisRun,
  keepList,
  listIn,
  openIn,
  takeBack,
  writeList,
} from './todo/list.ts'
import { readCall, type TodoCall } from './todo/read-call.ts'

export type TodoOptions = Readonly<Required<Written>>

const list = [
  { id: '1', title: 'Move the orders', status: 'in_progress' },
  { id: '2', title: 'Test the cart', status: 'pending' },
]

export const todo: Builtin<TodoOptions> = {
  name: 'todo',
  summary: 'Keeps the list of todos that the agent writes: checks it, shows it, and asks for what is left.',
  events: [
    'SessionStart',
    'PreStep',
    'PreModelCall',
    'PostModelCall',
    'PreToolUse',
    'PostToolUse',
    'AgentStop',
  ],
  completes: ['PreToolUse', 'PostToolUse'],
  effects: 'state',
  examples: [
    {
      name: 'denies a status that there is not',
      with: {},
      event: {
        event: 'PreToolUse',
        tool_name: 'write_todos',
        tool_input: { todos: [{ id: '1', title: 'Move the orders', status: 'doing' }] },
      },
      outcome: {
        decision: 'deny',
        reason: 'Todo 1 has the status "doing". It must be one of pending, in_progress, done.',
      },
    },
    {
      name: 'keeps the list of any agent',
      with: {},
      event: {
        event: 'PostToolUse',
        tool_name: 'TodoWrite',
        tool_input: { todos: [{ content: 'Move the orders', status: 'completed', activeForm: 'Moving' }] },
      },
      outcome: { metadata: { todos: [{ id: '1', title: 'Move the orders', status: 'done' }] } },
    },
    {
      name: "rejects calls that get in each other's way",
      with: {},
      event: {
        event: 'PostModelCall',
        tool_calls: [
          { id: 'c1', name: 'write_todos', input: { todos: list } },
          { id: 'c2', name: 'write_todos', input: { todos: [] } },
        ],
      },
      outcome: {
        tool_results: {
          c1: 'Error: write_todos was called 2 times at once, so none of them ran. Call it once, with the whole list.',
          c2: 'Error: write_todos was called 2 times at once, so none of them ran. Call it once, with the whole list.',
        },
      },
    },
  ],
  compile: (options) => (subject, context) =>
    answer({ options, event: subject.event, state: context.state, context }),
}

interface Asked {
  readonly options: TodoOptions
  readonly event: Event
  readonly state: State
  readonly context: Context
}

function answer(asked: Asked): Outcome {
  switch (asked.event.event) {
    case 'SessionStart':
      return begin(asked)
    case 'PreStep':
      return remind(asked)
    case 'PreModelCall':
      return show(asked)
    case 'PostModelCall':
      return reject(asked)
    case 'PreToolUse':
      return check(asked)
    case 'PostToolUse':
      return keep(asked)
    case 'AgentStop':
      return nudge(asked)
    default:
      return {}
  }
}

/** A host that kept the list itself hands it over in `metadata`; what is left of it is told again. */
function begin({ options, event, state, context }: Asked): Outcome {
  const given = readTodos(event.metadata?.['todos'])
  const todos = 'value' in given ? given.value : (listIn(event, state) ?? [])
  keepList(todos, event, state)
  const open = openIn(todos, options)
  return {
    metadata: { todos, tools: withTools(context.prior, [options.tool, 'update_todo', 'update_todos']) },
    ...(open.length > 0 && { additional_context: [`Your todos from before:\n${formatTodos(todos)}`] }),
  }
}

/** Once after the list was written, then every so many steps. */
function remind({ options, event, state }: Asked): Outcome {
  const { remind_every: every } = options
  const todos = listIn(event, state) ?? []
  const open = openIn(todos, options)
  if (todos.length > 0 && open.length === 0) return {}
  const step = countStep(event, state)
  if (step === undefined) return {}
  const isTurn = every !== null && every > 0 && step % every === 0
  const isFirst = event.event === 'PreStep' && step === 1 && open.length > 0
  if (!isTurn && !isFirst) return {}
  if (open.length === 0)
    return {
      additional_context: [
        `${step} steps without a list of todos. If the task has several steps, write them down with ${options.tool}.`,
      ],
    }
  const late = isTurn ? ` The list was not touched for ${step} steps: bring it up to date.` : ''
  return { additional_context: [`${progress(todos, open)}${late}\n${formatTodos(todos)}`] }
}

function progress(todos: readonly Todo[], open: readonly Todo[]): string {
  return `${todos.length - open.length} of ${todos.length} todos are done.`
}

function show({ options, event, state }: Asked): Outcome {
  const todos = listIn(event, state) ?? []
  if (todos.length === 0) return {}
  const text = `${progress(todos, openIn(todos, options))}\n${formatTodos(todos)}`
  return { updated_system: { append: `\n\n${text}` } }
}

function reject({ options, event }: Asked): Outcome {
  const results = conflictResults(toolCallsOf(event), options.tool)
  return Object.keys(results).length === 0 ? {} : { tool_results: results }
}

/** What is let through counts from here on, as not every agent tells how it ended. */
function check({ options, event, state, context }: Asked): Outcome {
  const read = readCall(event.tool_name ?? '', event.tool_input, options)
  if (read === undefined) return {}
  const before = listIn(event, state) ?? []
  const wrong = 'wrong' in read ? read.wrong : problemOf(read.value, before, options)
  if (wrong !== undefined) {
    context.note({ correctable: true })
    return { decision: 'deny', reason: sentence(wrong) }
  }
  if ('value' in read && read.value.kind !== 'add' && context.prior.decision !== 'ask')
    writeList(made(read.value, before).todos, event, state)
  return {}
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function problemOf(call: TodoCall, before: readonly Todo[], options: TodoOptions): string | undefined {
  switch (call.kind) {
    case 'write':
      return todosProblem(call.todos, options)
    case 'add':
      return undefined
    case 'update': {
      const { todos, unknown } = updateTodos(before, call.changes)
      const wrong =
        changesProblem(call.changes, options) ?? todosProblem(todos, { ...options, max_items: null })
      // Of a list that was written before we were asked nothing is known.
      if (wrong !== undefined || before.length === 0) return wrong
      const isAll = call.changes.every(({ id }) => unknown.includes(id))
      return unknown.length > 0 && isAll ? unknownIds(unknown, before) : undefined
    }
  }
}

interface Made {
  readonly todos: readonly Todo[]
  readonly unknown: readonly string[]
}

function made(call: TodoCall, before: readonly Todo[], output?: string): Made {
  switch (call.kind) {
    case 'write':
      return { todos: call.todos, unknown: [] }
    case 'update':
      return updateTodos(before, call.changes)
    case 'add': {
      const id = /#(\w+)/.exec(output ?? '')?.[1] ?? String(before.length + 1)
      const others = before.filter((each) => each.id !== id)
      return { todos: [...others, { id, title: call.title, status: 'pending' }], unknown: [] }
    }
  }
}

function keep(asked: Asked): Outcome {
  const { options, event, state } = asked
  const read = readCall(event.tool_name ?? '', event.tool_input, options)
  if (read === undefined) return remindAfter(asked)
  if ('wrong' in read) return {}
  if (event.is_error === true) {
    takeBack(event, state)
    return {}
  }
  const before = listIn(event, state) ?? []
  if (problemOf(read.value, before, options) !== undefined) return {}
  const { todos, unknown } = made(read.value, before, event.output_text)
  writeList(todos, event, state)
  const isSaid = unknown.length === 0 || before.length === 0 || isTold(event, unknown)
  return {
    metadata: { todos },
    ...(!isSaid && { additional_context: [`Not changed: ${unknownIds(unknown, before)}.`] }),
  }
}

/** The tool's own result names them. */
function isTold({ output_text = '' }: Event, unknown: readonly string[]): boolean {
  return unknown.every((id) => output_text.includes(`"${id}"`))
}

/** Coding agents tell of no steps: their tool calls count instead, once there is a list. */
function remindAfter(asked: Asked): Outcome {
  const { event, options, state } = asked
  if (event.tool_name === undefined || options.remind_every === null) return {}
  const open = openIn(listIn(event, state) ?? [], options)
  return open.length === 0 ? {} : remind(asked)
}

function nudge({ options, event, state }: Asked): Outcome {
  const todos = listIn(event, state) ?? []
  const open = openIn(todos, options)
  if (open.length === 0 || !isOfThisRun(event, state) || countNudge(state) > options.nudges) return {}
  return {
    flow: 'continue',
    flow_reason: `${progress(todos, open)} Do what is left, or write down what has become of it:\n${formatTodos(open)}`,
  }
}
