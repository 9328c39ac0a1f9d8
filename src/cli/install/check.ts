// `hooks install --check`: whether settings are as `install` writes them. For CI: writes nothing.
import type { Inspection } from '../../agents/shared/agent.ts'
import {
  done,
  type InstallEffects,
  type InstallPlan,
  type InstallRequest,
  planFor,
  refusal,
  type Report,
} from '../install.ts'
import { callerPath } from '../../agents/shared/shim.ts'
import { lookAt } from '../../store/disk/files.ts'
import { shortDiff } from '../shared/short-diff.ts'

export function check(request: InstallRequest, effects: InstallEffects): Report {
  const plan = planFor(request, effects, 'check')
  if (typeof plan === 'string') return refusal(plan)
  const { agent, change, diff, scope } = plan
  const wrong = faults(plan, effects)
  if (wrong.length === 0) return done(`✓ ${agent.name} calls hooks as install writes it  ${change.path}`)
  const lines = [
    `✗ ${agent.name}: ${wrong.join('; ')}  ${change.path}`,
    ...(diff === '' ? [] : [shortDiff(diff)]),
    `  hooks install ${agent.name} --${scope}`,
  ]
  return { ...done(...lines), exit: 1 }
}

/** A project's line finds the package by itself: there the shim may be missing. */
function faults(plan: InstallPlan, { files }: InstallEffects): readonly string[] {
  const { agent, found, lines, change, changes, scope, shim, exec } = plan
  const programs = exec === true ? [callerPath(shim, agent.name)] : []
  const state = agent.settings.inspect(found, lines)
  const entries = entriesOf(state, Object.keys(agent.settings.events).length)
  const beside = changes.filter((each) => each !== change && each.diff !== '')
  return [
    ...entries,
    ...(entries.length === 0 && change.diff !== '' ? ['it holds more than install writes'] : []),
    ...(state.disabled === undefined ? [] : [state.disabled]),
    ...beside.map(({ path }) => `${path} is missing or another`),
    ...(scope !== 'project' && files.read(shim) === undefined ? [`${shim} is missing`] : []),
    ...programs.filter((file) => lookAt(file) === undefined).map((file) => `${file} is missing`),
  ]
}

function entriesOf({ missing, outdated }: Inspection, all: number): readonly string[] {
  if (missing.length === all) return ['it does not call hooks']
  return [
    ...(missing.length === 0 ? [] : [`${missing.join(', ')} missing`]),
    ...(outdated.length === 0 ? [] : [`${outdated.join(', ')} not as install writes it`]),
  ]
}
