// The skill that an agent loaded: for the session until another one is, its limits until the next prompt.
import { field } from '../model/plain-object.ts'
import type { Event, State } from '../model/types.ts'
import { mcpToolName } from '../patterns/pattern.ts'

const SESSION_KEY = 'active-skill'

/** In lower case; the tools of agents that load the instructions of a skill. */
const loaders: ReadonlySet<string> = new Set(['activate_skill', 'load_skill', 'use_skill', 'skill'])
const others: ReadonlySet<string> = new Set(['deactivate_skill', 'list_skills'])

function bareName({ tool_name = '' }: Event): string {
  return (mcpToolName(tool_name) ?? tool_name).toLowerCase()
}

export function isSkillTool(event: Event): boolean {
  return loaders.has(bareName(event)) || others.has(bareName(event))
}

/** The name of the skill that a call would load; undefined for other calls. */
export function skillToLoad(event: Event): string | undefined {
  if (!loaders.has(bareName(event))) return undefined
  const names = ['name', 'skill', 'skill_name', 'command'].map((key) => field(event.tool_input, key))
  return names.find((name) => typeof name === 'string') ?? ''
}

/** Does this event change which skill is active? */
export function changesSkill(event: Event): boolean {
  if (event.event !== 'PostToolUse' || event.is_error === true) return false
  return loaders.has(bareName(event)) || bareName(event) === 'deactivate_skill'
}

export function saveSkill(event: Event, state: State, name = skillToLoad(event) ?? ''): void {
  state.write(SESSION_KEY, name)
  state.run().write(runKey(event), name)
}

/** The skill that was loaded in this session; empty when it was unloaded, undefined when there was none. */
export function sessionSkill(state: State): string | undefined {
  return state.read(SESSION_KEY)
}

/** The skill that the agent, or this subagent, loaded since the last prompt. */
export function runSkill(event: Event, state: State): string | undefined {
  const name = state.run().read(runKey(event))
  return name === '' ? undefined : name
}

function runKey({ subagent }: Event): string {
  return `${SESSION_KEY}/${subagent?.id ?? subagent?.name ?? ''}`
}

/** The event's metadata with the skill of the session, which is newer than the host's. */
export function metadataWithSkill({ metadata }: Event, state: State): Event['metadata'] {
  const name = sessionSkill(state)
  if (name === undefined) return metadata
  const { active_skill: _, ...rest } = metadata ?? {}
  return name === '' ? rest : { ...rest, active_skill: name }
}
