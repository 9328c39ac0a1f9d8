// One name for a server's tool, whatever its agent calls it: `mcp__server__tool`.
import { field } from '../../model/plain-object.ts'
import { groupWith } from '../../model/tool-groups.ts'
import type { DecodeContext, Event } from '../../model/types.ts'

/** How an agent names the tools of servers, where that is not one of the usual forms. */
export interface ServerTools {
  /** What stands between server and tool. */
  readonly between?: string
  /** No tool of its own has that in its name: without a known server the first part is one. */
  readonly sure?: true
  /** Its files that name servers; a person's before a project's, which cannot rename their servers. */
  readonly serverFiles?: (place: NamePlace) => readonly string[]
  /** Absent: `mcpServers`. */
  readonly serverKeys?: readonly string[]
  /** Servers of its own. */
  readonly builtIn?: readonly string[]
}

interface NamePlace {
  readonly home: string
  readonly env: DecodeContext['env']
  /** The project's directories, the outermost first. */
  readonly dirs: readonly string[]
}

type Named = Pick<Event, 'tool_name' | 'native_tool'>

/** Where no one tells the server. */
const UNKNOWN = '?'

const usual: readonly (readonly [form: RegExp, between: string])[] = [
  [/^mcp_(?!_)(.+)$/, '_'],
  [/^(?!_)(.+___.+)$/, '___'],
  [/^@?([^/]+\/.+)$/, '/'],
]

interface Calling extends ServerTools, DecodeContext {
  /** Its canonical name, as the payload tells. */
  readonly told?: string | undefined
}

/** Nothing where it is a tool of the agent's own, or named so already. */
export function canonicalTool(native: string, calling: Calling): Named {
  const tool_name = calling.told ?? canonical(native, calling)
  return tool_name === undefined || tool_name === native ? {} : { tool_name, native_tool: native }
}

function canonical(native: string, calling: Calling): string | undefined {
  const alone = /^MCP:(.+)$/.exec(native)?.[1]
  if (alone !== undefined) return mcpTool(onlyServer(calling), alone)
  if (native.startsWith('mcp__') || groupWith(native) !== undefined) return undefined
  for (const [form, between] of usual) {
    const whole = form.exec(native)?.[1]
    if (whole !== undefined) return split(whole, { ...calling, between, sure: true })
  }
  return split(native, calling)
}

/** As Claude Code writes it. */
export const mcpTool = (server: string, tool: string): string => `mcp__${plain(server)}__${tool}`

const plain = (server: string): string => (server === UNKNOWN ? server : server.replace(/[^\w-]/g, '_'))

function split(whole: string, calling: Calling): string | undefined {
  const { between = '', sure } = calling
  const at = between === '' ? -1 : whole.indexOf(between)
  if (at < 1 || at + between.length >= whole.length) return undefined
  const isFirst = (server: string): boolean => whole.startsWith(plain(server) + between)
  const known = serversIn(calling).map((servers) => servers.filter(isFirst).sort(byLength)[0])
  const server = known.find((each) => each !== undefined)
  if (server !== undefined) return mcpTool(server, whole.slice(plain(server).length + between.length))
  return sure === true ? mcpTool(whole.slice(0, at), whole.slice(at + between.length)) : undefined
}

const byLength = (one: string, other: string): number => other.length - one.length

/** The server of a tool that comes alone, when there is but one. */
function onlyServer(calling: Calling): string {
  const [first = UNKNOWN, ...others] = new Set(serversIn(calling).flat())
  return others.length === 0 ? first : UNKNOWN
}

/** By file; looked at only for a name that may be a server's tool. */
function serversIn(calling: Calling): readonly (readonly string[])[] {
  const { env, cwd, root, files, serverFiles, serverKeys = ['mcpServers'], builtIn = [] } = calling
  const place = { home: env['HOME'] ?? env['USERPROFILE'] ?? '/', env, dirs: [...new Set([root, cwd])] }
  const texts = (serverFiles?.(place) ?? []).map((file) => files.read(file))
  return [builtIn, ...texts.map((text) => namesIn(text, serverKeys))]
}

function namesIn(text: string | undefined, keys: readonly string[]): readonly string[] {
  if (text === undefined) return []
  try {
    const settings: unknown = JSON.parse(withoutComments(text))
    return keys.flatMap((key) => Object.keys(Object(field(settings, key))))
  } catch {
    return [] // the agent cannot read it either
  }
}

/** Some of these files may hold comments, and commas before a closing bracket. */
function withoutComments(text: string): string {
  return text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1')
}
