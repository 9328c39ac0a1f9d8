import { fillDeep, interpolate } from '../patterns/text/interpolate.ts'
import { mergePatch } from '../model/plain-object.ts'
import type { Event, InlineSpec, Outcome, Saying, SystemChange } from '../model/types.ts'

type Fill = (text: string) => string

function fillSystem(change: SystemChange, fill: Fill): SystemChange {
  return {
    ...(change.append !== undefined && { append: fill(change.append) }),
    ...(change.prepend !== undefined && { prepend: fill(change.prepend) }),
    ...(change.replace !== undefined && { replace: fill(change.replace) }),
  }
}

function say(spec: InlineSpec, event: Event, fill: Fill): Outcome {
  switch (spec.says) {
    case 'deny':
    case 'ask':
    case 'allow':
      return {
        decision: spec.says,
        reason: fill(spec.text),
        ...(spec.user !== undefined && { user_reason: fill(spec.user) }),
      }
    case 'context':
      return { additional_context: [fill(spec.text)] }
    case 'notify':
      return { system_messages: [fill(spec.text)] }
    case 'continue':
      return {
        flow: 'continue',
        flow_reason: fill(spec.text),
        ...(spec.user !== undefined && { user_flow_reason: fill(spec.user) }),
      }
    case 'stop':
      return { flow: 'stop', hard: true, flow_reason: fill(spec.text) }
    case 'set_input':
      return { updated_input: mergePatch(event.tool_input, fillDeep(spec.patch, fill)) }
    case 'set_output':
      return { updated_output: typeof spec.value === 'string' ? fill(spec.value) : spec.value }
    case 'set_prompt':
      return { updated_prompt: fill(spec.text) }
    case 'set_request':
      return { updated_request: spec.patch }
    case 'set_system':
      return { updated_system: fillSystem(spec.change, fill) }
  }
}

function isConstant(spec: InlineSpec): boolean {
  if (!('text' in spec)) return false
  return !spec.text.includes('{{') && !('user' in spec && spec.user.includes('{{'))
}

/** Texts without placeholders give one shared outcome. */
export function makeInline(spec: InlineSpec): Saying {
  if (!isConstant(spec)) return (event, bind) => say(spec, event, (text) => interpolate(text, event, bind))
  let said: Outcome | undefined
  return (event) => (said ??= say(spec, event, (text) => text))
}
