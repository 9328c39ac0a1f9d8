import type { ArtifactsOptions } from '../model/generated/options.ts'
import type { Builtin, Event, Files, Outcome } from '../model/types.ts'

/** Further paths are only counted. */
const MAX_NAMED = 10

/** Limits of one search. */
const MAX_DEPTH = 12
const MAX_ENTRIES = 20_000

const skippedDirs = new Set(['node_modules/', '.git/'])

export const artifacts: Builtin<Required<ArtifactsOptions>> = {
  name: 'artifacts',
  summary: 'Checks at the end of an agent whether the expected files exist, and reports which do not.',
  events: ['SubagentStop', 'AgentStop'],
  effects: 'none',
  examples: [
    {
      name: 'reports the files that a subagent left',
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
  answers: ({ require }) => (require ? ['continue'] : []),
  compile:
    (options) =>
    ({ event }, { files }) => {
      const { expect, partial, require } = options
      if (expect.length === 0) return {}
      const found = findFiles([...expect, ...partial], event.root, files)
      const missing = expect.filter((_glob, at) => found[at]?.length === 0)
      const lines = listFiles('found', found.slice(0, expect.length).flat())
      if (missing.length > 0) {
        const partialFiles = found.slice(expect.length).flat()
        lines.push(`retry required: there is no ${missing.join(', ')}`)
        lines.push(...listFiles('partial results to go on from', partialFiles))
      }
      return report(lines.join('\n'), event, require && missing.length > 0)
    },
}

function listFiles(what: string, paths: readonly string[]): string[] {
  const all = [...new Set(paths)]
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''
  return all.length === 0 ? [] : [`${what}: ${all.slice(0, MAX_NAMED).join(', ')}${more}`]
}

function report(text: string, { event }: Event, mustContinue: boolean): Outcome {
  if (mustContinue) return { flow: 'continue', flow_reason: text }
  return event === 'SubagentStop' ? { additional_context: [text] } : { system_messages: [text] }
}

/** For each glob the matching files, relative to the root. */
export function findFiles(
  globs: readonly string[],
  root: string,
  files: Files,
): readonly (readonly string[])[] {
  const patterns = globs
    .filter((glob) => !isFixedPath(glob))
    .map((glob) => ({ glob, regex: new RegExp(`^${globSource(glob)}$`) }))
  const found = new Map<string, string[]>(
    globs.map((glob) => [glob, isFixedPath(glob) ? existingFile(glob, root, files) : []]),
  )
  for (const file of patterns.length === 0 ? [] : walk(root, files)) {
    for (const { glob, regex } of patterns) if (regex.test(file)) found.get(glob)?.push(file)
  }
  return globs.map((glob) => found.get(glob) ?? [])
}

/** A path without wildcards needs no search. */
function isFixedPath(glob: string): boolean {
  return glob.includes('/') && !/[*?{]/.test(glob)
}

function existingFile(path: string, root: string, files: Files): string[] {
  const relative = path.replace(/^\.?\//, '')
  return files.kind(`${root}/${relative}`) === 'file' ? [relative] : []
}

function* walk(root: string, files: Files): Generator<string> {
  let entries = 0
  const queue = [{ dir: '', depth: 0 }]
  for (const { dir, depth } of queue) {
    for (const name of files.list(`${root}/${dir}`)) {
      if (++entries > MAX_ENTRIES) return
      if (!name.endsWith('/')) yield dir + name
      else if (depth < MAX_DEPTH && !skippedDirs.has(name)) queue.push({ dir: dir + name, depth: depth + 1 })
    }
  }
}

/** As in .gitignore: without a slash a glob matches at any depth, only `**` crosses slashes. */
function globSource(glob: string): string {
  const anywhere = glob.includes('/') ? '' : '(?:.*/)?'
  const tokens = glob.replace(/^\.?\//, '').match(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^]/g) ?? []
  return anywhere + tokens.map(tokenSource).join('')
}

function tokenSource(token: string): string {
  if (token === '**/') return '(?:.*/)?'
  if (token === '**') return '.*'
  if (token === '*') return '[^/]*'
  if (token === '?') return '[^/]'
  if (token.length > 1 && token.startsWith('{'))
    return `(?:${token.slice(1, -1).split(',').map(escape).join('|')})`
  return escape(token)
}

function escape(text: string): string {
  return text.replace(/[.+*?^${}()|[\]\\]/g, '\\$&')
}
