// Subagents that ended in runs of their own, for the run whose call started them.

/** Ids that are kept; most are taken by the result of their call. */
const MOST = 1000

export interface EndedSubagents {
  add(session: string, id: string, context: readonly string[]): void
  /** What rules said when it ended; undefined when it has not. It is asked about once. */
  take(session: string, id: string): readonly string[] | undefined
}

export function createEndedSubagents(): EndedSubagents {
  const ended = new Map<string, readonly string[]>()
  return {
    add(session, id, context) {
      ended.set(keyOf(session, id), context)
      const [oldest] = ended.keys()
      if (ended.size > MOST && oldest !== undefined) ended.delete(oldest)
    },
    take(session, id) {
      const key = keyOf(session, id)
      const context = ended.get(key)
      ended.delete(key)
      return context
    },
  }
}

function keyOf(session: string, id: string): string {
  return JSON.stringify([session, id])
}
