// The engine in one process, without agent and ledger, the facts of each event known: how long a dispatch takes.
import * as parser from 'unbash'
import { catalog, dialects, matchers } from '../src/catalog.ts'
import { compilePlan } from '../src/config/compile/compile.ts'
import { type FactSource, unknownHistory } from '../src/engine/subject.ts'
import { dispatch } from '../src/engine/dispatch.ts'
import { createRegistry, matchersByKey, createRuleCompiler } from '../src/engine/live.ts'
import { createFactSource } from '../src/shell/source.ts'
import { createFiles } from '../src/store/disk/files.ts'
import * as cel from '../src/matchers/cel/cel.ts'
import * as re2 from '../src/patterns/regex/re2.ts'
import { createMemoryState } from '../src/store/state/memory.ts'
import type { Event, Spawn } from '../src/model/types.ts'

const clock = { now: () => Date.now(), elapsed: () => performance.now() }

const spawn: Spawn = async () => ({ end: 'exit', code: 0, stdout: '', stderr: '', ms: 0 })

const files = createFiles()

const loaders = { parser: () => parser, linear: () => re2, cel: () => cel }

const effects = {
  clock,
  files,
  spawn,
  state: createMemoryState(clock),
  env: {},
  frontMatter: (body: string) => ({ body }),
  parser: loaders.parser,
}

function eventsOf(root: string, commands: readonly string[]): readonly Event[] {
  return commands.map((command) => ({
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Work on the shop' },
    cwd: root,
    root,
    raw: {},
  }))
}

/** Facts that were worked out before. */
function knownFacts(root: string, events: readonly Event[]): FactSource {
  const source = createFactSource({ files, env: {}, parser: loaders.parser })
  const known = new Map(events.map((event) => [event, source.facts(event)]))
  const look = events[0] === undefined ? undefined : source.look?.(events[0])
  return {
    facts: (event) => known.get(event) ?? source.facts(event),
    did: () => unknownHistory,
    look: () => look,
  }
}

/** Microseconds per event with the rules of a project. */
export async function timeEvents(root: string, commands: readonly string[], count: number): Promise<number> {
  const layers = [{ layer: 'project', path: `${root}/hooks.yaml`, file: 'hooks.yaml' }] as const
  const { plan } = compilePlan({ root, layers, env: {}, files, catalog, trust: 'all' })
  if (plan === undefined) throw new Error(`${root}/hooks.yaml does not compile`)
  const makers = createRuleCompiler({
    ...catalog,
    matchers: matchersByKey(matchers),
    scripted: dialects,
    ...loaders,
    makeRun: () => () => ({}),
  })
  const registry = createRegistry(Object.values(plan.events).flat(), plan.settings, makers)
  const events = eventsOf(root, commands)
  const options = { effects, facts: knownFacts(root, events) }
  const pass = async (): Promise<number> => {
    const began = performance.now()
    for (let at = 0; at < count; at++)
      await dispatch(registry, events[at % events.length] ?? events[0]!, options)
    return ((performance.now() - began) * 1000) / count
  }
  await pass() // warm-up, not counted
  const passes: number[] = []
  for (let round = 0; round < 5; round++) passes.push(await pass())
  return Math.min(...passes)
}
