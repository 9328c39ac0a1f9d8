// A scenario that plays inside of an agent: events through the library, or runs of our loop with a scripted model.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type Message,
  type ModelResponse,
  type RunOptions,
  type RunnerFunction,
} from '../../src/index.ts'
import {
  type AgentTools,
  createStack,
  inMemoryFiles,
  type Stack,
  type StackChoice,
  toolsFor,
} from '../../src/tools.ts'
import { makeProject, type Project } from './cli.ts'
import { callsTools, runAgent, type Agent, type Finished, type Tool } from './loop.ts'
import { configText, defaultsFor, numbered, same, type Scenario, spread } from './scenario.ts'

/** What the model says: text, calls of tools, or that it fails. */
interface Says {
  readonly text?: string
  readonly tool?: string
  readonly input?: object
  readonly tools?: readonly { readonly tool: string; readonly input?: object }[]
  readonly usage?: ModelResponse['usage']
  readonly finish_reason?: string
  readonly throws?: string
}

/** A run of an agent when there is a `model`, else an event. */
interface Given extends Pick<
  RunOptions,
  'session' | 'prompt' | 'system_prompt' | 'max_context' | 'metadata'
> {
  readonly model?: readonly Says[] | { readonly always: Says }
  /** What a person answers, one after the other. */
  readonly answers?: readonly boolean[]
  readonly abort_after_calls?: number
  readonly most?: number
  /** Written before it; a list of them is written one right after the other. */
  readonly files?: Files | readonly Files[]
  /** Written while its event is decided over. */
  readonly meanwhile?: Files
  /** What is waited for after something was written. */
  readonly await?: 'reload' | 'problem'
  readonly dialect?: string
  readonly [field: string]: unknown
}

type Files = Readonly<Record<string, string>>

export interface LibScenario extends Omit<Scenario, 'given' | 'config'> {
  /** Layers of the default stack, by name or with their options; their rules come before those of the config. */
  readonly stack?: readonly string[] | Readonly<Record<string, unknown>>
  /** Files in memory, for the tools in place of those of the project. */
  readonly memory?: Files
  readonly config?: object
  /** Its rules are read from `hooks.yaml`, in place of data. */
  readonly engine?: Pick<EngineOptions, 'watch' | 'layers'>
  /** What recipes are answered by: all by a text, or each by its own. */
  readonly runner?: string
  readonly callbacks?: Readonly<Record<string, string>>
  /** What stands in for tools, by their names; others say their name. */
  readonly tools?: Readonly<Record<string, { readonly output: unknown; readonly ms?: number }>>
  readonly given: readonly Given[]
}

/** Which build is played. */
export interface Library {
  readonly createEngine: typeof createEngine
  readonly createStack: typeof createStack
  readonly inMemoryFiles: typeof inMemoryFiles
  readonly toolsFor: typeof toolsFor
}

interface World {
  readonly project: Project
  readonly scenario: LibScenario
  readonly engine: Engine
  readonly tools: AgentTools & Partial<Pick<Stack, 'layers'>>
  readonly threads: Map<string, readonly Message[]>
  readonly heard: { reloads: number; problems: number }
}

type Done = (Finished | { readonly verdict: object }) & {
  readonly heard: World['heard']
}

/** Throws where something else came of it. */
export async function playInLibrary(
  scenario: LibScenario,
  library: Library = { createEngine, createStack, inMemoryFiles, toolsFor },
): Promise<void> {
  const world = await open(scenario, library)
  try {
    const all: Done[] = []
    for (const given of scenario.given) all.push(await play(given, world))
    for (const [key, expected] of Object.entries(numbered(scenario))) {
      const done = all[Number(key.slice(1)) - 1]
      if (done === undefined) throw new Error(`there is no ${key}`)
      check(world, done, expected)
    }
  } finally {
    await world.engine.close()
  }
}

async function open(scenario: LibScenario, library: Library): Promise<World> {
  const project = makeProject({ ...scenario.files, ...scenario.scripts })
  const fs = scenario.memory && library.inMemoryFiles(scenario.memory)
  const choice = { root: project.root, ...(fs && { fs }) }
  const stack = scenario.stack && library.createStack({ ...choice, ...choiceOf(scenario.stack) })
  const config = { version: 1, ...withRules(scenario.config ?? {}, stack?.rules ?? []) }
  const heard = { reloads: 0, problems: 0 }
  if (scenario.engine !== undefined) project.write('hooks.yaml', configText({ config, ...scenario }) ?? '')
  const engine = await library.createEngine({
    root: project.root,
    layers: false,
    ...(scenario.engine === undefined
      ? { config }
      : { config: 'hooks.yaml', trust: 'all' as const, ...scenario.engine }),
    ...answersOf(scenario),
    onReload: () => void heard.reloads++,
    onDiagnostics: (list) => void (heard.problems += list.length),
  })
  const tools = stack ?? library.toolsFor(engine, choice)
  return { project, scenario, engine, tools, threads: new Map(), heard }
}

/** A list of names is all of them with what they do by themselves. */
function choiceOf(stack: NonNullable<LibScenario['stack']>): StackChoice {
  return Array.isArray(stack) ? { only: stack } : (stack as StackChoice) // createStack refuses what is none
}

function withRules(config: object, rules: readonly object[]): object {
  const own = 'rules' in config && Array.isArray(config.rules) ? config.rules : []
  return rules.length === 0 ? config : { ...config, rules: [...rules, ...own] }
}

function answersOf({ runner, callbacks = {} }: LibScenario): Pick<EngineOptions, 'runner' | 'callbacks'> {
  const says =
    (text: string): RunnerFunction =>
    () =>
      text
  return {
    ...(runner !== undefined && { runner: says(runner) }),
    callbacks: Object.fromEntries(Object.entries(callbacks).map(([name, text]) => [name, says(text)])),
  }
}

async function play(given: Given, world: World): Promise<Done> {
  const { files, meanwhile, await: awaited, ...asked } = spread(given) as Given // only its texts are other ones
  await change([files ?? []].flat(), awaited, world)
  const done = asked.model === undefined ? sent(asked, world) : run(asked, world)
  if (meanwhile !== undefined) await change([meanwhile], 'reload', world)
  const finished = await done
  return { ...finished, heard: { ...world.heard } }
}

async function change(
  files: readonly Files[],
  awaited: Given['await'],
  { project, heard }: World,
): Promise<void> {
  const key = awaited === 'problem' ? 'problems' : 'reloads'
  const before = heard[key]
  for (const each of files) for (const [file, text] of Object.entries(each)) project.write(file, text)
  if (awaited === undefined) return
  await vi.waitUntil(() => heard[key] > before, { timeout: 60_000, interval: 5 })
}

async function sent({ dialect, ...payload }: Given, { engine }: World): Promise<{ verdict: object }> {
  if (!('event' in payload) && dialect === undefined) return { verdict: {} }
  const event = payload as { readonly event: string } // as the scenario says
  return { verdict: await engine.dispatch(event, dialect === undefined ? {} : { dialect }) }
}

async function run(given: Given, { engine, tools, scenario, threads }: World): Promise<Finished> {
  const { model = [], answers, abort_after_calls, ...options } = given
  const aborting = new AbortController()
  const script = scripted(model)
  let asked = 0
  let answered = 0
  const finished = await runAgent({
    engine,
    ...options,
    ...(answers !== undefined && { onAsk: () => answers[answered++] ?? false }),
    messages: threads.get(given.session ?? '') ?? [],
    signal: aborting.signal,
    tools: new Proxy({}, { get: (_, name: string) => toolNamed(name, tools, scenario) }),
    model: async (request) => {
      const response = await script(request)
      if (++asked === abort_after_calls) aborting.abort()
      return response
    },
  })
  if (given.session !== undefined) threads.set(given.session, finished.messages)
  return finished
}

/** The stack's own, or one that says its name, `slow` later than others; `nope` is none. */
function toolNamed(name: string, own: AgentTools, { tools = {} }: LibScenario): Tool {
  if (name === 'nope' || own.tools.some((tool) => tool.name === name))
    return async (input) => (await own.run({ name, input })).output
  const { output = name, ms = name === 'slow' ? 20 : 1 } = tools[name] ?? {}
  return () => new Promise((resolve) => setTimeout(() => resolve(output), ms))
}

function scripted(model: NonNullable<Given['model']>): Agent['model'] {
  let said = 0
  return () => responseOf('always' in model ? model.always : (model[said++] ?? { text: 'done' }))
}

function responseOf({ tool, input = {}, tools, throws, ...said }: Says): ModelResponse {
  if (throws !== undefined) throw new Error(throws)
  const calls = tool === undefined ? (tools ?? []) : [{ tool, input }]
  return {
    ...said,
    ...(calls.length > 0 && callsTools(...calls.map((call) => [call.tool, call.input ?? {}] as const))),
  }
}

function check(world: World, done: Done, expected: Readonly<Record<string, unknown>>): void {
  const looked: Looks = { ...looksAt(world, done), ...('verdict' in done ? {} : looksAtRun(done)) }
  const [seen, verdict]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [key, value] of Object.entries(expected)) {
    if (key in looked) seen[key] = value
    else verdict[key] = value
  }
  for (const [key, value] of Object.entries(seen)) same({ [key]: looked[key]?.(value) }, { [key]: value })
  if ('verdict' in done) same(done.verdict, { ...defaultsFor(verdict), ...verdict })
  else if (Object.keys(verdict).length > 0) throw new Error(`there is no check "${Object.keys(verdict)[0]}"`)
}

type Looks = Readonly<Record<string, (wanted: unknown) => unknown>>

function looksAt({ project, tools }: World, { heard }: Done): Looks {
  const read = (name: string): string => readFileSync(path.join(project.root, name), 'utf8')
  const lines = (text: string): unknown[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown)
  const each = (wanted: unknown, look: (text: string) => unknown): object =>
    Object.fromEntries(Object.keys(wanted as object).map((name) => [name, look(read(name))]))
  return {
    file: (wanted) => each(wanted, (text) => text),
    jsonl: (wanted) => each(wanted, lines),
    log: () => read('.hooks/log.jsonl').trim().split('\n'),
    no_file: (names) => (names as string[]).filter((name) => !existsSync(path.join(project.root, name))),
    tools: () => tools.tools.map(({ name }) => name),
    state: () => tools.state(),
    layers: () => tools.layers?.map(({ name }) => name),
    reloads: () => heard.reloads,
  }
}

function looksAtRun(done: Finished): Looks {
  const results = done.messages.filter(({ role }) => role === 'tool')
  return {
    events: (wanted) =>
      Array.isArray(wanted) || 'has' in Object(wanted) ? done.events : { last: done.events.at(-1) },
    model_calls: () => done.requests.length,
    tool_runs: () => done.tool_runs.length,
    tool_ids: () => results.map(({ tool_call_id }) => tool_call_id),
    tool_inputs: () => done.tool_runs.map(({ input }) => input),
    tool_messages: () => results.map(({ content }) => content),
    tool_message_order: (wanted) => results.slice(0, (wanted as []).length).map(({ name }) => name),
    forced: () => done.forced,
    flow: () => done.last.flow,
    hard: () => done.last.hard,
    messages: () => done.messages.map(({ content }) => content),
    system: () => done.requests.map(({ system_prompt = 'absent' }) => system_prompt),
    models: () => done.requests.map(({ model = 'absent' }) => model),
    error: () => (done.error instanceof Error ? done.error.message : done.error),
  }
}
