// Properties, tried on the counterexamples of earlier runs and then on new cases.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { keepCounterexample, knownCounterexamples } from './corpus.ts'

type Options<Values> = fc.Parameters<Values>

/** Throws or rejects with the counterexample, and says how to keep it. */
export function check<Values>(property: fc.IAsyncProperty<Values>, options?: Options<Values>): Promise<void>
export function check<Values>(property: fc.IProperty<Values>, options?: Options<Values>): void
export function check<Values>(
  property: fc.IRawProperty<Values>,
  options: Options<Values> = {},
): Promise<void> | void {
  const corpus = knownCounterexamples()
  const examples = [...(corpus.known as readonly Values[]), ...(options.examples ?? [])] // as they were kept
  const numRuns = (options.numRuns ?? 100) + corpus.known.length
  // Of both kinds: fast-check's types take one or the other.
  const details = fc.check(property as fc.IProperty<Values>, { ...options, examples, numRuns }) as
    | fc.RunDetails<Values>
    | Promise<fc.RunDetails<Values>>
  const report = (found: fc.RunDetails<Values>): void => reportTo(corpus.name, found)
  return details instanceof Promise ? details.then(report) : report(details)
}

function reportTo<Values>(name: string, details: fc.RunDetails<Values>): void {
  if (!details.failed) return
  const { counterexample, errorInstance } = details
  const kept = isData(counterexample) ? keepCounterexample(name, counterexample) : ''
  throw new Error(`${kept}${fc.defaultReportMessage(details)}`, { cause: errorInstance })
}

/** A value that JSON gives back as it is. */
function isData(value: unknown): boolean {
  return value !== null && isDeepStrictEqual(value, JSON.parse(JSON.stringify(value)))
}
