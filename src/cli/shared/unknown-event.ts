import { nearest } from '../../config/diagnostics/diagnostics.ts'
import { eventNamed, events } from '../../model/events.ts'

export function unknownEvent(name: string): string {
  const names = Object.keys(events)
  const meant = eventNamed(name) ?? nearest(name, names)
  return `there is no event "${name}"; ${meant === undefined ? `there are ${names.join(', ')}` : `use "${meant}"`}`
}
