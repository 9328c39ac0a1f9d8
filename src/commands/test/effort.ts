import { builtins, matchers, scripted } from '../../catalog.ts'
import { createClock } from '../../clock.ts'
import { createFiles } from '../../files.ts'
import { frontMatter } from '../../front-matter.ts'
import { byKey, createMakers } from '../../handlers/make.ts'
import { makeRun } from '../../handlers/run.ts'
import type { Host } from '../../host.ts'
import { answerersFor } from '../answerers.ts'
import { createSpawn } from '../../spawn.ts'
import type { Effort } from '../../testing/bench.ts'
import type { Spawn } from '../../types.ts'

/** What cases may touch: the clock, the files to read, and processes only when they are asked for. */
export function effortFor(host: Host, scripts: boolean): Effort {
  return {
    makers: createMakers({
      matchers: byKey(matchers),
      builtins,
      scripted,
      makeRun,
      recipes: answerersFor(host, undefined),
    }),
    effects: {
      clock: createClock(),
      files: createFiles(),
      env: host.env,
      spawn: scripts ? listening(host) : none,
      frontMatter,
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
