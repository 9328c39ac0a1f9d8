import type { State } from '../../model/types.ts'
import { MAX_PAUSE_MS } from '../../store/records/pauses.ts'
import { isDisabled, type Host } from '../call.ts'

/** `ended`: the variable is set, and the pause that it was is over. */
export type Disabled = 'no' | 'paused' | 'ended'

/** What `HOOKS_DISABLE=1` means now. For an agent it is a pause, counted from the first event of its session. */
export function disabledNow(
  { env }: Pick<Host, 'env'>,
  {
    live,
    state,
    now,
  }: { readonly live: boolean; readonly state: Pick<State, 'read' | 'write'>; readonly now: number },
): Disabled {
  if (!isDisabled(env)) return 'no'
  if (!live) return 'paused'
  const since = Number(state.read(SINCE) ?? now)
  if (since === now) state.write(SINCE, String(now))
  return now >= since && now - since < MAX_PAUSE_MS ? 'paused' : 'ended'
}

const SINCE = 'disabled'
