// The events, what a rule may answer at each, and which of them a framework's integration sends.
import { cell, code, codes, paragraphs, table } from './markdown.mjs'

/** The rule key for each field of an outcome. Fields that only scripts and built-ins can set keep their name. */
const keys = {
  updated_input: 'set_input',
  updated_output: 'set_output',
  updated_prompt: 'set_prompt',
  updated_system: 'set_system',
  updated_request: 'set_request',
  messages: 'replace_messages',
  follow_ups: 'follow_up_messages',
  restart: 'flow: restart',
}
export const keyOf = (field) => keys[field] ?? field

export function eventTable({ events }, isShown) {
  const rows = Object.entries(events).filter(([, event]) => isShown(event))
  return table(
    ['event', 'when', 'a rule may answer with', 'also called'],
    rows.map(([name, { when, may, aliases }]) => [
      code(name),
      cell(when),
      codes([...may.map(keyOf), 'notify']),
      codes(aliases),
    ]),
  )
}

/** What each framework's integration sends; conditions are numbered below the table. */
export function hostEvents({ hosts, events }) {
  const columns = Object.values(hosts)
  const conditions = columns.flatMap((sent) => Object.values(sent)).filter((when) => when !== true)
  const notes = [...new Set(conditions)]
  const sign = (when) => (when === undefined ? '' : when === true ? '✓' : `✓ ${notes.indexOf(when) + 1}`)
  const sent = table(
    ['event', ...Object.keys(hosts).map(code)],
    Object.keys(events).map((event) => [code(event), ...columns.map((column) => sign(column[event]))]),
  )
  return paragraphs(sent, notes.map((note, at) => `${at + 1}: ${note}.`).join(' '))
}
