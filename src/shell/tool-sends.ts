// What a tool besides shells sends: the body of a request, the texts and files of a message.
import { isObject, type PlainObject } from '../model/plain-object.ts'
import type { ToolGroup } from '../model/tool-groups.ts'
import type { Event, Facts, SendFact, Sent } from '../model/types.ts'
import { absolutePath } from './absolute-path.ts'
import { toSnakeCase } from './added-texts.ts'
import { bareName } from './tool-names.ts'

const MAX_TEXT = 4096
const bodies = new Set('body data payload json form form_data post_data content'.split(' '))
const messages = new Set(
  'text message body content subject title comment caption html markdown blocks attachments data payload'.split(
    ' ',
  ),
)
const sends = /(?:^|_)(?:send|post|publish|upload|share|email|reply|comment|notify|submit|tweet|put)(?:_|$)/

/** The groups of tools that send nothing. */
const local: ReadonlySet<ToolGroup | undefined> = new Set([
  'read',
  'write',
  'edit',
  'search',
  'shell',
  'subagent',
  'todo',
])

export function sentByTool(event: Event, group: ToolGroup | undefined, facts: Facts): readonly SendFact[] {
  const { tool_name: tool = '', tool_input: input } = event
  if (local.has(group) || !isObject(input)) return []
  if (facts.hosts.length > 0)
    return facts.hosts.flatMap((to) => requestTo(to, { tool, input, cwd: event.cwd }))
  const server = /^mcp__(.+?)__/.exec(tool)?.[1]
  if (server === undefined || !sends.test(toSnakeCase(bareName(tool)))) return []
  return [...textsIn(input, messages), ...filesIn(input, event.cwd)].map((what) => ({
    what,
    to: `mcp:${server.toLowerCase()}`,
    by: tool,
  }))
}

interface SendingCall {
  readonly tool: string
  readonly input: PlainObject
  readonly cwd: string
}

function requestTo(to: string, { tool, input, cwd }: SendingCall): readonly SendFact[] {
  const { method } = input
  const isRead = typeof method === 'string' && /^(?:get|head|options)$/i.test(method)
  const sent = isRead ? [] : [...textsIn(input, bodies), ...filesIn(input, cwd)]
  return [
    ...sent.map((what): SendFact => ({ what, to, by: tool })),
    ...addressesIn(input, to).map((text): SendFact => ({
      what: { kind: 'text', text },
      to,
      by: tool,
      aside: true,
    })),
  ]
}

function textsIn(input: PlainObject, fields: ReadonlySet<string>): readonly Sent[] {
  return Object.entries(input).flatMap(([field, value]) => {
    if (!fields.has(toSnakeCase(field)) || value === null || value === undefined) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text === '' ? [] : [{ kind: 'text', text: text.slice(0, MAX_TEXT) }]
  })
}

const attached = /(?:^|_)(?:file|path|attachment|image|document)s?$/

/** Files that an input names, by themselves or in a list. */
function filesIn(input: PlainObject, cwd: string): readonly Sent[] {
  return Object.entries(input).flatMap(([field, value]) => {
    const texts = attached.test(toSnakeCase(field)) ? [value].flat() : []
    return texts.flatMap((text) => {
      const path = typeof text === 'string' && !text.includes('://') ? absolutePath(cwd, text) : undefined
      return path === undefined ? [] : [{ kind: 'file' as const, path: { path } }]
    })
  })
}

/** What stands behind the host in the addresses. */
function addressesIn(input: PlainObject, host: string): readonly string[] {
  const texts = Object.values(input).flatMap((value) => (typeof value === 'string' ? [value] : []))
  return texts.flatMap((text) => {
    const at = text.toLowerCase().indexOf(host)
    const behind = at < 0 ? '' : (/^[^\s"'<>)\]]*/.exec(text.slice(at + host.length))?.[0] ?? '')
    return behind.length > 1 ? [behind.slice(0, MAX_TEXT)] : []
  })
}
