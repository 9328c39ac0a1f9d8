import { callersEnv } from '../../model/start-contract.ts'
import type { Context, Event, RunSpec, Scripted } from '../../model/types.ts'

const MAX_CHARS = 4_096

/** Our own environment, ids and paths, the dialects' variables, then the rule's own. */
export function environmentOf(
  {
    spec,
    event,
    dialects,
    tree,
  }: { spec: RunSpec; event: Event; dialects: readonly Scripted[]; tree: string },
  context: Context,
): Record<string, string> {
  const spoken = dialects.filter((dialect) => dialect.name === event.agent || dialect.name === spec.reply)
  const promised = spoken.flatMap((dialect) => Object.entries(dialect.scriptEnv?.(event) ?? {}))
  const all = [
    ...Object.entries(callersEnv(context.env)),
    ...idsOf(event, tree, context),
    ...(spec.keep_alive === true ? ofOneEvent : []),
    ...promised,
    ...Object.entries(spec.env ?? {}),
  ]
  const env: Record<string, string> = {}
  for (const [name, value] of all) {
    if (value === undefined) delete env[name]
    else env[name] = value
  }
  return env
}

/** What a script that stays gets in each line alone. */
const ofOneEvent = ['HOOKS_EVENT', 'HOOKS_SESSION_ID', 'HOOKS_STATE_FILE', 'HOOKS_HALF'].map(
  (name) => [name, undefined] as const,
)

/** Never contents; undefined removes what an outer `hooks` has set. */
function idsOf(
  event: Event,
  tree: string,
  { rule, state, env }: Context,
): readonly (readonly [string, string | undefined])[] {
  const ids = {
    HOOKS_EVENT: event.event === 'unmapped' ? event.native_event : event.event,
    HOOKS_SESSION_ID: event.session_id,
    HOOKS_ROOT: tree,
    HOOKS_PROJECT_DIR: event.root,
    HOOKS_AGENT: event.agent,
    HOOKS_STATE_FILE: state.file(`script/${rule.name}`),
    HOOKS_DEPTH: env['HOOKS_DEPTH'] ?? '0',
    HOOKS_HALF: rule.half,
  }
  return Object.entries(ids).map(([name, value]) => [name, isSafe(value) ? value : undefined] as const)
}

function isSafe(value: string | undefined): boolean {
  return value !== undefined && value.length <= MAX_CHARS && !value.includes('\0')
}
