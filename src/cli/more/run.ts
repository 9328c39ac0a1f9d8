import { type Call, type Host, writeFailure, writeAnswer } from '../../run/call.ts'
import { errorMessage } from '../../model/errors.ts'
import { withoutKeys } from '../../model/plain-object.ts'
import type { Dialect, Verdict } from '../../model/types.ts'
import { agentNamed, parsePayload } from '../../run/payload.ts'
import { evaluate, type Evaluated } from '../../run/run.ts'
import type { RunArguments } from '../../run/run-arguments.ts'
import { withSafeOutput } from '../page/page.ts'
import { showRun } from '../call/draw.ts'
import { callMeant, sentBy, type Sender } from '../call/recorded.ts'

/** Replays a payload and says what would come of it. */
export async function runByHand(process: Host, options: RunArguments): Promise<number> {
  const host = withSafeOutput(process)
  if (options.lines === true) return runLines(host, options)
  const { last, lastName, root, payload: file } = options
  if (!last && file === undefined && host.stdinIsTerminal)
    return writeFailure(host, 'give a payload: hooks run payload.json, or pipe one in')
  const named = last ? { last: lastName, root } : { file: file ?? '-' }
  const found = await callMeant(host, named, sender(options))
  if (typeof found === 'string') return writeFailure(host, found)
  host.onInterrupt(() => undefined) // while the rules compile, it waits for the first script
  const level = levelOf(options)
  if (level === undefined) return writeFailure(host, `--log-level takes ${logLevels.join(', ')}`)
  const as = options.as === undefined ? undefined : agentNamed(options.as)
  if (typeof as === 'string') return writeFailure(host, as)
  const evaluated = await evaluate(host, {
    ...found,
    options,
    live: false,
    ...(as === undefined ? {} : { as }),
  })
  if (as !== undefined && !host.terminal)
    return writeAnswer(host, as.encode(evaluated.verdict, evaluated.event))
  print(host, options, { evaluated, as })
  logRun(host, evaluated.verdict, level)
  return evaluated.aborted ? 130 : exitOf(evaluated.verdict)
}

const sender = ({ from }: RunArguments): Sender => ({ from, option: '--from' })

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
  const sent = sentBy(host, payload.value, sender(options))
  if (typeof sent === 'string') return sent
  const { verdict } = await evaluate(host, { ...sent, options, live: false })
  return withoutKeys(verdict, ['id'])
}

const logLevels = ['quiet', 'info', 'debug'] as const

type Level = (typeof logLevels)[number]

/** Undefined when there is no such level. */
function levelOf({ logLevel = 'info' }: RunArguments): Level | undefined {
  return logLevels.find((level) => level === logLevel)
}

/** `info` logs changes of the conversation, `debug` also every rule with its time. */
function logRun(host: Call, verdict: Verdict, level: Level): void {
  if (level === 'debug')
    for (const { rule, result, ms, decision, did } of verdict.trace)
      host.err(
        `${[rule, result, decision, did, `${ms.toFixed(1)} ms`].filter((part) => part !== undefined).join('  ')}\n`,
      )
  if (level !== 'quiet') for (const line of conversationChanges(verdict)) host.err(`hooks: ${line}\n`)
}

function conversationChanges({
  replace_messages: messages,
  callback,
  follow_up_messages: followUps,
}: Verdict): readonly string[] {
  const by = callback === undefined ? '' : ` by recipe ${callback.recipe}`
  return [
    ...(messages === undefined
      ? []
      : [`compacted conversation${by}: ${messages.length} of its messages are left`]),
    ...followUps.map((text) => `follows up: ${text}`),
  ]
}
