// A tool as data and a function, for any agent framework.
import { isObject } from '../../model/plain-object.ts'

/** A tool's result; errors are texts for the model, never exceptions. */
export interface ToolAnswer {
  readonly output: string
  readonly is_error?: true
}

export interface ToolOptions {
  /** Ends what the call started. */
  readonly signal?: AbortSignal | undefined
}

export interface AgentTool {
  readonly name: string
  /** For the model. */
  readonly description: string
  /** JSON Schema of its input. */
  readonly input_schema: InputSchema
  run(input: unknown, options?: ToolOptions): Promise<ToolAnswer>
}

export interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly [key: string]: unknown
}

/** A mistake of the caller: its message is for the model. */
export class ToolMistake extends Error {}

type Input = Readonly<Record<string, unknown>>

interface Definition extends Pick<AgentTool, 'name' | 'description'> {
  readonly properties: InputSchema['properties']
  readonly required?: readonly string[]
  /** Gets the input with every required text in it; throws a ToolMistake. */
  readonly work: (input: Input, options: ToolOptions) => Promise<string> | string
}

export function defineTool({ name, description, properties, required = [], work }: Definition): AgentTool {
  return {
    name,
    description,
    input_schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    run: async (given, options = {}) => {
      try {
        options.signal?.throwIfAborted()
        const input = isObject(given) ? given : {}
        const missing = required.find((key) => input[key] === undefined || input[key] === null)
        if (missing !== undefined) throw new ToolMistake(`${missing} is required`)
        return { output: await work(input, options) }
      } catch (error) {
        if (options.signal?.aborted === true) throw options.signal.reason
        return { output: `Error: ${messageOf(error)}`, is_error: true }
      }
    },
  }
}

/** Runs the tool of that name. A name that no tool has is an error text, too. */
export async function runTool(
  tools: readonly AgentTool[],
  call: { readonly name: string; readonly input: unknown },
  options: ToolOptions = {},
): Promise<ToolAnswer> {
  const tool = tools.find(({ name }) => name === call.name)
  return tool === undefined
    ? { output: `Error: tool "${call.name}" not found`, is_error: true }
    : tool.run(call.input, options)
}

export function textIn(input: Input, key: string): string {
  const value = input[key]
  if (typeof value !== 'string') throw new ToolMistake(`${key} must be a string`)
  return value
}

export function filledTextIn(input: Input, key: string): string {
  const value = textIn(input, key)
  if (value === '') throw new ToolMistake(`${key} is required`)
  return value
}

export function optionalTextIn(input: Input, key: string): string | undefined {
  const value = input[key]
  return value === undefined || value === null || value === '' ? undefined : textIn(input, key)
}

const known: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
}

/** Without the absolute paths of system errors. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return known[code] ?? error.message
}
