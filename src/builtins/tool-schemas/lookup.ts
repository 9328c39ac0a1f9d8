import type { ToolSchema } from '../../model/generated/options.ts'

export type SchemaLookup = (tool: string) => ToolSchema | undefined

/** Finds a tool's schema by its name, else by the longest suffix after a separator; case-insensitive. */
export function createLookup(schemas: Readonly<Record<string, ToolSchema>>): SchemaLookup {
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

const markup = /[<>{}"\n]/

/** The name has markup in it, from a garbled call. */
export function isMalformedName(tool: string): boolean {
  return markup.test(tool)
}

export function likelyName(tool: string): string | undefined {
  const attribute = /name"?\s*[=:]\s*"([^"]*)/.exec(tool)?.[1] ?? ''
  const [before = ''] = tool.split(markup, 1)
  const words = `${before} ${attribute} ${tool.replace(/<[^>]*>?/g, ' ')}`
  return /[\p{L}_][\p{L}\p{N}_.:/-]*/u.exec(words)?.[0]
}
