// How each agent tells of a call: its payload, and its tools that run, write, change, move, delete and read.
import type { Target } from '../ways.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface ToldAgent {
  /** The payload on standard input. */
  readonly payload: (tool: string, input: unknown, root: string) => Fields
  /** By the tool's name; what stands in brackets tells two calls of it apart. */
  readonly writes: Readonly<Record<string, (target: Target) => unknown>>
  readonly reads: Readonly<Record<string, (target: Target) => unknown>>
  /** What it is answered when a call is refused. */
  readonly refusal: RegExp
}

/** The name of the tool. */
export const toolOf = (call: string): string => call.replace(/ \(.*/, '')

export const patch = ({ file }: Target) =>
  `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch\n`
export const removal = ({ file }: Target) => `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch\n`
export const added = ({ file }: Target) => `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`
export const moved = ({ file, other }: Target) =>
  `*** Begin Patch\n*** Update File: ${other}\n*** Move to: ${file}\n@@\n-a\n+b\n*** End Patch\n`
export const echo = ({ file }: Target) => `echo x > ${file}`
export const cat = ({ file }: Target) => `cat ${file}`
export const command =
  (line: (target: Target) => string, field = 'command') =>
  (target: Target) => ({ [field]: line(target) })
/** A path beside other fields. */
export const at =
  (field: string, rest: Fields = {}) =>
  ({ file }: Target) => ({ [field]: file, ...rest })

export const servers = {
  mcp__fs__write_file: at('path', { content: '' }),
  mcp__fs__edit_file: at('path', {
    edits: [{ oldText: 'a', newText: 'b' }],
    dryRun: false,
  }),
  'mcp__fs__move_file (away)': ({ file, other }: Target) => ({ source: file, destination: other }),
  'mcp__fs__move_file (there)': ({ file, other }: Target) => ({ source: other, destination: file }),
  'mcp__fs__move_file (sourcePath)': ({ file, other }: Target) => ({
    sourcePath: other,
    destinationPath: file,
  }),
  mcp__files__copy: ({ file, other }: Target) => ({ from: other, to: file }),
  mcp__fs__delete_file: at('path'),
  mcp__desktop__start_process: ({ file }: Target) => ({ command: `rm ${file}`, timeout_ms: 1000 }),
  mcp__serena__replace_regex: at('relative_path', { regex: 'a', repl: 'b' }),
  mcp__idea__create_new_file: at('pathInProject', { text: '' }),
}
export const readServers = {
  mcp__fs__read_text_file: at('path'),
  mcp__fs__read_multiple_files: ({ file }: Target) => ({ paths: [file] }),
  mcp__desktop__start_process: ({ file }: Target) => ({ command: `base64 ${file}` }),
}

export const claudeLike =
  (rest: Fields) =>
  (tool_name: string, tool_input: unknown, cwd: string): Fields => ({
    session_id: 's-1',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
    ...rest,
  })

export const nested = /"permissionDecision":"deny"/
export const oldNew = { old_string: 'a', new_string: 'b' }
export const oldNewStr = { old_str: 'a', new_str: 'b' }
