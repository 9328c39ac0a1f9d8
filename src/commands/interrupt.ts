import type { Host } from '../host.ts'
import { part } from '../parts.ts'
import type { Spawn } from '../types.ts'

/** Starts processes that end with us: the first one makes us listen for an interrupt. A dry run starts none. */
export function interruptible(host: Host, dryRun: boolean): Spawn {
  if (dryRun) return async () => ({ end: 'exit', code: 0, stdout: '', stderr: '', ms: 0 })
  let spawn: Spawn | undefined
  return (request) => {
    spawn ??= listening(host)
    return spawn(request)
  }
}

function listening(host: Host): Spawn {
  const controller = new AbortController()
  host.onInterrupt(() => controller.abort())
  return part(host, 'scripts').createSpawn({ signal: controller.signal })
}
