import type { Spawn } from '../model/types.ts'

/** Scripts that run at once in this process; further ones wait. */
const MAX_SCRIPTS = 16

const waiting: (() => void)[] = []
let running = 0

/** Starts scripts in turn when many are asked for. Waiting counts towards a script's time limit. */
export function inQueue(spawn: Spawn): Spawn {
  return async (request) => {
    const began = performance.now()
    if (running >= MAX_SCRIPTS) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      const ms = performance.now() - began
      if (ms < request.timeout_ms) return await spawn({ ...request, timeout_ms: request.timeout_ms - ms })
      return { end: 'timeout', stdout: '', stderr: '', ms }
    } finally {
      const next = waiting.shift() // it takes over the place
      if (next === undefined) running -= 1
      else next()
    }
  }
}
