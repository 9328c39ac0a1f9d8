// What the model and the tools of a scenario say.
import { setTimeout } from 'node:timers/promises'
import type { ModelResponse } from '../../src/index.ts'
import { callsTools } from './loop.ts'

/** Text, calls of tools, or that it fails. */
interface Says {
  readonly text?: string
  readonly tool?: string
  readonly input?: object
  readonly tools?: readonly { readonly tool: string; readonly input?: object }[]
  readonly usage?: ModelResponse['usage']
  readonly finish_reason?: string
  readonly throws?: string
}

/** One after the other, then "done". */
export type Script = readonly Says[] | { readonly always: Says }

export function scripted(script: Script): () => ModelResponse {
  let said = 0
  return () => responseOf('always' in script ? script.always : (script[said++] ?? { text: 'done' }))
}

function responseOf({ tool, input = {}, tools, throws, ...said }: Says): ModelResponse {
  if (throws !== undefined) throw new Error(throws)
  const calls = tool === undefined ? (tools ?? []) : [{ tool, input }]
  return {
    ...said,
    ...(calls.length > 0 && callsTools(...calls.map((call) => [call.tool, call.input ?? {}] as const))),
  }
}

/** What tools say, by their names. */
export type StandIns = Readonly<Record<string, StandIn>>

interface StandIn {
  /** Absent: its name. */
  readonly output?: unknown
  readonly ms?: number
  /** Says it as soon as this tool has begun, or at last that it has not. */
  readonly beside?: string
}

const MAX_LOOKS = 1000

/** Runs what stands in for a tool, the tool "slow" longer than others; `begun` are the tools of its run. */
export async function standIn(name: string, begun: Set<string>, standIns: StandIns = {}): Promise<unknown> {
  const { output = name, ms = name === 'slow' ? 20 : 1, beside } = standIns[name] ?? {}
  begun.add(name)
  await setTimeout(ms)
  if (beside === undefined) return output
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    if (begun.has(beside)) return output
    await setTimeout(5)
  }
  return `${beside} has not begun beside ${name}`
}
