import type { Matcher } from '../model/types.ts'

export const turn: Matcher<readonly number[]> = {
  key: 'turn',
  summary: 'the number of the turn, or a list of numbers; the first is 1',
  takes: 'number',
  examples: [
    { pattern: 1, event: { turn: 1 }, is: 'yes' },
    { pattern: [1, 2], event: { turn: 2 }, is: 'yes' },
    { pattern: 1, event: { turn: 0 }, is: 'no' },
    { pattern: 1, event: {}, is: 'no' },
  ],
  literals: () => 'any',
  compile:
    (pattern) =>
    ({ event }) => {
      if (event.turn === undefined) return { is: 'no', why: 'the event has no turn' }
      const why = `turn is ${event.turn}`
      return pattern.includes(event.turn)
        ? { is: 'yes', bind: { turn: String(event.turn) }, why }
        : { is: 'no', why }
    },
}
