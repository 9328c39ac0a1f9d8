// Trust in hooks, as Codex records it in config.toml when its user chooses "trust" in /hooks.
import { join } from 'node:path'
import type { HookTrust, TrustPlace, UntrustedHook } from '../shared/agent.ts'
import { isShimCommand } from '../shared/shim.ts'
import { listHooks, type ListedHook } from './app-server.ts'
import { agentName } from './events.ts'
import { withTrustedHash } from './trusted-hash.ts'

async function ours({
  program,
  env,
  root,
  settings,
  files,
}: TrustPlace): Promise<readonly ListedHook[] | string> {
  const found = await listHooks({ program, env, cwd: root })
  if (typeof found === 'string') return found
  return found.filter(
    ({ command, source }) => files.target(source) === settings && isShimCommand(command, agentName),
  )
}

async function list(place: TrustPlace): Promise<readonly UntrustedHook[] | string> {
  const found = await ours(place)
  return typeof found === 'string' ? found : found.filter(({ trust }) => trust !== 'trusted')
}

/** What Codex does not take is undone. */
async function accept(
  hooks: readonly UntrustedHook[],
  place: TrustPlace,
): Promise<{ readonly file: string } | string> {
  const { files, env, home } = place
  const file = files.target(join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'))
  const before = files.read(file)
  const after = hooks.reduce((text, { key, hash }) => withTrustedHash(text, key, hash), before ?? '')
  if (before !== undefined) files.copy(file, `${file}.bak`)
  files.replace(file, after)
  const left = await list(place)
  if (typeof left !== 'string' && left.length === 0) return { file }
  if (before === undefined) files.remove(file)
  else files.replace(file, before)
  const why = typeof left === 'string' ? left : `${left.length} hooks are still not trusted`
  return `Codex does not take this, so ${file} is as it was: ${why}`
}

export const trust: HookTrust = { agent: agentName, list, accept }
