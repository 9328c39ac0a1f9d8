import type { LedgerRow, Status } from './rows.ts'

/** Which rows are wanted; those that meet all of it. */
export interface LedgerFilter {
  /** A rule that had a part in it. */
  readonly rule?: string
  /** The beginning of a session's id. */
  readonly session?: string
  readonly event?: string
  readonly tool?: string
  readonly status?: Status
  /** ISO 8601, UTC. */
  readonly since?: string
  /** The beginning of a call's id. */
  readonly call?: string
}

export function matchesFilter(row: LedgerRow, filter: LedgerFilter): boolean {
  const { rule, session, event, tool, status, since, call } = filter
  if (session !== undefined && row.session?.startsWith(session) !== true) return false
  if (call !== undefined && row.tool_use_id?.startsWith(call) !== true) return false
  if (event !== undefined && !row.events.includes(event)) return false
  if (tool !== undefined && row.tool_name !== tool) return false
  if (status !== undefined && row.status !== status) return false
  if (since !== undefined && row.time < since) return false
  return rule === undefined || ruleNames(row).includes(rule)
}

/** Every rule that the row names. */
export function ruleNames({ rule, would, failed, trace }: LedgerRow): readonly string[] {
  const traced = (trace ?? []).map((entry) => entry.rule)
  const names = [rule, ...Object.keys(would ?? {}), ...(failed ?? []), ...traced]
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}
