// The examples of one file's rules.
import { draftsOf, type RuleDraft } from '../../config/expand/expand.ts'
import type { ConfigFile } from '../../config/read/config-file.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Decision, Event, EventName, Plan } from '../../model/types.ts'
import { type TrialCase, type RuleId, rulesNamed } from './case.ts'
import { eventFrom, reportProblem, type CaseSource, type CaseLocation, checkExpected } from './test-events.ts'

const decisions: readonly Decision[] = ['deny', 'ask', 'allow', 'proceed']
const toolEvents: readonly EventName[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

/** A rule in force, as written in its file. */
export interface TriedRule extends RuleId {
  readonly events: readonly EventName[]
  readonly has_examples: boolean
  readonly draft: RuleDraft
}

/** The rules of one file that are in force, each once. */
export function writtenRules(file: ConfigFile, plan: Plan): readonly TriedRule[] {
  const first = new Map(
    draftsOf(file)
      .map((draft) => [draft.path.join('\0'), draft])
      .toReversed() as [string, RuleDraft][],
  )
  return [...first.values()].toReversed().flatMap((draft) => {
    const { target: name } = draft
    if (name === undefined) return []
    const events = eventsOf({ name, layer: file.layer }, plan)
    const at = file.document.place([...draft.path, 'name'])
    const hasExamples = Object.hasOwn(draft.keys, 'examples')
    return events.length === 0
      ? []
      : [{ name, layer: file.layer, at, events, has_examples: hasExamples, draft }]
  })
}

function eventsOf({ name, layer }: Pick<RuleId, 'name' | 'layer'>, plan: Plan): readonly EventName[] {
  const own = rulesNamed(plan, name).filter((rule) => rule.layer === layer)
  return [...new Set(own.map(({ event }) => event))]
}

/** One case for each example of a rule. */
export function exampleCases(rule: TriedRule, source: CaseSource): readonly TrialCase[] {
  const { examples } = rule.draft.keys
  if (!isObject(examples)) return []
  const at = [...rule.draft.path, 'examples']
  if (Object.keys(examples).length === 0) noneListed({ source, at })
  return decisions.flatMap((decision) => {
    const list = Object.hasOwn(examples, decision) ? examples[decision] : undefined
    return Array.isArray(list) ? listed(list, { rule, decision }, { source, at: [...at, decision] }) : []
  })
}

function noneListed(spot: CaseLocation): void {
  reportProblem(spot, 'empty-list', {
    message: `"${String(spot.at.at(-1))}" lists no examples`,
    hint: 'add an example such as git push -f, or remove the key',
    on: 'key',
  })
}

type ExampleOwner = Pick<Example, 'rule' | 'decision'>

/** Reports an impossible decision once per list. */
function listed(
  list: readonly unknown[],
  of: ExampleOwner,
  { source, at }: CaseLocation,
): readonly TrialCase[] {
  if (list.length === 0) noneListed({ source, at })
  const made = list.flatMap((written, index) => {
    const path = [...at, index]
    const event = exampleEvent(written, of.rule, { source, at: path })
    const before = eventsBefore(written, { source, at: path })
    return event === undefined || before === undefined ? [] : [{ written, path, event, before }]
  })
  const wanted = { decision: of.decision }
  const hint = 'move it under proceed, or test the rule under tests:'
  if (!made.every(({ event, path }) => checkExpected(wanted, { source, event, hint }, () => path))) return []
  return made.map(({ written, path, event, before }) =>
    caseOf({ ...of, written }, [...before, event], source.document.place(path)),
  )
}

interface Example {
  readonly written: unknown
  readonly rule: TriedRule
  readonly decision: Decision
}

function caseOf(
  { written, rule, decision }: Example,
  events: readonly Event[],
  at: TrialCase['at'],
): TrialCase {
  const { name, layer, at: place } = rule
  return {
    name: nameOf(written),
    at,
    events,
    replies: {},
    wants: { kind: 'example', rule: { name, layer, at: place }, decision },
  }
}

function nameOf(written: unknown): string {
  if (typeof written === 'string') return written
  if (!isObject(written)) return ''
  const [[key, value] = ['', '']] = Object.entries(written)
  return Object.keys(written).length === 1 && typeof value === 'string'
    ? `${key} ${value}`
    : JSON.stringify(written)
}

/** Earlier events of the example's session; undefined when one is invalid. */
function eventsBefore(written: unknown, { source, at }: CaseLocation): readonly Event[] | undefined {
  if (!isObject(written) || !Array.isArray(written.after)) return []
  const made = written.after.map((each: unknown, index) =>
    exampleEvent(each, { events: ['PostToolUse'] }, { source, at: [...at, 'after', index] }),
  )
  const events = made.filter((event) => event !== undefined)
  return events.length < made.length ? undefined : events
}

const shortForms = ['command', 'write', 'read', 'prompt'] as const

const callOf = {
  command: (command: string) => ({ tool_name: 'Bash', tool_input: { command } }),
  write: (file_path: string) => ({ tool_name: 'Write', tool_input: { file_path, content: '' } }),
  read: (file_path: string) => ({ tool_name: 'Read', tool_input: { file_path } }),
}

function exampleEvent(
  example: unknown,
  rule: Pick<TriedRule, 'events'>,
  spot: CaseLocation,
): Event | undefined {
  const tool = rule.events.find((event) => toolEvents.includes(event))
  if (typeof example === 'string') return toolEvent(callOf.command(example), tool, spot)
  if (!isObject(example)) return undefined
  const { after: _, ...written } = example
  const { command: _command, write: _write, read: _read, ...rest } = written
  const [form, ...others] = shortForms.filter((key) => Object.hasOwn(written, key))
  if (form !== undefined && others.length > 0)
    return reportProblem(spot, 'bad-value', tooMany([form, ...others]))
  const text = form === undefined ? undefined : written[form]
  if (form !== undefined && form !== 'prompt' && typeof text === 'string')
    return toolEvent({ ...callOf[form](text), ...rest }, tool, spot)
  const usual = Object.hasOwn(written, 'prompt') ? 'UserPromptSubmit' : defaultEvent(written, rule)
  return eventFrom(written, spot, usual)
}

function defaultEvent(
  written: Readonly<Record<string, unknown>>,
  { events }: Pick<TriedRule, 'events'>,
): EventName | undefined {
  const tool = events.find((event) => toolEvents.includes(event))
  return Object.hasOwn(written, 'tool_name') ? (tool ?? 'PreToolUse') : events[0]
}

function tooMany(keys: readonly string[]): { message: string; hint: string } {
  const names = keys.map((key) => `"${key}"`).join(' and ')
  return { message: `${names} are two examples`, hint: 'write each as an item of its own' }
}

function toolEvent(
  written: Readonly<Record<string, unknown>>,
  event: EventName | undefined,
  spot: CaseLocation,
): Event | undefined {
  if (event !== undefined || Object.hasOwn(written, 'event')) return eventFrom(written, spot, event)
  return reportProblem(spot, 'bad-value', {
    message: 'this rule is not asked about tool calls',
    hint: 'write an event: { event: AgentStop, response: Done. }',
  })
}
