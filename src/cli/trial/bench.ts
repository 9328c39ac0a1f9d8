// Runs test cases on the engine, without lasting effects.
import { dirname } from 'node:path'
import { dispatch, type DispatchResult, type Effects } from '../../engine/dispatch.ts'
import { createRegistry, type RuleCompiler } from '../../engine/live.ts'
import { createSpawn } from '../../handlers/spawn/spawn.ts'
import type { Event, Files, Handler, Outcome, Plan, Registry, Rule, Spawn } from '../../model/types.ts'
import { effectsFor, makersFor } from '../../run/decide.ts'
import type { Host, Call } from '../../run/call.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { createMemoryState } from '../../store/state/memory.ts'

export interface RunnerEnvironment {
  readonly makers: RuleCompiler
  readonly effects: Omit<Effects, 'state'>
  /** Rules without a reply start their scripts. */
  readonly scripts: boolean
}

type Replies = Readonly<Record<string, Outcome>>

export interface CaseRunner {
  readonly plan: Plan
  readonly makers: RuleCompiler
  readonly effects: RunnerEnvironment['effects']
  readonly scripts: boolean
  /** Dispatches events in one fresh session; returns the result of the last, and those before it in `before`. */
  ask(events: readonly Event[], how?: AskOptions): Promise<CaseResult>
  /** A fresh session: each event finds what those before it left. */
  openSession(): AskSession
}

type AskSession = (event: Event) => Promise<DispatchResult>

interface AskOptions {
  readonly replies?: Replies
  /** Also what each rule of the event made of it, which costs as much as there are rules. */
  readonly explain?: boolean
  readonly without?: ReadonlySet<Rule>
}

export interface CaseResult extends DispatchResult {
  readonly before: readonly DispatchResult[]
}

export function createCaseRunner(plan: Plan, effort: RunnerEnvironment): CaseRunner {
  const rules = Object.values(plan.events).flatMap((list) => list ?? [])
  const now: CurrentReplies = { replies: {} }
  const makers = withReplies(effort, now)
  const whole = createRegistry(rules, plan.settings, makers)
  return {
    plan,
    makers,
    effects: effort.effects,
    scripts: effort.scripts,
    async ask(events, { replies = {}, explain = false, without } = {}) {
      now.replies = replies
      const registry =
        without === undefined || without.size === 0
          ? whole
          : createRegistry(
              rules.filter((rule) => !without.has(rule)),
              plan.settings,
              makers,
            )
      return askAll(events, openSession(registry, effort.effects, explain))
    },
    openSession: () => openSession(whole, effort.effects, false),
  }
}

function openSession(
  registry: Registry,
  effects: RunnerEnvironment['effects'],
  explain: boolean,
): AskSession {
  const files: Files = createOverlay(effects.files)
  const own: Effects = { ...effects, files, state: createMemoryState(effects.clock) }
  return (event) => dispatch(registry, event, { effects: own, explain })
}

async function askAll(events: readonly Event[], ask: AskSession): Promise<CaseResult> {
  const results: DispatchResult[] = []
  for (const event of events) results.push(await ask(event))
  const last = results.pop()
  if (last === undefined) throw new Error('a case has at least one event')
  return { ...last, before: results }
}

interface CurrentReplies {
  replies: Replies
}

/** Scripts and recipes answer with the case's reply; without one a script has no opinion, or really runs, and a recipe stays pending. */
function withReplies({ makers, scripts }: RunnerEnvironment, now: CurrentReplies): RuleCompiler {
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

/** Reads what is below; writes stay in memory. */
export function createOverlay(below: Files): Files {
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

/** Processes are started only with `scripts`. */
export function environmentFor(host: Host, scripts: boolean): RunnerEnvironment {
  return {
    makers: makersFor(host),
    effects: {
      ...effectsFor(host, undefined),
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

/** Scripts end when the process is interrupted. */
function listening(host: Call): Spawn {
  const controller = new AbortController()
  host.onInterrupt(() => controller.abort())
  return createSpawn({ signal: controller.signal })
}
