import type { Discovery } from '../../model/types.ts'
import { eventOf, isKodeletName } from './events.ts'

/** `<hook> hook` prints the event that the hook is for, `<hook> run` is it. */
export const discovery: Discovery = {
  keeps: 'first',
  onlyExecutable: true,
  ask: (file) => ({ argv: [file, 'hook'], env: {} }),
  run: (file) => [file, 'run'],
  read: (text) => {
    const name = text.trim()
    const event = isKodeletName(name) ? eventOf(name) : undefined
    if (event === undefined) throw new TypeError(name === '' ? 'it printed nothing' : 'it printed no event')
    return { events: [event] }
  },
}
