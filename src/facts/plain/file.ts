import type { Event } from '../../types.ts'
import type { Words } from './words.ts'

/** Tools that read or change the one file that they name. */
const fileTools = new Set(['Read', 'Edit', 'Write', 'read_file', 'write_file', 'replace'])
const fileFields = new Set([
  'file_path',
  'old_string',
  'new_string',
  'content',
  'replace_all',
  'offset',
  'limit',
])

/** Undefined for any other tool, or with fields or a path that are not plain. */
export function wordsOfFile({ tool_name: tool, cwd }: Event, input: object): Words | undefined {
  if (tool === undefined || !fileTools.has(tool) || !('file_path' in input)) return undefined
  const { file_path: path } = input
  if (typeof path !== 'string' || !/^[\w/][\w ./:@%+=,-]*$/.test(path) || path.includes('://'))
    return undefined
  if (!Object.keys(input).every((field) => fileFields.has(field))) return undefined
  return {
    texts: Object.values(input).filter((value) => typeof value === 'string'),
    paths: [path],
    dirs: [cwd],
    kinds: tool.toLowerCase().startsWith('read') ? ['reads'] : ['creates', 'edits', 'adds'],
  }
}
