// A program that stays and judges for another: a payload a line, a verdict a line.
import { withoutKeys } from '../model/plain-object.ts'
import { errorMessage } from '../model/errors.ts'
import { chooseDialect } from '../run/agent-named.ts'
import { evaluate } from '../run/decide/evaluate.ts'
import type { Host } from '../run/host.ts'
import { parsePayload } from '../run/payload.ts'
import type { RunOptions, RunRequest } from '../run/run-options.ts'

/** Each line gets one line, in order; `{"error": …}` where nothing could be decided. Resolves to the exit code when stdin ends. */
export async function runLines(host: Host, options: RunOptions): Promise<number> {
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
    const reply = await judge(host, line, { options, kept }).catch(errorMessage)
    if (state.exit === 130) break
    if (typeof reply === 'string') state.exit = 1
    const printed = typeof reply === 'string' ? { error: `line ${number}: ${reply}` } : reply
    host.out(`${JSON.stringify(printed)}\n`)
  }
  kept.close()
  return state.exit
}

async function judge(
  host: Host,
  line: string,
  { options, kept }: Pick<RunRequest, 'options' | 'kept'>,
): Promise<object | string> {
  const payload = parsePayload(line)
  if ('problem' in payload) return payload.problem
  const dialect = chooseDialect(payload.value, { env: host.env, from: options.from, option: '--from' })
  if (typeof dialect === 'string') return dialect
  const request = { options, dialect, payload: payload.value, live: false, ...(kept && { kept }) }
  const { verdict } = await evaluate(host, request)
  return withoutKeys(verdict, ['id'])
}
