import type { Event, Place } from '../../../model/types.ts'
import type { Asked, Bench } from './bench.ts'

/** What came of one event, and of whom it was asked. */
export interface Judge {
  readonly asked: Asked
  readonly bench: Bench
  readonly event: Event
}

export interface Judged {
  readonly wrong: readonly Wrong[]
  readonly why: readonly Reason[]
}

export interface Wrong {
  readonly expected: string
  readonly got: string
}

/** A sentence, and the rule that it is about. */
export interface Reason {
  readonly text: string
  readonly at?: Place
}
