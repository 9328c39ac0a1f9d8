import { configuredPath } from './shared/configured-path.ts'
import type { MemoryOptions } from '../model/generated/options.ts'
import type { Builtin, Context, Event } from '../model/types.ts'

const files = {
  'AGENTS.md': 'Prices are in cents.\n',
  'docs/AGENTS.md': 'Ask before you change tax rules.\n',
}

export const memory: Builtin<Required<MemoryOptions>> = {
  name: 'memory',
  summary: 'Gives the agent its memory files, such as AGENTS.md.',
  events: ['SessionStart', 'UserPromptSubmit', 'PreModelCall'],
  effects: 'none',
  examples: [
    {
      name: 'joins the existing files',
      with: { paths: ['AGENTS.md', 'none.md', 'docs/AGENTS.md'], guidelines: false },
      files,
      event: { event: 'SessionStart' },
      outcome: {
        updated_system: {
          append:
            '\n\n<agent_memory>\nPrices are in cents.\n\n---\n\nAsk before you change tax rules.\n</agent_memory>',
        },
      },
    },
    {
      name: 'is context of a prompt',
      with: { guidelines: false, tag: 'notes' },
      files,
      event: { event: 'UserPromptSubmit', prompt: 'Add a discount' },
      outcome: { additional_context: ['<notes>\nPrices are in cents.\n</notes>'] },
    },
  ],
  agentFiles: ({ paths }) => paths,
  inactive: (options) => (options.paths.length === 0 ? 'no paths' : undefined),
  compile: (options) => (subject, context) => {
    const text = memoryText(options, subject.event, context)
    if (text === undefined) return {}
    const isPrompt = subject.event.event === 'UserPromptSubmit'
    return isPrompt ? { additional_context: [text] } : { updated_system: { append: `\n\n${text}` } }
  },
}

function memoryText(
  { paths, separator, tag, guidelines }: Required<MemoryOptions>,
  { root }: Event,
  context: Context,
): string | undefined {
  const found = [...new Set(paths.map((each) => configuredPath(each, { root, env: context.env })))]
  const texts = found.map((file) => context.files.read(file)?.trim() ?? '').filter((text) => text !== '')
  if (texts.length === 0) return undefined
  const memory = `<${tag}>\n${texts.join(separator)}\n</${tag}>`
  return guidelines ? `${memory}\n\n${guidelinesFor(paths)}` : memory
}

function guidelinesFor(paths: readonly string[]): string {
  return [
    `About this memory (${paths.join(', ')}):`,
    '- It lasts: every later session reads it again.',
    '- To change it, edit the file with your file tools, such as edit_file; the next session sees the change.',
    '- Keep there what will matter again: decisions, conventions, wishes of the user. Never secrets.',
    '- Keep it short: replace what is out of date instead of adding to it.',
  ].join('\n')
}
