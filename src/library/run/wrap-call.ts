// Functions around a call: the first is outermost.

/** A wrapper around a call: may change its input and result, or answer itself. */
export type Wrapper<A, R, Run> = (given: A, next: (given: A) => Promise<R>, run: Run) => Promise<R>

export function wrapCall<A, R, Run>(
  rings: readonly Wrapper<A, R, Run>[],
  call: (given: A) => Promise<R>,
  run: Run,
): (given: A) => Promise<R> {
  return rings.reduceRight<(given: A) => Promise<R>>(
    (inner, ring) => async (given) => {
      const once = { asked: false, open: 0, answered: false }
      const next = async (changed: A): Promise<R> => {
        if (once.asked) throw new Error('next() was called twice: a wrapper hands on once or not at all')
        if (once.answered) throw new Error('next() was called after the wrapper had answered')
        once.asked = true
        once.open++
        return inner(changed).finally(() => once.open--)
      }
      try {
        const result = await ring(given, (changed) => markHandled(next(changed)), run)
        if (once.open > 0)
          throw new Error('next() was not waited for: a wrapper has to await it, or return it')
        return result
      } finally {
        once.answered = true
      }
    },
    call,
  )
}

/** Marks a rejection as handled: a missing await is reported separately. */
function markHandled<R>(work: Promise<R>): Promise<R> {
  work.catch(() => undefined)
  return work
}
