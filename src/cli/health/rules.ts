// What `hooks doctor` says of the rules themselves: whether there are any, and whether they hold.
import type { CompileResult } from '../../config/compile/compile.ts'
import { sayCounts } from '../../model/rule-counts.ts'
import { plural, span, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, isDisabled } from '../../run/call.ts'
import type { Pause } from '../../store/records/pauses.ts'
import { untrustedNote } from '../open-project.ts'
import type { Finding } from './finding.ts'

interface RulesState {
  readonly compiled: CompileResult
  /** Whether a file with rules is here. */
  readonly isThere: boolean
  readonly pauses: readonly Pause[]
  readonly now: number
}

export function rulesFindings({ env }: Host, state: RulesState): readonly Finding[] {
  const { compiled, isThere } = state
  if (!isThere)
    return [{ level: 'note', code: 'no-rules', message: 'no hooks.yaml here or for you', fix: 'hooks init' }]
  const { diagnostics, info, units } = compiled
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const note = untrustedNote(units)
  const held = errors === 0 ? [fine(`${sayCounts(info.counts)}, valid`)] : [broken(errors)]
  return [
    ...held,
    ...(note === undefined ? [] : [notTrusted(note)]),
    ...(isDisabled(env) ? [switchedOff] : []),
    ...paused(state),
  ]
}

function fine(message: string): Finding {
  return { level: 'fine', code: 'rules', message }
}

function broken(errors: number): Finding {
  return { level: 'problem', code: 'rules', message: plural(errors, 'error'), fix: 'hooks validate' }
}

function notTrusted(note: string): Finding {
  const [message = '', fix = 'hooks trust'] = note.split(': ')
  return { level: 'problem', code: 'untrusted-rules', message, fix }
}

const switchedOff: Finding = {
  level: 'problem',
  code: 'switched-off',
  message: "HOOKS_DISABLE=1 is set: the project's rules are not asked",
  fix: 'unset HOOKS_DISABLE',
}

function paused({ pauses, now }: RulesState): readonly Finding[] {
  return pauses.map(({ rule, until, reason }) => ({
    level: 'warning',
    code: 'paused',
    message: `${visible(rule)} is paused, ${span(until - now)} left: ${visible(reason)}`,
    fix: `hooks pause --end ${visible(rule)}`,
  }))
}
