// The engine in one process, without agent, files and ledger: how long an event takes that no rule matches.
import { builtins, dialects, matchers } from '../src/catalog.ts'
import { compilePlan } from '../src/config/compile.ts'
import { dispatch } from '../src/engine/dispatch.ts'
import { createRegistry } from '../src/engine/registry.ts'
import { createFiles } from '../src/files.ts'
import { createMakers } from '../src/handlers/make.ts'
import { createMemoryState } from '../src/state/memory.ts'
import type { Event, Spawn } from '../src/types.ts'

const clock = { now: () => Date.now(), elapsed: () => performance.now() }

const spawn: Spawn = async () => ({ end: 'exit', code: 0, stdout: '', stderr: '', ms: 0 })

const effects = {
  clock,
  files: createFiles(),
  spawn,
  state: createMemoryState(clock),
  env: {},
  frontMatter: (body: string) => ({ body }),
}

function eventsIn(root: string): readonly Event[] {
  const commands = ['npm run build', 'git status --short', 'ls -la src/cart.ts', 'npx vitest run test/orders']
  return commands.map((command) => ({
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: `Run ${command}` },
    cwd: root,
    root,
    raw: {},
  }))
}

/** Microseconds per event with the rules of a project. */
export async function timeEvents(root: string, count: number): Promise<number> {
  const catalog = { matchers, builtins, dialects }
  const layers = [{ layer: 'project', path: `${root}/hooks.yaml`, file: 'hooks.yaml' }] as const
  const { plan } = compilePlan({ root, layers, env: {}, files: effects.files, catalog })
  if (plan === undefined) throw new Error(`${root}/hooks.yaml does not compile`)
  const makers = createMakers({
    ...catalog,
    makeRun: () => () => ({}),
  })
  const registry = createRegistry(Object.values(plan.events).flat(), plan.settings, makers)
  const events = eventsIn(root)
  const pass = async (): Promise<number> => {
    const began = performance.now()
    for (let at = 0; at < count; at++)
      await dispatch(registry, events[at % events.length] ?? events[0]!, { effects })
    return ((performance.now() - began) * 1000) / count
  }
  await pass() // warm-up, not counted
  const passes = [await pass(), await pass(), await pass()]
  return Math.min(...passes)
}
