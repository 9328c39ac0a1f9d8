// A plan's head remembers which sessions have state: without it, a session whose state is gone would count anew in silence.
import { childPath } from '../../patterns/paths/paths.ts'
import { hash } from '../../patterns/text/hash.ts'
import { lookAt } from '../files.ts'
import { fileNameOf, sessionsDir } from '../state/file-name.ts'
import type { PlanHead, PlanKey } from './plan-head.ts'

const MAX_SESSIONS = 64

interface SessionState {
  /** The head that the next event finds; the same object when nothing changes. */
  readonly head: PlanHead
  /** The directory of the event's session, which is gone since an earlier event. */
  readonly lost?: string
}

export function sessionState(head: PlanHead, { stateDir, session }: PlanKey): SessionState {
  if (stateDir === undefined || session === undefined) return { head }
  const { stateful = [] } = head
  const name = hash(session)
  const isKnown = stateful.includes(name)
  const dir = childPath(sessionsDir(stateDir), fileNameOf(session))
  const isGone = lookAt(dir) === undefined
  if (isKnown === !isGone) return { head }
  const others = stateful.filter((each) => each !== name)
  if (isGone) return { head: { ...head, stateful: others }, lost: dir }
  return { head: { ...head, stateful: [...others.slice(1 - MAX_SESSIONS), name] } }
}
