// What a run needs when an agent is told something.
import { speakers } from './catalog.ts'
import type { Answer, Event, Verdict } from './types.ts'

const silent: Answer = { stdout: '', stderr: '', exit: 0 }

/** What an agent is told. */
export function encode(agent: string, verdict: Verdict, event: Event): Answer {
  return speakers.find(({ name }) => name === agent)?.encode(verdict, event) ?? silent
}
