import type { Scope } from '../../agents/shared/agent.ts'
import type { InstallRequest } from '../install.ts'

export interface SetUpOptions {
  readonly user?: boolean
  readonly project?: boolean
  readonly local?: boolean
  readonly require?: boolean
  readonly dryRun?: boolean
  readonly check?: boolean
  readonly yes?: boolean
  readonly untested?: boolean
  readonly trust?: boolean
}

export function requestOf(agent: string, options: SetUpOptions, scope = scopeOf(options)): InstallRequest {
  const { dryRun = false, require = false, untested = false } = options
  return { agent, require, untested, dry_run: dryRun, ...(scope !== undefined && { scope }) }
}

export function scopeOf(options: SetUpOptions): Scope | undefined {
  return (['user', 'project', 'local'] as const).find((each) => options[each])
}
