import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { compileLayers, findProjectConfig } from '../../src/cli/open-project.ts'
import { saveTrust } from '../../src/cli/setup/trust.ts'
import { createFakeHost } from '../cli/fake-host.ts'

/** Rules that need trust say one of these. */
const starting =
  /\b(?:run|recipes?|discover|wrap|use|allow|continue|background|extends|set_\w+)["']?:|^hooks:.*\bcontinue\b/

/** What each project held when it was trusted last. */
const known = new Map<string, string>()

/** Records that the user of this home has looked at a project and trusts it, as `hooks trust` does. Starts nothing new. */
export function trustProject(cwd: string, env: Readonly<Partial<Record<string, string>>>): void {
  const host = createFakeHost({ cwd, env: { ...env } })
  const here = findProjectConfig(host)
  const { units } = compileLayers(host, here, { asks: false })
  if (units.some(({ is }) => is !== 'trusted')) saveTrust(host, here, { units, content: false })
}

/** The same, for tests about something else: whenever the project's files are others. `writes`: how many were written. */
export function trustByItself(
  cwd: string,
  env: Readonly<Partial<Record<string, string>>>,
  writes: number,
): void {
  const text = textOf(path.join(cwd, 'hooks.yaml'))
  if (!starting.test(text)) return
  const key = `${cwd}\0${env.HOME}\0${env.XDG_STATE_HOME}`
  const held = `${writes} ${text}`
  if (known.get(key) === held && !text.includes('discover')) return
  known.set(key, held)
  try {
    trustProject(cwd, env)
  } catch {
    // A machine on which nothing can be recorded.
  }
}

function textOf(file: string): string {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : ''
  } catch {
    return ''
  }
}
