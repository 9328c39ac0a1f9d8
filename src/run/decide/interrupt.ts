import type { Host, Call } from '../call.ts'
import type { Interrupt } from '../../handlers/spawn/spawn.ts'
import type { Spawn } from '../../model/types.ts'

/** Starts processes that end with us: the first one makes us listen for an interrupt. A dry run starts none. */
export function interruptible(host: Host, dryRun: boolean): Spawn {
  if (dryRun) return async () => ({ end: 'exit', code: 0, stdout: '', stderr: '', ms: 0 })
  let spawn: Spawn | undefined
  return (request) => {
    if (spawn === undefined) {
      const { createSpawn } = host.load('scripts')
      const signal = listening(host)
      spawn = createSpawn({ signal })
      if (host.kept !== undefined) spawn = host.kept.around(spawn, signal)
    }
    return spawn(request)
  }
}

/** An AbortController would cost the start of every script rule more than starting the script. */
function listening(host: Call): Interrupt {
  const listeners = new Set<() => void>()
  const state = { aborted: false }
  host.onInterrupt(() => {
    state.aborted = true
    for (const listener of listeners) listener()
  })
  return {
    get aborted() {
      return state.aborted
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
}
