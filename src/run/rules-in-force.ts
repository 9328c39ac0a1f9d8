import { basename } from 'node:path'
import type { KeptNotice } from '../store/plan/kept.ts'
import { isDisabled, type Host } from './call.ts'
import { listRules, type RuleLists } from '../engine/select/rule-list.ts'
import type { OpenPlan } from '../store/plan/cache.ts'
import { isPausedBy, type Pause, MAX_PAUSE_MS } from '../store/records/pauses.ts'
import type { Env, Event, EventName, Rule, RuleList, Settings, State } from '../model/types.ts'

/** The rules in force; where the project's own are not known, one more that says so. */
function rulesFor(plan: OpenPlan): RuleLists {
  const unknown = unknownRules(plan)
  const inForce = withPauses(plan)
  if (unknown === undefined) return inForce
  return (event) => listRules([...allOf(inForce(event)), ...configErrorRules(unknown, event)])(event)
}

interface UnknownRules {
  readonly says: Settings['on_config_error']
  readonly text: string
}

/** A broken file without a good plan before it, or a file that is gone together with the plan that kept its rules. */
function unknownRules({ broken, settings, partial, kept }: OpenPlan): UnknownRules | undefined {
  if (kept?.lost !== undefined) return { says: kept.lost, text: `${keptMessage(kept)}.` }
  if (broken === undefined || (settings !== undefined && partial !== true)) return undefined
  const text = `hooks.yaml has an error, so it could not check this call: ${broken.message}. Fix the file, then run hooks validate.`
  return { says: broken.on_config_error, text }
}

export function rulesInForce(env: Env, plan: OpenPlan): RuleLists {
  const inForce = rulesFor(plan)
  if (!isDisabled(env)) return inForce
  return (event) =>
    listRules(allOf(inForce(event)).filter(({ layer }) => layer !== 'project' && layer !== 'local'))(event)
}

/** The rules in force for one event, in their order. */
export function rulesAt(event: Event['event'], env: Env, plan: OpenPlan): readonly Rule[] {
  return event === 'unmapped' ? [] : allOf(rulesInForce(env, plan)(event))
}

function allOf(list: RuleList | undefined): readonly Rule[] {
  return list === undefined ? [] : Array.from({ length: list.length }, (_, place) => list.at(place))
}

/** While a pause lasts its rules only watch. */
function withPauses({ rules, paused }: OpenPlan): RuleLists {
  if (paused === undefined) return rules
  return (event) => {
    const list = rules(event)
    return list && { ...list, at: (place) => watching(list.at(place), paused) }
  }
}

function watching(rule: Rule, paused: readonly Pause[]): Rule {
  return paused.some((pause) => isPausedBy(pause, rule)) ? { ...rule, mode: 'watch' } : rule
}

function configErrorRules({ says, text }: UnknownRules, event: EventName): readonly Rule[] {
  if ((event !== 'PreToolUse' && event !== 'PermissionRequest') || says === 'proceed') return []
  return [
    {
      name: 'hooks.yaml',
      at: { file: 'hooks.yaml', line: 1, column: 1 },
      layer: 'project',
      event,
      order: Number.MAX_SAFE_INTEGER,
      priority: 0,
      handler: { kind: 'inline', inline: { says, text } },
      mode: 'enforce',
      always: false,
      timeout_ms: 1000,
      on_error: 'proceed',
      on_unresolved: 'ask',
    },
  ]
}

/** `ended`: the variable is set, and the pause that it was is over. */
export type Disabled = 'no' | 'paused' | 'ended'

/** What `HOOKS_DISABLE=1` means now. For an agent it is a pause, counted from the first event of its session. */
export function disabledNow(
  { env }: Pick<Host, 'env'>,
  {
    live,
    state,
    now,
  }: { readonly live: boolean; readonly state: Pick<State, 'read' | 'write'>; readonly now: number },
): Disabled {
  if (!isDisabled(env)) return 'no'
  if (!live) return 'paused'
  const since = Number(state.read(SINCE) ?? now)
  if (since === now) state.write(SINCE, String(now))
  return now >= since && now - since < MAX_PAUSE_MS ? 'paused' : 'ended'
}

const SINCE = 'disabled'

export function keptMessage({ files, rules, by, kept, lost }: KeptNotice): string {
  const names = files.map((file) => basename(file)).join(', ')
  const [count, stay, are] = rules === 1 ? ['1 rule', 'stays', 'is'] : [`${rules} rules`, 'stay', 'are']
  const what = by === 'gone' ? `${names} is gone` : `Git changed ${names}`
  const back = by === 'gone' ? 'Put the file back' : 'Go back to that version'
  if (lost !== undefined)
    return `${what}, and ${by === 'gone' ? 'so is the cache' : 'the cache is gone'} that kept ${count} from it for this session. ${back}, or start a new session to go on without it`
  if (!kept) return `${what}; ${count} from it ${are} no longer in force`
  const old = by === 'gone' ? `${count} from it ${stay}` : `the ${count} of before ${stay}`
  const rest = by === 'gone' ? `${back}, or start a new session to go on without it` : brought[by]
  return `${what}; ${old} in force until this session ends. ${rest}`
}

const brought = {
  git: 'What the new version denies or asks holds as well, and a new session begins with it',
  unheld:
    'No branch or remote held the new version when the session began, so it does not come into force: look at it, and confirm it with hooks review',
} as const
