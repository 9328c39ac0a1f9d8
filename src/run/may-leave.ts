import { isObject } from '../model/plain-object.ts'
import { commandFields } from '../model/tool-groups.ts'
import { isPathField, relativeTo } from '../patterns/paths/paths.ts'
import type { Event, Files } from '../model/types.ts'

/** A path from the top or from home, also behind the letter of an option, one level up, or what a shell would fill in. */
const leads = /(?:^|[^\w.\-*]|\\[nrt]|(?<![\w-])-\w)[~/]|\.\.|\$/
/** Words that are looked at; a longer text may lead anywhere. */
const MAX_WORDS = 64

/** Whether a call could work outside of the root, told from its text and the links that it names: most say at once that they do not. */
export function mayLeave({ root, cwd, tool_input: input }: Event, { real }: Pick<Files, 'real'>): boolean {
  if (relativeTo(root, cwd) === undefined) return true
  if (input === undefined) return false
  const named = isObject(input)
    ? Object.entries(input).filter(([key]) => commandFields.includes(key) || isPathField(key))
    : []
  const text = JSON.stringify(named.length === 0 ? input : named.map(([, value]) => value))
  const inside = text.replaceAll(`${root}/`, '')
  if (leads.test(inside)) return true
  const words = new Set(inside.match(/[\w.\-/]+/g))
  const top = real(root)
  const dirs = [...new Set([root, cwd])]
  const leaves = (word: string): boolean =>
    dirs.some((dir) => relativeTo(top, real(`${dir}/${word}`)) === undefined)
  return words.size > MAX_WORDS || [...words].some(leaves)
}
