import fs from 'node:fs'
import path from 'node:path'
import { events, isEventName } from '../model/events.ts'
import { type Host, writeFailure } from '../run/host.ts'
import type { EventName } from '../model/types.ts'
import { unknownEvent } from './shared/unknown-event.ts'

export interface SchemaOptions {
  /** Of what a script reads at this event. */
  readonly payload?: string
  /** Of what a script may answer. */
  readonly reply?: true
}

/** `hooks schema`: the JSON schema of hooks.yaml, or of one side of the protocol of scripts. Returns the exit code. */
export function schema(host: Host, { payload, reply }: SchemaOptions): number {
  if (payload !== undefined && reply === true) return writeFailure(host, 'print one schema at a time')
  if (payload !== undefined) return payloadSchema(host, payload)
  host.out(textOf(host, reply === true ? 'reply' : 'hooks'))
  return 0
}

function payloadSchema(host: Host, name: string): number {
  if (!isEventName(name)) return writeFailure(host, unknownEvent(name))
  host.out(`${JSON.stringify(schemaAt(host, name), null, 2)}\n`)
  return 0
}

function textOf(host: Host, name: 'hooks' | 'reply'): string {
  return fs.readFileSync(path.join(host.packageDir, 'schemas', `${name}.schema.json`), 'utf8')
}

/** What an event cannot be without. */
const needed: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  UserPromptSubmit: ['prompt'],
  PreToolUse: ['tool_name', 'tool_input'],
  PermissionRequest: ['tool_name', 'tool_input'],
  PostToolUse: ['tool_name', 'tool_input', 'tool_output'],
}

/** The fields of an event as tests write them, and what is added for scripts. */
function schemaAt(host: Host, name: EventName): object {
  const { definitions } = JSON.parse(textOf(host, 'hooks')) as Definitions
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: name,
    description: `What a script reads on stdin: ${events[name].when}. Fields that are not known are absent.`,
    type: 'object',
    required: ['event', ...(needed[name] ?? [])],
    properties: {
      ...definitions.event.properties,
      event: { description: "The event's name.", const: name },
      root: { description: 'The project.', type: 'string', examples: ['/work/shop'] },
      prior: { description: 'The verdict so far, as earlier rules made it.', type: 'object' },
    },
  }
}

/** What we ship ourselves. */
interface Definitions {
  readonly definitions: { readonly event: { readonly properties: Readonly<Record<string, object>> } }
}
