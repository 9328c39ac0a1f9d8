// What cases are played on: the engine that answers agents, with nothing outside that it could change.
import { dirname } from 'node:path'
import { dispatch, type DispatchResult, type Effects } from '../../../engine/dispatch.ts'
import { createRegistry, type RuleCompiler } from '../../../engine/select/registry.ts'
import { createSpawn } from '../../../handlers/spawn/spawn.ts'
import type { Event, Files, Handler, Outcome, Plan, Registry, Rule, Spawn } from '../../../model/types.ts'
import { effectsFor, makersFor } from '../../../run/decide/effects.ts'
import type { Host } from '../../../run/host.ts'
import { createClock, createFiles } from '../../../store/files.ts'
import { createMemoryState } from '../../../store/state/memory.ts'

/** What playing needs from outside. */
interface Effort {
  readonly makers: RuleCompiler
  /** Everything that an event may touch, save its state. */
  readonly effects: Omit<Effects, 'state'>
  /** Rules without a reply start their scripts. */
  readonly scripts: boolean
}

type Replies = Readonly<Record<string, Outcome>>

export interface Bench {
  readonly rules: readonly Rule[]
  readonly makers: RuleCompiler
  readonly scripts: boolean
  /** Asks about events that share a state of their own; the result is the last one's, `before` those of all before it. */
  ask(events: readonly Event[], replies: Replies, without?: ReadonlySet<Rule>): Promise<Asked>
}

export interface Asked extends DispatchResult {
  readonly before: readonly DispatchResult[]
}

export function createBench(plan: Plan, effort: Effort): Bench {
  const rules = Object.values(plan.events).flatMap((list) => list ?? [])
  const now: Now = { replies: {} }
  const makers = standingIn(effort, now)
  const whole = createRegistry(rules, plan.settings, makers)
  return {
    rules,
    makers,
    scripts: effort.scripts,
    async ask(events, replies, without) {
      now.replies = replies
      const registry =
        without === undefined || without.size === 0
          ? whole
          : createRegistry(
              rules.filter((rule) => !without.has(rule)),
              plan.settings,
              makers,
            )
      return askAll(registry, events, effort.effects)
    },
  }
}

async function askAll(
  registry: Registry,
  events: readonly Event[],
  effects: Effort['effects'],
): Promise<Asked> {
  const files: Files = createOverlay(effects.files)
  const own: Effects = { ...effects, files, state: createMemoryState(effects.clock) }
  const results: DispatchResult[] = []
  for (const event of events) results.push(await dispatch(registry, event, { effects: own, explain: true }))
  const last = results.pop()
  if (last === undefined) throw new Error('a case has at least one event')
  return { ...last, before: results }
}

/** The replies of the case that is being played. */
interface Now {
  replies: Replies
}

/** Scripts and recipes answer with the case's reply; without one a script has no opinion, or really runs, and a recipe stays pending. */
function standingIn({ makers, scripts }: Effort, now: Now): RuleCompiler {
  return {
    ...makers,
    handler(rule) {
      const { kind } = rule.handler
      if (kind !== 'run' && kind !== 'recipe') return makers.handler(rule)
      let real: Handler | undefined
      return (subject, context) => {
        const reply = Object.hasOwn(now.replies, rule.name) ? now.replies[rule.name] : undefined
        if (reply !== undefined) return reply
        if (kind === 'run' && !scripts) return {}
        real ??= makers.handler(rule)
        return real(subject, context)
      }
    },
  }
}

/** The real files to read; what is written stays in memory. */
function createOverlay(below: Files): Files {
  const texts = new Map<string, string | undefined>()
  const isDir = (dir: string): boolean =>
    [...texts].some(([file, text]) => text !== undefined && file.startsWith(`${dir}/`))
  const read: Files['read'] = (file) => (texts.has(file) ? texts.get(file) : below.read(file))
  return {
    read,
    write: (file, text) => void texts.set(file, text),
    append: (file, text) => void texts.set(file, (read(file) ?? '') + text),
    remove: (file) => void texts.set(file, undefined),
    list: (dir) => {
      const names = new Set(below.list(dir))
      for (const [file, text] of texts) {
        if (!file.startsWith(`${dir}/`)) continue
        const [name = '', ...rest] = file.slice(dir.length + 1).split('/')
        if (rest.length > 0) names.add(`${name}/`)
        else if (text === undefined) names.delete(name)
        else names.add(name)
      }
      return [...names].sort()
    },
    kind: (file) => {
      if (texts.has(file)) return texts.get(file) === undefined ? undefined : 'file'
      return below.kind(file) ?? (isDir(file) ? 'dir' : undefined)
    },
    inode: (file) => below.inode?.(file),
    real: (file) =>
      texts.has(file) ? `${below.real(dirname(file))}${file.slice(dirname(file).length)}` : below.real(file),
  }
}

/** What cases may touch: the clock, the files to read, and processes only when they are asked for. */
export function effortFor(host: Host, scripts: boolean): Effort {
  return {
    makers: makersFor(host, undefined),
    effects: {
      ...effectsFor(host),
      clock: createClock(),
      files: createFiles(),
      spawn: scripts ? listening(host) : none,
      dry: !scripts,
    },
    scripts,
  }
}

const none: Spawn = async () => ({
  end: 'failed',
  failure: 'hooks test starts nothing without --scripts',
  stdout: '',
  stderr: '',
  ms: 0,
})

/** What was started ends with us. */
function listening(host: Host): Spawn {
  const controller = new AbortController()
  host.onInterrupt(() => controller.abort())
  return createSpawn({ signal: controller.signal })
}
