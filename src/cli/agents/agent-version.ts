// Which version of an agent's program is installed.
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import type { SettingsPlace } from '../../agents/shared/agent.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { isObject } from '../../model/plain-object.ts'
import { createFiles } from '../../store/disk/files.ts'

const TIMEOUT_MS = 10_000

/** Undefined when neither its package nor its program says. */
export async function versionOf(
  program: string | undefined,
  { env, root: cwd }: Pick<SettingsPlace, 'env' | 'root'>,
): Promise<string | undefined> {
  if (program === undefined) return undefined
  const packed = packageVersion(program)
  if (packed !== undefined) return packed
  const ended = await execa(program, ['--version'], {
    cwd,
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: TIMEOUT_MS,
  })
  return /\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(ended.stdout ?? '')?.[0]
}

/** Of the package from npm that the program stands in: some programs take seconds to say it themselves. */
function packageVersion(program: string): string | undefined {
  const { real, read } = createFiles()
  const file = real(program)
  for (let dir = dirname(file); dir !== dirname(dir); dir = dirname(dir)) {
    const text = read(join(dir, 'package.json'))
    if (text === undefined) continue
    const parsed = parseJson(text)
    const { bin, version } = 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
    const bins: readonly unknown[] = isObject(bin) ? Object.values(bin) : [bin]
    const isIts = bins.some((each) => typeof each === 'string' && real(join(dir, each)) === file)
    return isIts && typeof version === 'string' ? version : undefined
  }
  return undefined
}
