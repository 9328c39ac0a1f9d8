import { preToolUse } from './shared/example-events.ts'
import type { TodoOptions } from '../model/generated/options.ts'
import {
  changesProblem,
  formatTodos,
  parseTodos,
  type Todo,
  todosProblem,
  unknownIds,
  updateTodos,
} from './shared/todos.ts'
import { withTools, toolCallsOf } from './shared/conversation.ts'
import type { Builtin, Context, Event, Outcome, State } from '../model/types.ts'
import {
  conflictResults,
  parseTodoCall,
  type TodoCall,
  countNudge,
  countStep,
  isOfThisRun,
  storeList,
  loadList,
  openTodos,
  restorePrevious,
  writeList,
} from './todo/calls.ts'

const list = [
  { id: '1', title: 'Move the orders', status: 'in_progress' },
  { id: '2', title: 'Test the cart', status: 'pending' },
]

export const todo: Builtin<Required<TodoOptions>> = {
  name: 'todo',
  summary: 'Keeps the todo list of the agent: checks it, shows it, and reminds of open items.',
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
      name: 'denies an unknown status',
      with: {},
      event: preToolUse('write_todos', { todos: [{ id: '1', title: 'Move the orders', status: 'doing' }] }),
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
  answers: ({ nudges }, event) =>
    event === 'PreToolUse' ? ['deny'] : event === 'AgentStop' && nudges > 0 ? ['continue'] : [],
  compile: (options) => (subject, context) =>
    handlers[subject.event.event]?.({ options, event: subject.event, state: context.state, context }) ?? {},
}

interface TodoContext {
  readonly options: Required<TodoOptions>
  readonly event: Event
  readonly state: State
  readonly context: Context
}

const handlers: Readonly<Partial<Record<Event['event'], (context: TodoContext) => Outcome>>> = {
  SessionStart: restoreList,
  PreStep: remind,
  PreModelCall: showList,
  PostModelCall: rejectConflicts,
  PreToolUse: checkCall,
  PostToolUse: saveResult,
  AgentStop: nudge,
}

/** From `metadata` of a host that keeps the list itself, else from the session. */
function restoreList({ options, event, state, context }: TodoContext): Outcome {
  const given = parseTodos(event.metadata?.['todos'])
  const todos = 'value' in given ? given.value : (loadList(event, state) ?? [])
  storeList(todos, event, state)
  const open = openTodos(todos, options)
  return {
    metadata: { todos, tools: withTools(context.prior, [options.tool, 'update_todo', 'update_todos']) },
    ...(open.length > 0 && { additional_context: [`Your todos from before:\n${formatTodos(todos)}`] }),
  }
}

/** At the first step after the list was written, then every `remind_every` steps. */
function remind({ options, event, state }: TodoContext): Outcome {
  const { remind_every: every } = options
  const todos = loadList(event, state) ?? []
  const open = openTodos(todos, options)
  if (todos.length > 0 && open.length === 0) return {}
  const step = countStep(event, state)
  if (step === undefined) return {}
  const isDue = every !== null && every > 0 && step % every === 0
  const isFirst = event.event === 'PreStep' && step === 1 && open.length > 0
  if (!isDue && !isFirst) return {}
  if (open.length === 0)
    return {
      additional_context: [
        `${step === 1 ? 'A step' : `${step} steps`} without a list of todos. If the task has several steps, write them down with ${options.tool}.`,
      ],
    }
  const reminder = isDue
    ? ` The list was not touched for ${step === 1 ? 'a step' : `${step} steps`}: bring it up to date.`
    : ''
  return { additional_context: [`${progress(todos, open)}${reminder}\n${formatTodos(todos)}`] }
}

function progress(todos: readonly Todo[], open: readonly Todo[]): string {
  return `${todos.length - open.length} of ${todos.length} todos are done.`
}

function showList({ options, event, state, context }: TodoContext): Outcome {
  const todos = loadList(event, state) ?? []
  if (todos.length === 0) return {}
  const text = `${progress(todos, openTodos(todos, options))}\n${formatTodos(todos)}`
  if (context.prior.updated_system?.append?.includes(text) === true) return {} // another rule shows it
  return { updated_system: { append: `\n\n${text}` } }
}

function rejectConflicts({ options, event }: TodoContext): Outcome {
  const results = conflictResults(toolCallsOf(event), options.tool)
  return Object.keys(results).length === 0 ? {} : { tool_results: results }
}

/** A call that passes counts at once: not every agent reports its result. */
function checkCall({ options, event, state, context }: TodoContext): Outcome {
  const parsed = parseTodoCall(event.tool_name ?? '', event.tool_input, options)
  if (parsed === undefined) return {}
  const before = loadList(event, state) ?? []
  const wrong = 'wrong' in parsed ? parsed.wrong : callProblem(parsed.value, before, options)
  if (wrong !== undefined) {
    context.note({ correctable: true })
    return { decision: 'deny', reason: sentence(wrong) }
  }
  if ('value' in parsed && parsed.value.kind !== 'add' && context.prior.decision !== 'ask')
    writeList(applyCall(parsed.value, before).todos, event, state)
  return {}
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function callProblem(
  call: TodoCall,
  before: readonly Todo[],
  options: Required<TodoOptions>,
): string | undefined {
  switch (call.kind) {
    case 'write':
      return todosProblem(call.todos, options)
    case 'add':
      return undefined
    case 'update': {
      const { todos, unknown } = updateTodos(before, call.changes)
      const wrong =
        changesProblem(call.changes, options) ?? todosProblem(todos, { ...options, max_items: null })
      // The list may have been written before this rule was added.
      if (wrong !== undefined || before.length === 0) return wrong
      const isAll = call.changes.every(({ id }) => unknown.includes(id))
      return unknown.length > 0 && isAll ? unknownIds(unknown, before) : undefined
    }
  }
}

function applyCall(call: TodoCall, before: readonly Todo[], output?: string): ReturnType<typeof updateTodos> {
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

function saveResult(context: TodoContext): Outcome {
  const { options, event, state } = context
  const parsed = parseTodoCall(event.tool_name ?? '', event.tool_input, options)
  if (parsed === undefined) return remindAfter(context)
  if ('wrong' in parsed) return {}
  if (event.is_error === true) {
    restorePrevious(event, state)
    return {}
  }
  const before = loadList(event, state) ?? []
  if (callProblem(parsed.value, before, options) !== undefined) return {}
  const { todos, unknown } = applyCall(parsed.value, before, event.output_text)
  writeList(todos, event, state)
  const isReported = unknown.length === 0 || before.length === 0 || namesAll(event, unknown)
  return {
    metadata: { todos },
    ...(!isReported && { additional_context: [`Not changed: ${unknownIds(unknown, before)}.`] }),
  }
}

/** Does the tool's own result name them? */
function namesAll({ output_text = '' }: Event, unknown: readonly string[]): boolean {
  return unknown.every((id) => output_text.includes(`"${id}"`))
}

/** Coding agents report no steps: once there is a list, their tool calls count instead. */
function remindAfter(context: TodoContext): Outcome {
  const { event, options, state } = context
  if (event.tool_name === undefined || options.remind_every === null) return {}
  const open = openTodos(loadList(event, state) ?? [], options)
  return open.length === 0 ? {} : remind(context)
}

function nudge({ options, event, state }: TodoContext): Outcome {
  const todos = loadList(event, state) ?? []
  const open = openTodos(todos, options)
  if (open.length === 0 || !isOfThisRun(event, state) || countNudge(state) > options.nudges) return {}
  return {
    flow: 'continue',
    flow_reason: `${progress(todos, open)} Do what is left, or write down what has become of it:\n${formatTodos(open)}`,
  }
}
