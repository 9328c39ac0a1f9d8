import { isObject } from '../model/plain-object.ts'
import { commandFields } from '../model/tool-groups.ts'
import { isPathField, relativeTo } from '../patterns/paths/paths.ts'
import type { Event } from '../model/types.ts'

/** A path from the top or from home, one level up, or what a shell would fill in. */
const leads = /(?:^|[^\w.\-*]|\\[nrt])[~/]|\.\.|\$/

/** Whether a call could work outside of the root, told from its text: most say at once that they do not. */
export function mayLeave({ root, cwd, tool_input: input }: Event): boolean {
  if (relativeTo(root, cwd) === undefined) return true
  if (input === undefined) return false
  const named = isObject(input)
    ? Object.entries(input).filter(([key]) => commandFields.includes(key) || isPathField(key))
    : []
  const text = JSON.stringify(named.length === 0 ? input : named.map(([, value]) => value))
  return leads.test(text.replaceAll(`${root}/`, ''))
}
