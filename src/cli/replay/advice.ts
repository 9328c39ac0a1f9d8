// What to write where a rule objects to the wrong calls, or does not object enough.
import { builtinOf, type RuleDraft } from '../../config/expand/expand.ts'
import { exceptionFor } from '../shared/exception.ts'
import type { RuleTally } from './tally.ts'

export interface Advice {
  /** The change of hooks.yaml that lets the most frequent call pass. */
  readonly exempt: string
  /** The change that makes the rule stricter; absent when it denies already. */
  readonly tighten?: string
}

export function adviceFor(tally: RuleTally, drafts: readonly RuleDraft[], root: string): Advice {
  const draft = drafts.find(({ name, file }) => name === tally.rule && file.layer === tally.layer)
  if (draft === undefined) return { exempt: 'see hooks list for where the rule is written' }
  const isExtended = draft.file.prefix !== ''
  const setting = (change: string): string =>
    isExtended ? `overrides: { ${yamlText(draft.target ?? '')}: { ${change} } }` : change
  const tighten =
    tally.mode !== 'enforce'
      ? setting('mode: enforce')
      : tally.decision === 'ask' && !isExtended
        ? 'deny: instead of ask:'
        : undefined
  return {
    exempt: (isExtended ? undefined : exception(draft, tally, root)) ?? setting('mode: advise'),
    ...(tighten !== undefined && { tighten }),
  }
}

function exception(draft: RuleDraft, { calls: [most] }: RuleTally, root: string): string | undefined {
  if (most === undefined || builtinOf(draft) !== undefined) return undefined
  const part = /^(?:read|create|edit|delete|touch|contact): /.test(most.call)
    ? most.call
    : `run: ${most.call}`
  const found = exceptionFor(draft.keys.match, part, root)
  return found && `add to its ${found.keys.join(' and ')}: ${yamlText(found.pattern)}`
}

function yamlText(text: string): string {
  return /^[\w/-]+$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`
}
