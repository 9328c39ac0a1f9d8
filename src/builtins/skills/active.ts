// Which skill the agent has activated: one at a time.
import { lastPart } from '../../patterns/pattern.ts'
import type { Event, State } from '../../model/types.ts'

const key = 'active-skill'

/** Until the session says otherwise it is the one that the host hands over from an earlier run. */
export function activeIn({ metadata }: Event, state: State): string | undefined {
  const name = state.read(key) ?? metadata?.['active_skill']
  return typeof name !== 'string' || name === '' ? undefined : name
}

/** The skill that a call would activate. */
export function activating({ tool_name = '', tool_input: input }: Event): string | undefined {
  if ((lastPart(tool_name) ?? tool_name) !== 'activate_skill') return undefined
  return typeof input === 'object' && input !== null && 'name' in input ? String(input.name) : ''
}

/** What a call did is kept. */
export function followSkill(event: Event, state: State): void {
  if (event.is_error === true) return
  const { tool_name = '' } = event
  const name = activating(event)
  if (name !== undefined) state.write(key, name)
  else if ((lastPart(tool_name) ?? tool_name) === 'deactivate_skill') state.write(key, '')
}
