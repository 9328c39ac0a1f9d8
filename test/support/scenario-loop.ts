// Runs of our own loop, as a host of the library has one.
import type { Message } from '../../src/index.ts'
import type { AgentTools, StackChoice } from '../../src/tools.ts'
import { runAgent, type Agent, type Tool } from './loop.ts'
import type { Door, Given, LibScenario, Opening, Seen } from './scenario-lib.ts'
import { scripted, standIn } from './scenario-script.ts'

export async function openLoop(
  scenario: LibScenario,
  { library, project, optionsWith }: Opening,
): Promise<Door> {
  const fs = scenario.memory && library.inMemoryFiles(scenario.memory)
  const choice = { root: project.root, ...(fs && { fs }) }
  const stack = scenario.stack && library.createStack({ ...choice, ...choiceOf(scenario.stack) })
  const engine = await library.createEngine(optionsWith(stack?.rules ?? []))
  const own = stack ?? library.toolsFor(engine, choice)
  const threads = new Map<string, readonly Message[]>()
  return {
    engine,
    tools: own.tools.map(({ name }) => name),
    layers: stack?.layers.map(({ name }) => name),
    state: () => own.state(),
    run: async (given) => {
      const before = threads.get(given.session ?? '') ?? []
      const seen = await runOnce(given, { engine, before, own, scenario })
      if (given.session !== undefined) threads.set(given.session, seen.messages)
      return seen
    },
  }
}

/** A list of names is all of them with what they do by themselves. */
function choiceOf(stack: NonNullable<LibScenario['stack']>): StackChoice {
  return Array.isArray(stack) ? { only: stack } : (stack as StackChoice) // createStack refuses what is none
}

interface RunOfLoop extends Pick<Agent, 'engine'> {
  readonly before: readonly Message[]
  readonly own: AgentTools
  readonly scenario: LibScenario
}

async function runOnce(given: Given, { engine, before, own, scenario }: RunOfLoop): Promise<Seen> {
  const { model = [], answers, abort_after_calls, ...options } = given
  const aborting = new AbortController()
  const script = scripted(model)
  const begun = new Set<string>()
  let asked = 0
  let answered = 0
  return runAgent({
    engine,
    ...options,
    ...(answers !== undefined && { onAsk: () => answers[answered++] ?? false }),
    messages: before,
    signal: aborting.signal,
    tools: new Proxy({}, { get: (_, name: string) => toolNamed(name, { own, scenario, begun }) }),
    model: () => {
      const response = script()
      if (++asked === abort_after_calls) aborting.abort()
      return response
    },
  })
}

interface ToolsOfRun extends Pick<RunOfLoop, 'own' | 'scenario'> {
  readonly begun: Set<string>
}

/** The stack's own, or what stands in for it; "nope" is none. */
function toolNamed(name: string, { own, scenario, begun }: ToolsOfRun): Tool {
  if (name === 'nope' || own.tools.some((tool) => tool.name === name))
    return async (input) => (await own.run({ name, input })).output
  return () => standIn(name, begun, scenario.tools)
}
