import { toYaml } from '../../../config/read/to-yaml.ts'
import { isPathField } from '../../../patterns/paths/paths.ts'
import type { Event, Verdict } from '../../../model/types.ts'
import { deciders } from '../play/judge-test.ts'

/** What a test says of an event; what only tells one session from another is left out. */
const telling = [
  'event',
  'agent',
  'permission_mode',
  'source',
  'subagent',
  'recipe',
  'prompt',
  'tool_name',
  'tool_input',
  'tool_output',
  'is_error',
  'error',
  'finish_reason',
] as const satisfies readonly (keyof Event)[]

const NAME_CHARS = 60

/** A list item for `tests:`, made of an event and what was said to it. */
export function testOf(event: Event, verdict: Verdict): string {
  const fields = telling.flatMap((key) =>
    event[key] === undefined ? [] : [[key, portable(event[key], key, event)]],
  )
  const own = {
    ...(Object.fromEntries(fields) as Readonly<Record<string, unknown>>), // names with values
    ...(event.cwd === event.root ? {} : { cwd: relative(event.cwd, event) }),
    ...(isEnd(event) && event.response !== undefined && { response: event.response }),
  }
  const test = { name: nameOf(event, verdict), event: own, expect: expectOf(verdict) }
  return toYaml([test])
}

/** Elsewhere the response would be read from a transcript for nothing. */
function isEnd({ event }: Event): boolean {
  return event === 'AgentStop' || event === 'SubagentStop'
}

function expectOf(verdict: Verdict): Readonly<Record<string, unknown>> {
  const { decision, flow, reason } = verdict
  const by = decision === 'proceed' && flow === 'default' ? undefined : deciders(verdict)[0]?.rule
  return {
    decision,
    ...(flow !== 'default' && { flow }),
    ...(by !== undefined && { rule: by }),
    ...(by === undefined && decision !== 'proceed' && reason !== undefined && { reason }),
  }
}

function nameOf(event: Event, { decision, flow }: Verdict): string {
  const said = decision === 'proceed' && flow !== 'default' ? flow : decision
  const input = event.tool_input
  const command: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, 'command') : undefined
  const about = typeof command === 'string' ? command : (event.prompt ?? event.tool_name ?? event.event)
  const line = about.replace(/\s+/g, ' ').trim()
  return `${said}: ${line.length > NAME_CHARS ? `${line.slice(0, NAME_CHARS - 1)}…` : line}`
}

/** Paths below the root stand for the same file on another machine. */
function portable(value: unknown, field: string, event: Event): unknown {
  if (typeof value === 'string') return isPathField(field) ? relative(value, event) : value
  if (Array.isArray(value)) return value.map((item: unknown) => portable(item, field, event))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, portable(item, key, event)]))
}

function relative(file: string, { root, cwd }: Event): string {
  // A relative path is read from the working directory, so it would be another file there.
  return file.startsWith(`${root}/`) && (cwd === root || file === cwd) ? file.slice(root.length + 1) : file
}
