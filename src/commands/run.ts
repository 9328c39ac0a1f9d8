import { dialects } from '../catalog.ts'
import type { Host } from '../host.ts'
import { part } from '../parts.ts'
import type { Answer, Dialect, Verdict } from '../types.ts'
import { evaluate, type Evaluated } from './evaluate.ts'
import { parsePayload, unreadable, type Payload } from './payload.ts'
import { parseRunOptions, type RunOptions } from './run-options.ts'

/** `hooks run`: decides over one payload. Returns the exit code. */
export async function run(host: Host): Promise<number> {
  const options = parseRunOptions(host.argv.slice(1))
  if (typeof options === 'string') return refuse(host, `${options}; see hooks run --help`)
  return options.agent === undefined ? replay(host, options) : speak(host, options, options.agent)
}

function refuse(host: Host, message: string): number {
  host.err(`hooks: ${message}\n`)
  return 1
}

/** Speaks an agent's protocol exactly: whatever goes wrong, the agent gets an answer it understands. */
async function speak(host: Host, options: RunOptions, agent: string): Promise<number> {
  const dialect = dialectNamed(agent)
  if (dialect === undefined) return refuse(host, `unknown agent "${agent}"; known: ${dialectNames()}`)
  const text = await host.stdin().catch((error: unknown) => error)
  const payload = parsePayload(text)
  if ('problem' in payload) return answerUnreadable(host, payload)
  const { event, verdict, aborted } = await evaluate(host, {
    options,
    dialect,
    payload: payload.value,
    live: true,
  })
  if (aborted) return 130
  return tell(host, dialect.encode(verdict, event))
}

function answerUnreadable(host: Host, payload: Extract<Payload, { problem: string }>): number {
  const { stderr, exit } = unreadable(payload)
  host.err(stderr)
  return exit
}

/** Replays a payload and says what would come of it. */
async function replay(host: Host, options: RunOptions): Promise<number> {
  const found = await readPayload(host, options)
  if (typeof found === 'string') return refuse(host, found)
  const dialect = chooseDialect(host, options, found)
  if (typeof dialect === 'string') return refuse(host, dialect)
  const as = options.as === undefined ? undefined : dialectNamed(options.as)
  if (options.as !== undefined && as === undefined)
    return refuse(host, `unknown agent "${options.as}"; known: ${dialectNames()}`)
  const evaluated = await evaluate(host, {
    options,
    dialect,
    payload: found,
    live: false,
    ...(as === undefined ? {} : { as }),
  })
  if (as !== undefined && !host.terminal) return tell(host, as.encode(evaluated.verdict, evaluated.event))
  print(host, options, { evaluated, as })
  return evaluated.aborted ? 130 : exitOf(evaluated.verdict)
}

/** Gives an answer exactly as the agent would get it. */
function tell(host: Host, { stdout, stderr, exit }: Answer): number {
  host.out(stdout)
  host.err(stderr)
  return exit
}

interface Print {
  readonly evaluated: Evaluated
  readonly as: Dialect | undefined
}

function print(host: Host, options: RunOptions, { evaluated, as }: Print): void {
  const { verdict, event, aborted } = evaluated
  if (options.json || (!host.terminal && !options.explain)) {
    host.out(`${JSON.stringify(aborted ? { ...verdict, aborted } : verdict)}\n`)
    return
  }
  const answer = as === undefined ? {} : { answer: as.encode(verdict, event), as: as.name }
  host.out(part(host, 'show').showRun(evaluated, { host, options, ...answer }))
}

function exitOf(verdict: Verdict): number {
  if (verdict.decision === 'deny' || (verdict.flow === 'stop' && verdict.hard === true)) return 2
  return verdict.decision === 'ask' ? 3 : 0
}

async function readPayload(
  host: Host,
  options: RunOptions,
): Promise<Readonly<Record<string, unknown>> | string> {
  if (options.last) {
    const { lastOf } = part(host, 'show')
    return (
      lastOf(host, options) ??
      'no event was recorded here yet; once an agent has called hooks, --last shows its newest event'
    )
  }
  if (options.payload === undefined && host.stdinIsTerminal)
    return 'give a payload: hooks run payload.json, or pipe one in'
  const text =
    options.payload === undefined || options.payload === '-'
      ? await host.stdin().catch((error: unknown) => error)
      : readFile(host, options.payload)
  const payload = parsePayload(text)
  return 'problem' in payload ? `${options.payload ?? 'stdin'}: ${payload.problem}` : payload.value
}

function readFile(host: Host, file: string): unknown {
  const { readPayloadFile } = part(host, 'show')
  return readPayloadFile(host, file)
}

function chooseDialect(
  host: Host,
  options: RunOptions,
  payload: Readonly<Record<string, unknown>>,
): Dialect | string {
  if (options.from !== undefined)
    return dialectNamed(options.from) ?? `unknown dialect "${options.from}"; known: ${dialectNames()}`
  const scored = dialects.map((dialect) => ({ dialect, score: dialect.recognizes(payload, host.env) }))
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left))
  return best.score > 0
    ? best.dialect
    : `cannot tell which agent sent this payload: name it with --from (${dialectNames()})`
}

function dialectNamed(name: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name)
}

function dialectNames(): string {
  return dialects.map((dialect) => dialect.name).join(', ')
}
