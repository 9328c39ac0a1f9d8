import { type Host, writeFailure, writeAnswer, type Call } from '../../run/call.ts'
import { errorMessage } from '../../model/errors.ts'
import { withoutKeys } from '../../model/plain-object.ts'
import type { Dialect, Verdict } from '../../model/types.ts'
import { agentNamed, chooseDialect } from '../../run/payload.ts'
import { evaluate, type Evaluated } from '../../run/run.ts'
import { levelOf, logLevels, logRun } from '../call/run-log.ts'
import { parsePayload } from '../../run/payload.ts'
import type { RunArguments } from '../../run/run-arguments.ts'
import { withSafeOutput } from '../page/page.ts'
import { showRun } from '../call/draw-run.ts'
import { lastOf, readPayloadFile } from '../call/recorded.ts'

/** Replays a payload and says what would come of it. */
export async function runByHand(process: Host, options: RunArguments): Promise<number> {
  const host = withSafeOutput(process)
  if (options.lines === true) return runLines(host, options)
  const found = await readPayload(host, options)
  if (typeof found === 'string') return writeFailure(host, found)
  host.onInterrupt(() => undefined) // while the rules compile, it waits for the first script
  const level = levelOf(options)
  if (level === undefined) return writeFailure(host, `--log-level takes ${logLevels.join(', ')}`)
  const dialect = chooseDialect(found, { env: host.env, from: options.from, option: '--from' })
  if (typeof dialect === 'string') return writeFailure(host, dialect)
  const as = options.as === undefined ? undefined : agentNamed(options.as)
  if (typeof as === 'string') return writeFailure(host, as)
  const evaluated = await evaluate(host, {
    options,
    dialect,
    payload: found,
    live: false,
    ...(as === undefined ? {} : { as }),
  })
  if (as !== undefined && !host.terminal)
    return writeAnswer(host, as.encode(evaluated.verdict, evaluated.event))
  print(host, options, { evaluated, as })
  logRun(host, evaluated.verdict, level)
  return evaluated.aborted ? 130 : exitOf(evaluated.verdict)
}

interface PrintInput {
  readonly evaluated: Evaluated
  readonly as: Dialect | undefined
}

function print(host: Host, options: RunArguments, { evaluated, as }: PrintInput): void {
  const { event, aborted } = evaluated
  const verdict = withoutKeys(evaluated.verdict, ['id']) // a program has no person whom it could tell
  if (options.json || (!host.terminal && !options.explain)) {
    host.out(`${JSON.stringify(aborted ? { ...verdict, aborted } : verdict)}\n`)
    return
  }
  const answer = as === undefined ? {} : { answer: as.encode(verdict, event), as }
  host.out(showRun(evaluated, { host, options, ...answer }))
}

function exitOf(verdict: Verdict): number {
  if (verdict.decision === 'deny' || (verdict.flow === 'stop' && verdict.hard === true)) return 2
  return verdict.decision === 'ask' ? 3 : 0
}

async function readPayload(
  host: Host,
  options: RunArguments,
): Promise<Readonly<Record<string, unknown>> | string> {
  if (options.last) {
    return (
      lastOf(host, options) ??
      `no ${options.lastName ?? 'event'} was recorded here yet; once an agent has called hooks, --last shows its last call`
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

function readFile(host: Call, file: string): unknown {
  return readPayloadFile(host, file)
}

/** Each line gets one line, in order; `{"error": …}` where nothing could be decided. Resolves to the exit code when stdin ends. */
async function runLines(host: Host, options: RunArguments): Promise<number> {
  const kept = host.load('scripts').createKeptPrograms()
  const lines = host.lines()
  const state = { exit: 0 }
  host.onInterrupt(() => {
    state.exit = 130
    lines.close()
    kept.close()
  })
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const reply = await judgeLine({ ...host, kept }, line, options).catch(errorMessage)
    if (state.exit === 130) break
    if (typeof reply === 'string') state.exit = 1
    const printed = typeof reply === 'string' ? { error: `line ${number}: ${reply}` } : reply
    host.out(`${JSON.stringify(printed)}\n`)
  }
  kept.close()
  return state.exit
}

async function judgeLine(host: Host, line: string, options: RunArguments): Promise<object | string> {
  const payload = parsePayload(line)
  if ('problem' in payload) return payload.problem
  const dialect = chooseDialect(payload.value, { env: host.env, from: options.from, option: '--from' })
  if (typeof dialect === 'string') return dialect
  const request = { options, dialect, payload: payload.value, live: false }
  const { verdict } = await evaluate(host, request)
  return withoutKeys(verdict, ['id'])
}
