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
      const once = { asked: 0, open: 0 }
      const next = async (changed: A): Promise<R> => {
        once.asked++
        if (once.asked > 1) throw new Error('next() was called twice: a wrapper hands on once or not at all')
        once.open++
        return inner(changed).finally(() => once.open--)
      }
      const result = await ring(given, next, run)
      if (once.open > 0) throw new Error('next() was not waited for: a wrapper has to await it, or return it')
      return result
    },
    call,
  )
}
