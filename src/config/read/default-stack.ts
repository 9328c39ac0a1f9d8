// The layers of an embedded agent as data: rules of built-ins, and the names of the tools beside them.

import { type ConfigFile, isKeys, type LayerReader } from './config-file.ts'
import { parseConfig } from './parse.ts'
import { textOfData } from './yaml/edit.ts'

/** What a layer needs to be in force; without it the layer is left out. */
export interface StackOptions {
  /** Where spans go; without a file and a collector nothing is recorded. */
  readonly tracing?: Readonly<Record<string, unknown>> | undefined
  readonly todo?: Readonly<Record<string, unknown>> | undefined
  /** Of `use: evict`, which cuts long results. `tools`: which of the file tools, when not all. */
  readonly filesystem?: Readonly<Record<string, unknown>> | undefined
  /** At least `paths`. With `inject: lazy` the agent loads one skill at a time with tools of its own. */
  readonly skills?: Readonly<Record<string, unknown>> | undefined
  /** At least `paths`. */
  readonly memory?: Readonly<Record<string, unknown>> | undefined
  readonly summarization?: Readonly<Record<string, unknown>> | undefined
}

export type LayerName = keyof StackOptions

/** One rule, as `rules` of a `hooks.yaml` holds it. */
export interface StackRule {
  readonly name: string
  readonly on: readonly string[] | '*'
  readonly use: string
  readonly with: Readonly<Record<string, unknown>>
}

export interface StackLayer {
  readonly name: LayerName
  readonly rules: readonly StackRule[]
  /** Names of its tools. */
  readonly tools: readonly string[]
}

type Options = Readonly<Record<string, unknown>>

interface Definition {
  readonly rules: (options: Options) => readonly Omit<StackRule, 'name'>[]
  readonly tools: (options: Options) => readonly string[]
  /** Does nothing without it. */
  readonly needs?: 'paths'
}

const fileToolNames: readonly string[] = [
  'ls',
  'read_file',
  'write_file',
  'edit_file',
  'glob',
  'grep',
  'execute',
]

const todoEvents = ['SessionStart', 'PreModelCall', 'PostModelCall', 'PreToolUse', 'PostToolUse', 'AgentStop']
const none = (): readonly string[] => []

/** The outermost first. */
const definitions: Readonly<Record<LayerName, Definition>> = {
  tracing: {
    rules: (options) => (isRecorded(options) ? [{ on: '*', use: 'tracing', with: options }] : []),
    tools: none,
  },
  todo: { rules: (options) => [{ on: todoEvents, use: 'todo', with: options }], tools: todoToolNames },
  filesystem: {
    rules: ({ tools, ...options }) => [
      { on: ['SessionStart'], use: 'filesystem', with: tools === undefined ? {} : { tools } },
      { on: ['PostToolUse'], use: 'evict', with: options },
    ],
    tools: ({ tools }) => namesIn(tools) ?? fileToolNames,
  },
  skills: {
    rules: (options) => {
      const more = isLazy(options) || options['limit_tools'] === true ? ['PreToolUse', 'PostToolUse'] : []
      return [{ on: ['PreModelCall', ...more], use: 'skills', with: options }]
    },
    tools: skillToolNames,
    needs: 'paths',
  },
  memory: {
    rules: (options) => [{ on: ['SessionStart'], use: 'memory', with: options }],
    tools: none,
    needs: 'paths',
  },
  summarization: {
    rules: (options) => [{ on: ['PreModelCall'], use: 'summarize', with: options }],
    tools: none,
  },
}

function isLazy({ inject }: Options): boolean {
  return inject === 'lazy'
}

function isRecorded({ file, otlp }: Options): boolean {
  return file !== undefined || otlp !== undefined
}

function todoToolNames({ tool }: Options): readonly string[] {
  return [typeof tool === 'string' ? tool : 'write_todos', 'update_todo', 'update_todos']
}

function skillToolNames(options: Options): readonly string[] {
  return isLazy(options) ? ['list_skills', 'activate_skill', 'deactivate_skill'] : []
}

function namesIn(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : undefined
}

export function toolsBeside(use: string, options: Options): readonly string[] {
  return use === 'todo' || use === 'filesystem' || use === 'skills' ? definitions[use].tools(options) : []
}

const inOrder = Object.keys(definitions) as readonly LayerName[] // the keys of the table

export function isLayerName(name: string): name is LayerName {
  return Object.hasOwn(definitions, name)
}

export const layerNames: readonly string[] = inOrder

/** The layers whose required options are given, in the order of the stack. */
export function layersOf(names: Iterable<LayerName>, options: StackOptions): readonly StackLayer[] {
  const wanted = new Set(names)
  return inOrder
    .filter((name) => wanted.has(name) && isActive(name, options[name]))
    .map((name) => layerOf(name, options[name] ?? {}))
}

export function defaultLayers(options: StackOptions): readonly StackLayer[] {
  return layersOf(inOrder, options)
}

/** The rules of every layer, those that lack an option too: `stack: default` in a file, before its overrides. */
function writtenStack(): readonly StackRule[] {
  return inOrder.flatMap((name) => {
    const { needs } = definitions[name]
    const [only, ...more] = layerOf(name, needs === undefined ? {} : { [needs]: [] }).rules
    return only === undefined ? [{ name, on: '*' as const, use: name, with: {} }] : [only, ...more]
  })
}

/** Where a rule of the stack is asked, by its options. */
export function eventsOfRule(rule: string, options: Options): StackRule['on'] | undefined {
  const layer = inOrder.find((name) => name === rule || rule.startsWith(`${name}-`))
  return layer === undefined ? undefined : layerOf(layer, options).rules.find(({ name }) => name === rule)?.on
}

function isActive(name: LayerName, options: Options = {}): boolean {
  const { needs } = definitions[name]
  if (needs === undefined) return true
  const given = options[needs]
  return Array.isArray(given) && given.length > 0
}

/** A layer's rules have its name; the second also has its built-in's. */
function layerOf(name: LayerName, options: Options): StackLayer {
  const { rules, tools } = definitions[name]
  return {
    name,
    rules: rules(options).map((rule, at) => ({ name: at === 0 ? name : `${name}-${rule.use}`, ...rule })),
    tools: tools(options),
  }
}

// `stack: default` as a file that is extended: rules `stack/todo` and so on, which `overrides` change.
const FILE = 'hooks-yaml/stack/default.yaml'

/** Once in a layer, whichever of its files names it. */
export function stackFile(file: ConfigFile, { seen, texts }: LayerReader): readonly ConfigFile[] {
  if (file.keys.stack !== 'default') return []
  const known = seen.get(FILE)
  if (known !== undefined) return [known]
  const text = textOfData({ version: 1, rules: writtenStack() })
  const { document } = parseConfig({ file: FILE, path: FILE, text })
  if (document === undefined) return []
  const { layer, dir } = file
  const keys = isKeys(document.value) ? document.value : {}
  const source = { layer, path: FILE, file: FILE, dir, prefix: STACK_PREFIX }
  const stack: ConfigFile = { ...source, document, keys, shape: [], chain: [], parents: [], stack: true }
  seen.set(FILE, stack)
  texts.set(FILE, text)
  return [stack]
}

/** What stands before the names of its rules. */
export const STACK_PREFIX = 'stack/'
