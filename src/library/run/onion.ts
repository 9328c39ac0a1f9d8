// Functions around a call: the first is outermost.

/** What stands around a call: it may change what goes in and what comes out, or answer by itself. */
export type Ring<A, R, Run> = (given: A, next: (given: A) => Promise<R>, run: Run) => Promise<R>

/** The call with the rings around it. */
export function onion<A, R, Run>(
  rings: readonly Ring<A, R, Run>[],
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
        const result = await ring(given, (changed) => heard(next(changed)), run)
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

/** Whoever does not wait for it is told so: its failure is not to take the process down besides. */
function heard<R>(work: Promise<R>): Promise<R> {
  work.catch(() => undefined)
  return work
}
