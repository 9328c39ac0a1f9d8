// What a replay logs on stderr beside the verdict.
import type { Call } from '../../run/call.ts'
import type { Verdict } from '../../model/types.ts'
import type { RunArguments } from '../../run/run-arguments.ts'

export const logLevels = ['quiet', 'info', 'debug'] as const

type Level = (typeof logLevels)[number]

/** Undefined when there is no such level. */
export function levelOf({ logLevel = 'info' }: RunArguments): Level | undefined {
  return logLevels.find((level) => level === logLevel)
}

/** `info` logs changes of the conversation, `debug` also every rule with its time. */
export function logRun(host: Call, verdict: Verdict, level: Level): void {
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
