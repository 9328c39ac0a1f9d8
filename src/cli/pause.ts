import path from 'node:path'
import { createClock, createFiles } from '../store/files.ts'
import { nearest } from '../config/check/diagnostics/similar.ts'
import { parseDuration } from '../patterns/text/duration.ts'
import type { Host } from '../run/host.ts'
import { appendPrivate, makePrivate } from '../store/private-dir.ts'
import { projectKey } from '../store/plan/dirs.ts'
import { isPausedBy, type Pause, pausesFile, readPauses } from '../store/plan/pauses.ts'
import { hideSecrets } from '../patterns/text/secrets.ts'
import { choosePaint } from './print/paint.ts'
import { pageWidth } from './print/page.ts'
import { drawRows } from './print/rows.ts'
import { span, visible } from '../patterns/text/terminal-text.ts'
import type { Plan, Rule } from '../model/types.ts'
import { agentAround } from './shared/agent-around.ts'
import { compileLayers, findHere, type Here } from './shared/compile-here.ts'

export interface PauseOptions {
  readonly for?: string
  readonly reason?: string
  readonly list?: true
  /** Name of the rule whose pause is over. */
  readonly end?: string
}

const MAX_MS = 7 * 24 * 60 * 60 * 1000
const MAX_REASON = 200

/** `hooks pause`: a rule only watches for a while. Never for an agent: only a person at a terminal may say so. */
export function pause(host: Host, rule: string | undefined, options: PauseOptions): number {
  const here = findHere(host)
  if (options.list === true) return listPauses(host, here)
  const refused = notAPerson(host)
  if (refused !== undefined) return refuse(host, refused)
  if (options.end !== undefined) return endPause(host, here, options.end)
  if (rule === undefined) return refuse(host, 'name a rule: hooks pause RULE --for 1h --reason "why"')
  const asked = askedFor(host, here, { ...options, rule })
  return typeof asked === 'string' ? refuse(host, asked) : beginPause(host, here, asked)
}

function refuse(host: Host, message: string): number {
  host.err(`hooks: ${message}\n`)
  return 1
}

function notAPerson(host: Host): string | undefined {
  const agent = agentAround(host)
  if (agent !== undefined)
    return `rules are paused by people, and ${agent} is set: this runs inside of an agent`
  const { terminal, stdinIsTerminal } = host
  return terminal && stdinIsTerminal ? undefined : 'rules are paused at a terminal only; this is none'
}

function askedFor(
  host: Host,
  here: Here,
  { rule, for: time, reason }: PauseOptions & { readonly rule: string },
): Pause | string {
  const until = time === undefined ? undefined : parseDuration(time)
  if (until === undefined || until <= 0) return 'say for how long: --for 30m, --for 2h'
  if (until > MAX_MS) return 'a rule is paused for a week at most; for longer set "mode: watch" in its file'
  const why = reason?.trim() ?? ''
  if (why === '') return 'say why: --reason "regenerating the protos"'
  const wrong = notPausable(rule, compileLayers(host, here))
  if (wrong !== undefined) return wrong
  const since = createClock().now()
  const by = host.env.USER ?? host.env.USERNAME ?? 'somebody'
  return {
    rule,
    since,
    until: since + until,
    reason: visible(hideSecrets(why, '***', true)).slice(0, MAX_REASON),
    by: visible(by),
  }
}

/** Why a rule cannot be paused; undefined when it can. */
export function notPausable(
  name: string,
  { plan, sound }: { readonly plan?: Plan; readonly sound?: Plan },
): string | undefined {
  const rules = Object.values((plan ?? sound)?.events ?? {}).flat()
  const own = rules.filter((rule) => isNamed(rule, name))
  const locked = own.find((rule) => rule.locked === true)
  if (locked !== undefined)
    return `rule "${name}" is locked by the owner of this machine and cannot be paused (${locked.at.file}:${locked.at.line})`
  if (own.length > 0) return undefined
  const meant = nearest(name, [...new Set(rules.map((rule) => rule.name))])
  return `there is no rule "${name}" here${meant === undefined ? '; see hooks list' : `; is it "${meant}"?`}`
}

/** The rule itself or one of its steps, locked or not. */
function isNamed({ name: own }: Rule, name: string): boolean {
  return isPausedBy({ rule: name }, { name: own })
}

interface Kept {
  readonly stateDir: string
  readonly now: number
  /** Those that have not ended. */
  readonly pauses: readonly Pause[]
}

function keptIn({ dirs, root }: Here): Kept {
  const stateDir = path.join(dirs.state, projectKey(root))
  const now = createClock().now()
  return { stateDir, now, pauses: readPauses(stateDir).pauses.filter(({ until }) => until > now) }
}

function beginPause(host: Host, here: Here, pause: Pause): number {
  const kept = keptIn(here)
  const others = kept.pauses.filter(({ rule }) => rule !== pause.rule)
  const failed = keep(here, kept, { pauses: [...others, pause], line: lineOf('pause', pause) })
  if (failed !== undefined) return refuse(host, failed)
  host.out(
    `✓ ${visible(pause.rule)} only watches for ${span(pause.until - pause.since)}, then it is back\n  sooner: hooks pause --end ${visible(pause.rule)}\n`,
  )
  return 0
}

function endPause(host: Host, here: Here, name: string): number {
  const kept = keptIn(here)
  const found = kept.pauses.find(({ rule }) => rule === name)
  if (found === undefined) return refuse(host, `rule "${name}" is not paused`)
  const pauses = kept.pauses.filter((pause) => pause !== found)
  const failed = keep(here, kept, { pauses, line: lineOf('resume', { ...found, until: kept.now }) })
  if (failed !== undefined) return refuse(host, failed)
  host.out(`✓ ${visible(name)} is in force again\n`)
  return 0
}

function lineOf(
  event: 'pause' | 'resume',
  { rule, until, reason, by }: Pause,
): Readonly<Record<string, unknown>> {
  return {
    event,
    decision: 'proceed',
    rule,
    ms: 0,
    pause: { until: new Date(until).toISOString(), reason, by },
  }
}

/** The ledger first: what is not recorded does not hold. Returns why it could not. */
function keep(
  { dirs }: Here,
  { stateDir, now }: Kept,
  { pauses, line }: { pauses: readonly Pause[]; line: Readonly<Record<string, unknown>> },
): string | undefined {
  if (!makePrivate(dirs.state) || !makePrivate(stateDir)) return `${stateDir} is not ours alone`
  const time = new Date(now).toISOString()
  try {
    const text = `${JSON.stringify({ time, ...line })}\n`
    appendPrivate(path.join(stateDir, 'ledger', `${time.slice(0, 10)}.jsonl`), text)
    createFiles().write(pausesFile(stateDir), `${JSON.stringify(pauses, undefined, 2)}\n`)
    return undefined
  } catch (error) {
    return `the pause could not be kept: ${error instanceof Error ? error.message : String(error)}`
  }
}

function listPauses(host: Host, here: Here): number {
  const { pauses, now } = keptIn(here)
  const rows = pauses.map((pause) => ({
    glyph: '~',
    colour: 'yellow' as const,
    name: pause.rule,
    word: `${span(pause.until - now)} left`,
    text: `${pause.reason} (${pause.by})`,
    place: '',
    whole: true,
  }))
  const lines =
    rows.length === 0 ? ['no rule is paused'] : drawRows(rows, pageWidth(host.columns), choosePaint(host))
  host.out(`${lines.join('\n')}\n`)
  return 0
}
