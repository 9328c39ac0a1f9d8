import type { Clock, State } from '../../model/types.ts'

/** The key that counts a session's runs: counting it begins a new one. */
export const RUNS = 'runs'

/** State that ends with the process. */
export function createMemoryState(clock: Clock): State {
  const runs = new Map<number, State>()
  const session: State = createScope(clock, () => {
    const number = session.counted(RUNS)
    const run: State = runs.get(number) ?? createScope(clock, () => run)
    runs.clear() // earlier runs do not come back
    runs.set(number, run)
    return run
  })
  return session
}

function createScope(clock: Clock, run: () => State): State {
  const counts = new Map<string, number>()
  const asked = new Set<string>()
  const spans = new Map<string, number>()
  const texts = new Map<string, string>()
  return {
    count: (key) => {
      const total = (counts.get(key) ?? 0) + 1
      counts.set(key, total)
      return total
    },
    counted: (key) => counts.get(key) ?? 0,
    reset: (key) => {
      counts.delete(key)
      asked.delete(key)
    },
    once: (key) => asked.size < asked.add(key).size,
    open: (call, since = clock.now()) => void spans.set(call, since),
    close: (call) => {
      const began = spans.get(call)
      spans.delete(call)
      return began === undefined ? undefined : Math.max(0, clock.now() - began)
    },
    read: (name) => texts.get(name),
    write: (name, text) => void texts.set(name, text),
    append: (name, text) => {
      const whole = (texts.get(name) ?? '') + text
      texts.set(name, whole)
      return whole.length
    },
    file: () => undefined,
    run,
  }
}
