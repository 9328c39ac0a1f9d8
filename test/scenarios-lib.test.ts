// Documents of test/scenarios/*.yaml that play inside of an agent: a scripted model, our loop, the library in process.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createEngine, type Engine, type Message, type ModelResponse, type RunOptions } from '../src/index.ts'
import { makeProject, type Project } from './support/cli.ts'
import { callsTools, runAgent, type Agent, type Finished } from './support/loop.ts'
import { stackOf, type Stack } from './support/stack.ts'

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

interface Given extends Pick<RunOptions, 'session' | 'prompt' | 'system_prompt' | 'max_context'> {
  readonly model: readonly Says[] | { readonly always: Says }
  /** What a person answers, one after the other. */
  readonly answers?: readonly boolean[]
  readonly abort_after_calls?: number
  readonly most?: number
}

interface Scenario {
  readonly id: string
  readonly mode?: 'lib'
  readonly files?: Record<string, string>
  readonly scripts?: Record<string, string>
  readonly config?: { readonly stack?: readonly string[]; readonly [key: string]: unknown }
  readonly given: readonly Given[]
  readonly expect: Record<string, unknown>
}

const dir = path.join(import.meta.dirname, 'scenarios')
const scenarios = readdirSync(dir)
  .flatMap((file) => parseAllDocuments(readFileSync(path.join(dir, file), 'utf8')))
  .map((document) => document.toJS() as Scenario)
  .filter(({ mode }) => mode === 'lib')

const engines: Engine[] = []
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

describe.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_id, scenario) => {
  test('holds', async () => {
    const project = makeProject({ ...scenario.files, ...scenario.scripts })
    const { stack: names = [], ...config } = scenario.config ?? {}
    const stack = stackOf(names, project.root)
    const engine = await createEngine({ root: project.root, config: withStack(config, stack), layers: false })
    engines.push(engine)
    const threads = new Map<string, readonly Message[]>()
    const finished: Finished[] = []
    for (const given of scenario.given) finished.push(await play(given, { engine, stack, threads }))
    const numbered = '$1' in scenario.expect ? scenario.expect : { $1: scenario.expect }
    for (const [key, expected] of Object.entries(numbered)) {
      const done = finished[Number(key.slice(1)) - 1]
      if (done === undefined) throw new Error(`there is no run ${key}`)
      check({ project, done, stack }, expected as Record<string, unknown>)
    }
  })
})

function withStack(config: Record<string, unknown>, { rules }: Stack): Record<string, unknown> {
  const own = Array.isArray(config.rules) ? config.rules : []
  return { version: 1, ...config, ...(rules.length > 0 && { rules: [...rules, ...own] }) }
}

interface Table {
  readonly engine: Engine
  readonly stack: Stack
  readonly threads: Map<string, readonly Message[]>
}

async function play(given: Given, { engine, stack, threads }: Table): Promise<Finished> {
  const { model, answers, abort_after_calls, ...options } = given
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
    tools: new Proxy(stack.tools, { get: (tools, name: string) => tools[name] ?? standIn(name) }),
    model: async (request) => {
      const response = await script(request)
      if (++asked === abort_after_calls) aborting.abort()
      return response
    },
  })
  if (given.session !== undefined) threads.set(given.session, finished.messages)
  return finished
}

/** A tool that says its name, `slow` later than others. */
function standIn(name: string) {
  return () => new Promise((resolve) => setTimeout(() => resolve(name), name === 'slow' ? 20 : 1))
}

function scripted(model: Given['model']): Agent['model'] {
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

interface Ended {
  readonly project: Project
  readonly done: Finished
  readonly stack: Stack
}

function check({ project, done, stack }: Ended, expected: Record<string, unknown>): void {
  const read = (name: string): string => readFileSync(path.join(project.root, name), 'utf8')
  const lines = (name: string): unknown[] =>
    read(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  const results = done.messages.filter(({ role }) => role === 'tool')
  const got: Readonly<Record<string, (wanted: unknown) => unknown>> = {
    events: (wanted) => (Array.isArray(wanted) ? done.events : { last: done.events.at(-1) }),
    model_calls: () => done.requests.length,
    tool_runs: () => done.tool_runs.length,
    tool_messages: () => results.map(({ content }) => content),
    tool_message_order: (wanted) => results.slice(0, (wanted as []).length).map(({ name }) => name),
    forced: () => done.forced,
    flow: () => done.last.flow,
    hard: () => done.last.hard,
    messages: () => done.messages.map(({ content }) => content),
    system: () => done.requests.map(({ system_prompt = 'absent' }) => system_prompt),
    error: () => (done.error instanceof Error ? done.error.message : done.error),
    file: (wanted) => Object.fromEntries(Object.keys(wanted as object).map((name) => [name, read(name)])),
    jsonl: (wanted) => Object.fromEntries(Object.keys(wanted as object).map((name) => [name, lines(name)])),
    log: () => read('.hooks/log.jsonl').trim().split('\n'),
    tools: () => ({ has: Object.keys(stack.tools) }),
  }
  for (const [key, value] of Object.entries(expected)) {
    const find = got[key]
    if (find === undefined) throw new Error(`there is no check "${key}"`)
    if (key === 'tools')
      expect(find(value)).toEqual({ has: expect.arrayContaining((value as { has: [] }).has) as unknown })
    else expect({ [key]: find(value) }).toMatchObject({ [key]: wanted(value) })
  }
}

/** `{re: …}` matches a text. */
function wanted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wanted)
  if (typeof value !== 'object' || value === null) return value
  if ('re' in value) return expect.stringMatching(new RegExp(String(value.re))) as unknown
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wanted(inner)]))
}
