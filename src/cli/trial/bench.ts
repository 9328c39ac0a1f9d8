// The one place where rules are tried on calls, without lasting effects: examples, tests, past calls, exceptions.
import { dirname } from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import { dispatch, type DispatchResult } from '../../engine/dispatch.ts'
import { createRegistry, type RuleCompiler } from '../../engine/live.ts'
import type { Event, Files, Handler, Outcome, Plan, Registry, Rule, Spawn } from '../../model/types.ts'
import { effectsFor, interruptible, makersFor } from '../../run/decide.ts'
import type { Host } from '../../run/call.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { readTrust } from '../../store/records/trust.ts'
import { createMemoryState } from '../../store/state/memory.ts'
import { compileLayers, type ProjectConfig } from '../open-project.ts'

interface BenchOptions {
  /** Rules without a reply start their scripts; else no process is started. */
  readonly scripts?: boolean
  /** The machine's, where absent. */
  readonly files?: Files
}

/** Rules that wait for trust count as trusted: nothing is started. */
export function compilePlayed(host: Host, here: ProjectConfig, files = createFiles()): CompileResult {
  const { trust } = readTrust(here.dirs, here.root, Date.now())
  return compileLayers(host, here, { asks: false, trust: { ...trust, played: true }, files })
}

type Replies = Readonly<Record<string, Outcome>>

export interface Bench {
  readonly host: Host
  readonly plan: Plan
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

export function createBench(
  host: Host,
  plan: Plan,
  { scripts = false, files = createFiles() }: BenchOptions = {},
): Bench {
  const rules = Object.values(plan.events).flat()
  let answers: Replies = {}
  const answerOf = (name: string) => (Object.hasOwn(answers, name) ? answers[name] : undefined)
  const makers = withReplies(makersFor(host), { answerOf, scripts })
  const effects = {
    ...effectsFor(host, undefined),
    clock: createClock(),
    files,
    spawn: scripts ? interruptible(host, false) : none,
    dry: !scripts,
  }
  const registryOf = (all: readonly Rule[]): Registry => createRegistry(all, plan.settings, makers)
  const whole = registryOf(rules)
  const openSession = (registry: Registry, explain: boolean): AskSession => {
    const own = { ...effects, files: createOverlay(files), state: createMemoryState(effects.clock) }
    return (event) => dispatch(registry, event, { effects: own, explain })
  }
  return {
    host,
    plan,
    scripts,
    async ask(events, { replies = {}, explain = false, without } = {}) {
      answers = replies
      const registry = without?.size ? registryOf(rules.filter((rule) => !without.has(rule))) : whole
      const ask = openSession(registry, explain)
      const before: DispatchResult[] = []
      for (const event of events.slice(0, -1)) before.push(await ask(event))
      return { ...(await ask(lastOf(events))), before }
    },
    openSession: () => openSession(whole, false),
  }
}

export function lastOf(events: readonly Event[]): Event {
  const last = events.at(-1)
  if (last === undefined) throw new Error('a case has at least one event')
  return last
}

interface Answering {
  readonly answerOf: (name: string) => Outcome | undefined
  readonly scripts: boolean
}

/** Scripts and recipes answer with the case's reply; without one a script has no opinion, or really runs, and a recipe stays pending. */
function withReplies(makers: RuleCompiler, { answerOf, scripts }: Answering): RuleCompiler {
  return {
    ...makers,
    handler(rule) {
      const { kind } = rule.handler
      if (kind !== 'run' && kind !== 'recipe') return makers.handler(rule)
      let real: Handler | undefined
      return (subject, context) => {
        const reply = answerOf(rule.name)
        if (reply !== undefined) return reply
        if (kind === 'run' && !scripts) return {}
        real ??= makers.handler(rule)
        return real(subject, context)
      }
    },
  }
}

const none: Spawn = async () => ({
  end: 'failed',
  failure: 'hooks test starts nothing without --scripts',
  stdout: '',
  stderr: '',
  ms: 0,
})

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
