import { HooksError } from '../model/errors.ts'

/** Does what may fail for reasons outside of us; a failure says what could not be done. */
export function attempt<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw new HooksError('error', `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
