import { errorMessage, HooksError } from '../model/errors.ts'

/** Adds what was attempted to an error's message. */
export function attempt<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw new HooksError('error', `${what}: ${errorMessage(cause)}`, { cause })
  }
}
