import fs from 'node:fs'
import path from 'node:path'
import { events, isEventName } from '../../model/events.ts'
import type { EventName } from '../../model/types.ts'
import { type Host, writeFailure, type Program } from '../../run/call.ts'
import { printJson, unknownEvent } from '../page/page.ts'

interface SchemaOptions {
  readonly payload?: string
  readonly reply?: true
}

export function schema(host: Host, { payload, reply }: SchemaOptions): number {
  if (payload !== undefined && reply === true) return writeFailure(host, 'print one schema at a time')
  if (payload !== undefined)
    return isEventName(payload)
      ? printJson(host, payloadSchema(host, payload))
      : writeFailure(host, unknownEvent(payload))
  host.out(schemaText(host, reply === true ? 'reply' : 'hooks'))
  return 0
}

function schemaText(host: Program, name: 'hooks' | 'reply'): string {
  return fs.readFileSync(path.join(host.packageDir, 'schemas', `${name}.schema.json`), 'utf8')
}

/** Fields that an event always has. */
const required: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  UserPromptSubmit: ['prompt'],
  PreToolUse: ['tool_name', 'tool_input'],
  PermissionRequest: ['tool_name', 'tool_input'],
  PostToolUse: ['tool_name', 'tool_input', 'tool_output'],
}

/** The fields of an event as tests write them, and those added for scripts. */
function payloadSchema(host: Program, name: EventName): object {
  const { definitions } = JSON.parse(schemaText(host, 'hooks')) as Definitions
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: name,
    description: `What a script reads on stdin: ${events[name].when}. Unknown fields are absent.`,
    type: 'object',
    required: ['event', ...(required[name] ?? [])],
    properties: {
      ...definitions.event.properties,
      event: { description: "The event's name.", const: name },
      root: { description: 'The project.', type: 'string', examples: ['/work/shop'] },
      prior: { description: 'The verdict of the earlier rules.', type: 'object' },
    },
  }
}

interface Definitions {
  readonly definitions: { readonly event: { readonly properties: Readonly<Record<string, object>> } }
}
