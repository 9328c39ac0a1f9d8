// What dialects are tried in: no files, no environment, and a verdict that says nothing.
import type { DecodeContext, Event, Verdict } from '../../src/model/types.ts'

export const context: DecodeContext = {
  env: {},
  cwd: '/shop/api',
  root: '/shop',
  files: {
    read: () => undefined,
    write: () => {},
    append: () => {},
    remove: () => {},
    list: () => [],
    kind: () => undefined,
    real: (path) => path,
  },
}

export const nothing: Verdict = {
  decision: 'proceed',
  flow: 'default',
  stops: [],
  follow_up_messages: [],
  additional_context: [],
  system_messages: [],
  warnings: [],
  trace: [],
}

/** An event of an agent that is none of those here. */
export const eventOf = (fields: Partial<Event> & Pick<Event, 'event'>): Event => ({
  cwd: '/shop',
  root: '/shop',
  raw: {},
  ...fields,
})
