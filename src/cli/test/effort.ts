import { createClock, createFiles } from '../../store/files.ts'
import type { Host } from '../../run/host.ts'
import { createSpawn } from '../../handlers/spawn/spawn.ts'
import type { Effort } from './play/bench.ts'
import type { Spawn } from '../../model/types.ts'
import { effectsFor, makersFor } from '../../run/decide/effects.ts'

/** What cases may touch: the clock, the files to read, and processes only when they are asked for. */
export function effortFor(host: Host, scripts: boolean): Effort {
  return {
    makers: makersFor(host, undefined),
    effects: {
      ...effectsFor(host),
      clock: createClock(),
      files: createFiles(),
      spawn: scripts ? listening(host) : none,
      dry: !scripts,
    },
    scripts,
  }
}

const none: Spawn = async () => ({
  end: 'failed',
  failure: 'hooks test starts nothing without --scripts',
  stdout: '',
  stderr: '',
  ms: 0,
})

/** What was started ends with us. */
function listening(host: Host): Spawn {
  const controller = new AbortController()
  host.onInterrupt(() => controller.abort())
  return createSpawn({ signal: controller.signal })
}
