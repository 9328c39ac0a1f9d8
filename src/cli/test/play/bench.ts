// What cases are played on: the engine that answers agents, with nothing outside that it could change.
import { dispatch, type DispatchResult, type Effects } from '../../../engine/dispatch.ts'
import { createRegistry, type Makers } from '../../../engine/select/registry.ts'
import { createMemoryState } from '../../../store/state/memory.ts'
import type { Event, Files, Handler, Outcome, Plan, Registry, Rule } from '../../../model/types.ts'
import { createOverlay } from './overlay.ts'

/** What playing needs from outside. */
export interface Effort {
  readonly makers: Makers
  /** Everything that an event may touch, save its state. */
  readonly effects: Omit<Effects, 'state'>
  /** Rules without a reply start their scripts. */
  readonly scripts: boolean
}

type Replies = Readonly<Record<string, Outcome>>

export interface Bench {
  readonly rules: readonly Rule[]
  readonly makers: Makers
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
function standingIn({ makers, scripts }: Effort, now: Now): Makers {
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
