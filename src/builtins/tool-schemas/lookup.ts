import type { ToolSchema } from '../../model/generated/options.ts'
import type { ToolSchemas } from './types.ts'

export type Lookup = (tool: string) => ToolSchema | undefined

/** Finds a tool's schema by its name, else by the longest suffix after a separator; case-insensitive. */
export function createLookup(schemas: ToolSchemas): Lookup {
  const rows = Object.entries(schemas)
    .map(([name, schema]) => ({ name: name.toLowerCase(), schema }))
    .sort((a, b) => b.name.length - a.name.length)
  return (tool) => {
    const name = tool.toLowerCase()
    const row = rows.find((each) => each.name === name) ?? rows.find((each) => endsWith(name, each.name))
    return row?.schema
  }
}

function endsWith(tool: string, name: string): boolean {
  return name !== '' && tool.endsWith(name) && /[^\p{L}\p{N}]$/u.test(tool.slice(0, -name.length))
}

const foreign = /[<>{}"\n]/

/** Whether a tool's name contains markup, from a garbled call. */
export function isMalformedName(tool: string): boolean {
  return foreign.test(tool)
}

/** The likely intended name of a malformed one. */
export function likelyName(tool: string): string | undefined {
  const attribute = /name"?\s*[=:]\s*"([^"]*)/.exec(tool)?.[1] ?? ''
  const words = `${beforeMarkup(tool)} ${attribute} ${tool.replace(/<[^>]*>?/g, ' ')}`
  return /[\p{L}_][\p{L}\p{N}_.:/-]*/u.exec(words)?.[0]
}

function beforeMarkup(tool: string): string {
  return tool.split(foreign, 1)[0] ?? ''
}
