// A scenario that plays inside of an agent: events through the library, runs of our loop, or of the agent that is shipped.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { type AgentOptions, createAgent } from '../../src/agent.ts'
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type Message,
  type ModelRequest,
  type RunOptions,
  type RunnerFunction,
  type ToolCall,
  type Verdict,
} from '../../src/index.ts'
import { createStack, inMemoryFiles, toolsFor } from '../../src/tools.ts'
import { makeProject, type Project } from './cli.ts'
import { openAgent } from './scenario-agent.ts'
import { openLoop } from './scenario-loop.ts'
import type { Script, StandIns } from './scenario-script.ts'
import { configText, defaultsFor, numbered, same, type Scenario, spread } from './scenario.ts'

/** A run of an agent when there is a `model`, else an event. */
export interface Given extends Pick<
  RunOptions,
  'session' | 'prompt' | 'system_prompt' | 'max_context' | 'metadata'
> {
  readonly model?: Script
  /** What a person answers, one after the other. */
  readonly answers?: readonly boolean[]
  readonly abort_after_calls?: number
  readonly most?: number
  /** Written before it; a list is written as a burst, one after the other. */
  readonly files?: Files | readonly Files[]
  /** Removed before it. */
  readonly gone?: readonly string[]
  /** Written while its event is decided over. */
  readonly meanwhile?: Files
  /** Written once these are loaded. */
  readonly afterwards?: Files
  /** What is waited for after something was written. */
  readonly await?: 'reload' | 'problem'
  readonly dialect?: string
  readonly [field: string]: unknown
}

type Files = Readonly<Record<string, string>>

export interface LibScenario extends Omit<Scenario, 'given' | 'config'> {
  /** Who runs: `createAgent`. Absent: our own loop, as a host of the library has one. */
  readonly door?: 'agent'
  /** Of `createAgent`; absent: none. */
  readonly limits?: AgentOptions['limits']
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
  /** What stands in for tools: all that the agent has besides those of its stack; of our own loop, those that say more than their name. */
  readonly tools?: StandIns
  readonly given: readonly Given[]
}

/** Which build is played. */
export interface Library {
  readonly createEngine: typeof createEngine
  readonly createStack: typeof createStack
  readonly inMemoryFiles: typeof inMemoryFiles
  readonly toolsFor: typeof toolsFor
  readonly createAgent: typeof createAgent
}

/** What runs the agent of a scenario. */
export interface Door {
  readonly engine: Engine
  readonly tools: readonly string[]
  readonly layers?: readonly string[] | undefined
  /** What is kept of the last thread. */
  state(): unknown
  run(given: Given): Promise<Seen>
}

/** What a door is opened with. */
export interface Opening {
  readonly library: Library
  readonly project: Project
  /** Of its engine: the scenario's own rules, after these. */
  optionsWith(rules: readonly object[]): EngineOptions
}

/** What came of a run. */
export interface Seen {
  readonly events: readonly string[]
  readonly messages: readonly Message[]
  readonly requests: readonly Pick<ModelRequest, 'system_prompt' | 'model'>[]
  /** Calls that really ran. */
  readonly tool_runs: readonly Pick<ToolCall, 'name' | 'input'>[]
  readonly forced: boolean
  readonly stopped?: string | undefined
  readonly error?: unknown
  /** Of our own loop. */
  readonly last?: Verdict
}

interface World {
  readonly project: Project
  readonly door: Door
  readonly heard: { reloads: number; problems: number }
}

type Done = (Seen | { readonly verdict: object }) & {
  readonly heard: World['heard']
}

const source: Library = { createEngine, createStack, inMemoryFiles, toolsFor, createAgent }

/** Throws where something else came of it. */
export async function playInLibrary(scenario: LibScenario, library: Library = source): Promise<void> {
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
    await world.door.engine.close()
  }
}

async function open(scenario: LibScenario, library: Library): Promise<World> {
  const project = makeProject({ ...scenario.files, ...scenario.scripts })
  const heard = { reloads: 0, problems: 0 }
  const optionsWith = (rules: readonly object[]): EngineOptions => {
    const config = { version: 1, ...withRules(scenario.config ?? {}, rules) }
    if (scenario.engine !== undefined) project.write('hooks.yaml', configText({ config, ...scenario }) ?? '')
    return {
      root: project.root,
      layers: false,
      ...(scenario.engine === undefined
        ? { config }
        : { config: 'hooks.yaml', trust: 'all' as const, ...scenario.engine }),
      ...answersOf(scenario),
      onReload: () => void heard.reloads++,
      onDiagnostics: (list) => void (heard.problems += list.length),
    }
  }
  const openDoor = scenario.door === 'agent' ? openAgent : openLoop
  return { project, door: await openDoor(scenario, { library, project, optionsWith }), heard }
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
  const { files, gone = [], meanwhile, afterwards, await: awaited, ...asked } = spread(given) as Given // only its texts are other ones
  await change(() => write([files ?? []].flat(), gone, world), awaited, world)
  const done = asked.model === undefined ? sent(asked, world.door) : world.door.run(asked)
  if (meanwhile !== undefined) await change(() => write([meanwhile], [], world), 'reload', world)
  if (afterwards !== undefined) await write([afterwards], [], world)
  const finished = await done
  return { ...finished, heard: { ...world.heard } }
}

/** Between the writes of a burst: long enough for the first one to be seen, and less than a watcher waits for the next. */
const BURST_GAP_MS = 40

async function write(burst: readonly Files[], gone: readonly string[], { project }: World): Promise<void> {
  for (const file of gone) rmSync(path.join(project.root, file))
  for (const [at, files] of burst.entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, BURST_GAP_MS))
    for (const [file, text] of Object.entries(files)) project.write(file, text)
  }
}

async function change(work: () => Promise<void>, awaited: Given['await'], { heard }: World): Promise<void> {
  const key = awaited === 'problem' ? 'problems' : 'reloads'
  const before = heard[key]
  await work()
  if (awaited === undefined) return
  await vi.waitUntil(() => heard[key] > before, { timeout: 60_000, interval: 5 })
}

async function sent({ dialect, ...payload }: Given, { engine }: Door): Promise<{ verdict: object }> {
  if (!('event' in payload) && dialect === undefined) return { verdict: {} }
  const event = payload as { readonly event: string } // as the scenario says
  return { verdict: await engine.dispatch(event, dialect === undefined ? {} : { dialect }) }
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

function looksAt({ project, door }: World, { heard }: Done): Looks {
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
    tools: () => door.tools,
    state: () => door.state(),
    layers: () => door.layers,
    rules: () => door.engine.rules().map(({ name }) => name),
    reloads: () => heard.reloads,
  }
}

function looksAtRun(done: Seen): Looks {
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
    stopped: () => done.stopped ?? null,
    flow: () => done.last?.flow,
    hard: () => done.last?.hard,
    messages: () => done.messages.map(({ content }) => content),
    system: () => done.requests.map(({ system_prompt = 'absent' }) => system_prompt),
    models: () => done.requests.map(({ model = 'absent' }) => model),
    error: () => (done.error instanceof Error ? done.error.message : done.error),
  }
}
