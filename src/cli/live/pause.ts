import path from 'node:path'
import { errorMessage } from '../../model/errors.ts'
import { nearest } from '../../config/diagnostics/diagnostics.ts'
import type { Plan } from '../../model/types.ts'
import { parseDuration } from '../../patterns/text/duration.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import { span, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { lineId } from '../../store/ledger/append.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { isPausedBy, MAX_PAUSE_MS, type Pause, readPauses, writePauses } from '../../store/records/pauses.ts'
import { appendPrivate, makePrivate } from '../../store/disk/private-dir.ts'
import { type PersonAction, tellDone, whyNotConsented, whyNotHere } from '../person/consent.ts'
import { choosePaint, pageWidth } from '../page/page.ts'
import { drawRows } from '../page/columns.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../open-project.ts'

interface PauseOptions {
  readonly for?: string
  readonly reason?: string
  readonly list?: true
  /** Name of the rule whose pause ends. */
  readonly end?: string
}

const MAX_REASON = 200

/** For people only: an agent must not switch off its own rules. */
export function pause(host: Host, rule: string | undefined, options: PauseOptions): number {
  const here = findProjectConfig(host)
  if (options.list === true) return listPauses(host, here)
  if (options.end !== undefined) return endPause(host, here, options.end)
  const refused = whyNotHere(host, here, action)
  if (refused !== undefined) return writeFailure(host, refused)
  if (rule === undefined) return writeFailure(host, 'name a rule: hooks pause RULE --for 1h --reason "why"')
  const begun = newPause(host, here, { ...options, rule })
  return typeof begun === 'string' ? writeFailure(host, begun) : beginPause(host, here, begun)
}

const action: PersonAction = { verb: 'pause', what: 'pause rules' }

function newPause(
  host: Host,
  here: ProjectConfig,
  { rule, for: time, reason }: PauseOptions & { readonly rule: string },
): Pause | string {
  const until = time === undefined ? undefined : parseDuration(time)
  if (until === undefined || until <= 0) return 'set how long: --for 30m, --for 2h'
  if (until > MAX_PAUSE_MS)
    return 'a pause lasts 24 h at most: --for 24h, and again tomorrow; for longer set "mode: watch" in its file'
  const why = reason?.trim() ?? ''
  if (why === '') return 'give a reason: --reason "regenerating the protos"'
  const wrong = notPausable(rule, compileLayers(host, here))
  if (wrong !== undefined) return wrong
  const since = createClock().now()
  const by = host.env.USER ?? host.env.USERNAME ?? 'somebody'
  const shown = visible(hideSecrets(why, '***')).slice(0, MAX_REASON)
  return { rule, since, until: since + until, reason: shown, by: visible(by) }
}

/** Why a rule cannot be paused; undefined when it can. */
export function notPausable(
  name: string,
  { plan, sound }: { readonly plan?: Plan; readonly sound?: Plan },
): string | undefined {
  const rules = Object.values((plan ?? sound)?.events ?? {}).flat()
  // The rule itself or one of its steps.
  const own = rules.filter((rule) => isPausedBy({ rule: name }, { name: rule.name }))
  const locked = own.find((rule) => rule.locked === true)
  if (locked?.layer === 'built-in') return `rule "${name}" is built in and cannot be paused`
  if (locked !== undefined)
    return `rule "${name}" is locked by the owner of this machine and cannot be paused (${locked.at.file}:${locked.at.line})`
  if (own.length > 0) return undefined
  const meant = nearest(name, [...new Set(rules.map((rule) => rule.name))])
  return `there is no rule "${name}" here${meant === undefined ? '; see hooks list --all' : `; is it "${meant}"?`}`
}

/** With the active pauses. */
function readState({ dirs, root }: ProjectConfig) {
  const stateDir = path.join(dirs.state, projectKey(root))
  const now = createClock().now()
  return { stateDir, now, pauses: readPauses(stateDir).pauses.filter(({ until }) => until > now) }
}

function beginPause(host: Host, here: ProjectConfig, pause: Pause): number {
  const refused = whyNotConsented(host, action)
  if (refused !== undefined) return writeFailure(host, refused)
  const state = readState(here)
  const others = state.pauses.filter(({ rule }) => rule !== pause.rule)
  const failed = save(here, state, { pauses: [...others, pause], line: ledgerLine('pause', pause) })
  if (failed !== undefined) return writeFailure(host, failed)
  tellDone(host, here)
  const rule = visible(pause.rule)
  host.out(
    `✓ ${rule} is in watch mode for ${span(pause.until - pause.since)}, then it is in force again\n  end it now: hooks pause --end ${rule}\n`,
  )
  return 0
}

function endPause(host: Call, here: ProjectConfig, name: string): number {
  const state = readState(here)
  const found = state.pauses.find(({ rule }) => rule === name)
  if (found === undefined) return writeFailure(host, `rule "${name}" is not paused`)
  const pauses = state.pauses.filter((pause) => pause !== found)
  const failed = save(here, state, { pauses, line: ledgerLine('resume', { ...found, until: state.now }) })
  if (failed !== undefined) return writeFailure(host, failed)
  host.out(`✓ ${visible(name)} is in force again\n`)
  return 0
}

function ledgerLine(event: 'pause' | 'resume', { rule, until, reason, by }: Pause): object {
  const pause = { until: new Date(until).toISOString(), reason, by }
  return { event, id: lineId(), decision: 'proceed', rule, ms: 0, pause }
}

/** Writes the ledger first: a pause that is not recorded does not apply. Returns why it failed. */
function save(
  { dirs }: ProjectConfig,
  { stateDir, now }: ReturnType<typeof readState>,
  { pauses, line }: { pauses: readonly Pause[]; line: object },
): string | undefined {
  if (!makePrivate(dirs.state) || !makePrivate(stateDir))
    return `${stateDir} can be read or written by other users`
  const time = new Date(now).toISOString()
  try {
    const text = `${JSON.stringify({ time, ...line })}\n`
    appendPrivate(path.join(stateDir, 'ledger', `${time.slice(0, 10)}.jsonl`), text)
    writePauses(stateDir, pauses)
    return undefined
  } catch (error) {
    return `the pause could not be saved: ${errorMessage(error)}`
  }
}

function listPauses(host: Host, here: ProjectConfig): number {
  const { pauses, now } = readState(here)
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
