// The layers of an embedded agent, made: rules for its engine, tools for its model.
import {
  isLayerName,
  type LayerName,
  layerNames,
  layersOf,
  type StackLayer,
  type StackOptions,
  type StackRule,
  toolsBeside,
} from '../../config/read/default-stack.ts'
import type { Todo } from '../../builtins/shared/todos.ts'
import type { Rule } from '../../model/types.ts'
import { tieFiles } from '../agent-files.ts'
import type { FileSystem } from './file-system.ts'
import { fileTools } from './file-tools.ts'
import { localFiles } from './local.ts'
import { skillTools } from './skill-tools.ts'
import { todoTools } from './todo-tools.ts'
import { type AgentTool, runTool, type ToolAnswer, type ToolOptions } from './tool.ts'

/** What is kept of a thread between its runs: plain data. */
export interface ThreadState {
  readonly todos: readonly Todo[]
  /** What was written and edited, by path. */
  readonly files: Readonly<Record<string, string>>
  /** The skill that is active, with `inject: lazy`. */
  readonly active_skill?: string | undefined
}

export interface ToolChoice {
  /** The project's directory. Absent: the working directory. */
  readonly root?: string | undefined
  /** Where the file tools read and write, and memory and skills are read. Absent: the root on this machine. */
  readonly fs?: FileSystem | undefined
  /** Of an earlier run of the same thread. */
  readonly state?: Partial<ThreadState> | undefined
}

export interface StackChoice extends StackOptions, ToolChoice {
  /** Layers by name. Absent: all that have what they need. */
  readonly only?: readonly LayerName[] | undefined
  /** Layers that are left out. */
  readonly without?: readonly LayerName[] | undefined
}

export interface AgentTools {
  readonly tools: readonly AgentTool[]
  /** Runs a tool by its name: what `wrapToolCall` takes as `next`. */
  run(call: { readonly name: string; readonly input: unknown }, options?: ToolOptions): Promise<ToolAnswer>
  /** As it stands now. */
  state(): ThreadState
}

export interface Stack extends AgentTools {
  readonly layers: readonly StackLayer[]
  /** For `rules` of the engine's `config`, before one's own. */
  readonly rules: readonly StackRule[]
}

const choices: readonly string[] = ['only', 'without', 'root', 'fs', 'state']

function isChoice(key: string): boolean {
  return choices.includes(key) || isLayerName(key)
}

/**
 * The default stack of an agent, from the outside in: tracing, todo, filesystem, skills, memory, summarization. A layer
 * without what it needs (skills and memory without `paths`) is left out. Throws a TypeError for a layer or an
 * option that there is not.
 */
export function createStack(choice: StackChoice = {}): Stack {
  const unknown = Object.keys(choice).find((key) => !isChoice(key))
  if (unknown !== undefined)
    throw new TypeError(
      `Unknown option \`${unknown}\`: expected one of ${[...choices, ...layerNames].join(', ')}`,
    )
  const { only = layerNames.filter(isLayerName), without = [] } = choice
  for (const name of [...only, ...without]) if (!isLayerName(name)) throw unknownLayer(name)
  const layers = layersOf(
    only.filter((name) => !without.includes(name)),
    choice,
  )
  const rules = layers.flatMap((layer) => layer.rules)
  if (choice.fs !== undefined) tieFiles(rules, choice.fs)
  return { layers, rules, ...toolsOf(rules, choice) }
}

/** The tools that the rules of an engine bring: `use: todo`, `use: filesystem`, `use: skills` with `inject: lazy`. */
export function toolsFor(engine: { rules(): readonly Rule[] }, choice: ToolChoice = {}): AgentTools {
  const used = engine.rules().flatMap(({ handler }) => (handler.kind === 'use' ? [handler] : []))
  return toolsOf(
    used.map((handler) => ({ use: handler.name, with: handler.with })),
    choice,
  )
}

type UsedBuiltin = Pick<StackRule, 'use' | 'with'>

function toolsOf(used: readonly UsedBuiltin[], { root = '.', fs, state = {} }: ToolChoice): AgentTools {
  const names = new Set(used.flatMap((rule) => toolsBeside(rule.use, rule.with)))
  const optionsOf = (use: string) => used.find((rule) => rule.use === use)?.with ?? {}
  const files = fileTools(fs ?? localFiles(root), state.files)
  const todos = todoTools({ ...optionsOf('todo'), todos: state.todos })
  const skills = skillTools({ ...optionsOf('skills'), root, fs, active: state.active_skill })
  const tools = [...todos.tools, ...files.tools, ...skills.tools].filter(({ name }) => names.has(name))
  return {
    tools,
    run: (call, options) => runTool(tools, call, options),
    state: () => {
      const active_skill = skills.active()
      return {
        todos: todos.todos(),
        files: files.files(),
        ...(active_skill !== undefined && { active_skill }),
      }
    },
  }
}

function unknownLayer(name: string): TypeError {
  return new TypeError(`There is no layer "${name}": expected one of ${layerNames.join(', ')}`)
}
