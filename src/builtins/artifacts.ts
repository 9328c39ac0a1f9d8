import type { ArtifactsOptions as Written } from '../model/generated/options.ts'
import type { Builtin, Event, Outcome } from '../model/types.ts'
import { findFiles } from './artifacts/find-files.ts'

export type ArtifactsOptions = Readonly<Required<Written>>

/** More paths than this are only counted. */
const mostNamed = 10

export const artifacts: Builtin<ArtifactsOptions> = {
  name: 'artifacts',
  summary:
    'Looks at the end of an agent for the files that it was to leave, and says what is there and what is not.',
  events: ['SubagentStop', 'AgentStop'],
  effects: 'none',
  examples: [
    {
      name: 'tells the parent what the subagent left',
      with: { expect: ['reports/*.md'] },
      files: { 'reports/cart.md': 'Fine.' },
      event: { event: 'SubagentStop', subagent: { name: 'reviewer' } },
      outcome: { additional_context: ['found: reports/cart.md'] },
    },
    {
      name: 'asks for another try, and names what can be built on',
      with: { expect: ['reports/*.md'], partial: ['notes/**'] },
      files: { 'notes/cart.txt': 'Half.' },
      event: { event: 'SubagentStop', subagent: { name: 'reviewer' } },
      outcome: {
        additional_context: [
          'retry required: there is no reports/*.md\npartial results to go on from: notes/cart.txt',
        ],
      },
    },
    {
      name: 'does not let the agent stop when they are required',
      with: { expect: ['CHANGELOG.md'], require: true },
      event: { event: 'AgentStop' },
      outcome: { flow: 'continue', flow_reason: 'retry required: there is no CHANGELOG.md' },
    },
  ],
  inactive: (options) => (options.expect.length === 0 ? 'nothing is expected' : undefined),
  compile:
    (options) =>
    ({ event }, { files }) => {
      const { expect, partial, require } = options
      if (expect.length === 0) return {}
      const found = findFiles([...expect, ...partial], event.root, files)
      const missing = expect.filter((_glob, at) => found[at]?.length === 0)
      const lines = [
        ...named('found', found.slice(0, expect.length).flat()),
        ...(missing.length > 0 ? [`retry required: there is no ${missing.join(', ')}`] : []),
        ...(missing.length > 0
          ? named('partial results to go on from', found.slice(expect.length).flat())
          : []),
      ]
      return say(lines.join('\n'), event, require && missing.length > 0)
    },
}

function named(what: string, paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)]
  const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : ''
  return all.length === 0 ? [] : [`${what}: ${all.slice(0, mostNamed).join(', ')}${more}`]
}

function say(text: string, { event }: Event, isHeld: boolean): Outcome {
  if (isHeld) return { flow: 'continue', flow_reason: text }
  return event === 'SubagentStop' ? { additional_context: [text] } : { system_messages: [text] }
}
