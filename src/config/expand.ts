// Built-ins that are rules in disguise: the compiler puts those in their place, and the engine knows nothing of it.
import { policyStandIns, type StandIn } from './expand-policy.ts'
import { protectStandIns } from './expand-protect.ts'
import { isKeys, type Keys } from './file.ts'
import type { Draft } from './sugar.ts'

/** The rules that a rule stands for; itself when it is none of these. */
export function expand(draft: Draft): readonly Draft[] {
  const options = isKeys(draft.keys.with) ? draft.keys.with : {}
  switch (draft.keys.use) {
    case 'command-policy':
      return policyStandIns(options).map((each) => standIn(each, draft))
    case 'protect':
      return protectStandIns(options, draft.file).map((each) => standIn(each, draft))
    default:
      return [draft]
  }
}

/** Mode, priority and the like are those of the rule that was written; what it asks is asked besides. */
function standIn({ name, keys, event, option }: StandIn, draft: Draft): Draft {
  const { use: _use, with: _with, name: _name, examples: _examples, match, ...shared } = draft.keys
  const both: Keys =
    match === undefined || match === null || match === '*' ? {} : { match: { all: [match, keys.match] } }
  const at = option === undefined ? ['use'] : ['with', option]
  const place = { file: draft.file, path: [...draft.path, ...at] }
  return {
    ...draft,
    name: draft.name === undefined ? undefined : `${draft.name}/${name}`,
    keys: { ...keys, ...shared, ...both },
    elsewhere: { ...draft.elsewhere, ...Object.fromEntries(Object.keys(keys).map((key) => [key, place])) },
    ...(event !== undefined && { when: { events: [event], by: 'picked' } }),
  }
}
