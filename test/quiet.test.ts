// Where a run ends before the engine is loaded, the engine would have said nothing and remembered nothing.
import { expect, test } from 'vitest'
import { dialects, listeners } from '../src/catalog.ts'
import { dispatch } from '../src/engine/dispatch.ts'
import { hasNoCandidates, emptyVerdict } from '../src/engine/select/empty-verdict.ts'
import { createRegistry, matchersByKey } from '../src/engine/live.ts'
import { listRules } from '../src/engine/select/rule-list.ts'
import { events } from '../src/model/events.ts'
import type { Event, EventName, State } from '../src/model/types.ts'
import { eventOf, matchers, settings, toRule } from './engine/world.ts'
import { loaders } from './support/loaders.ts'

const names = Object.keys(events) as EventName[] // the keys of the table are the names
const noFiles = { read: () => undefined, real: (file: string) => file }

/** State that holds nothing and fails when something is to be remembered. */
const untouched: State = {
  count: () => fail('count'),
  counted: () => 0,
  reset: () => fail('reset'),
  once: () => fail('once'),
  open: () => fail('open'),
  close: () => undefined,
  read: () => undefined,
  write: () => fail('write'),
  append: () => fail('append'),
  file: () => fail('file'),
  run: () => untouched,
}

function fail(what: string): never {
  throw new Error(`${what} was called`)
}

const payload = {
  tool_name: 'Bash',
  tool_input: { command: 'npm run build' },
  prompt: 'build it',
  source: 'startup',
  stop_active: 1,
  tool_output: { stdout: 'ok' },
}

function rulesOf(event: EventName) {
  const written = {
    name: 'no-orders',
    event,
    match: { tool: 'Bash', input: { command: '*orders.production*' } },
  }
  return listRules([toRule({ ...written, inline: { says: 'deny', text: 'No.' } }, 0)])
}

const counted = [
  'SessionStart',
  'UserPromptSubmit',
  'PostCompact',
  'PreStep',
  'PostStep',
  'PreModelCall',
  'ShouldContinue',
]

const quietEvents = names
  .map((event) => eventOf({ ...payload, event }))
  .filter((event) =>
    hasNoCandidates(event, rulesOf(event.event as EventName)(event.event as EventName), noFiles),
  )

test('most events are quiet when no rule could match them', () => {
  expect(quietEvents.map(({ event }) => event)).toEqual(names.filter((name) => !counted.includes(name)))
})

test.each(
  listeners.flatMap((listener) =>
    quietEvents.map((event) => ({ agent: listener.name, name: event.event, event })),
  ),
)(
  '$agent: a quiet $name is dispatched to silence, and silence is told by nothing',
  async ({ agent, event }) => {
    const dialect = dialects.find(({ name }) => name === agent)
    const registry = createRegistry(rulesOf(event.event as EventName), settings, {
      ...loaders,
      matchers: matchersByKey(matchers),
      handler: () => fail('handler'),
      says: () => fail('says'),
      effects: () => 'none',
    })
    const unused = {
      read: () => undefined,
      write: fail,
      append: fail,
      remove: fail,
      list: () => [],
      kind: () => undefined,
      real: String,
    }
    const { verdict } = await dispatch(registry, event, {
      effects: {
        clock: { now: () => 0, elapsed: () => 0 },
        files: unused,
        spawn: () => fail('spawn'),
        state: untouched,
        env: {},
        frontMatter: (body) => ({ body }),
        parser: loaders.parser,
      },
      ...(dialect === undefined
        ? {}
        : { capabilities: dialect.capabilitiesAt?.(event) ?? dialect.capabilities }),
    })
    expect(verdict).toEqual(emptyVerdict)
    const spoken: Event = { ...event, agent }
    expect(dialect?.encode(verdict, spoken)).toEqual({ stdout: '', stderr: '', exit: 0 })
  },
)

test('a rule over facts is not ruled out before they are known', () => {
  const rule = toRule({ name: 'no-env', match: { reads: '.env' }, inline: { says: 'deny', text: 'No.' } }, 0)
  const rules = listRules([rule])('PreToolUse')
  const event = eventOf({ ...payload, event: 'PreToolUse', tool_input: { command: 'cat .env' } })
  expect(hasNoCandidates(event, rules, noFiles)).toBe(false)
})

test('a candidate is not quiet', () => {
  const event = eventOf({ ...payload, tool_input: { command: 'cat orders.production' } })
  expect(hasNoCandidates(event, rulesOf('PreToolUse')('PreToolUse'), noFiles)).toBe(false)
})
