// Whose end rules have heard of, by the ids of the calls that started them: runs of one session tell each other.

/** Ids that are kept; most are taken by the result of their call. */
const MOST = 1000

export interface EndedSubagents {
  add(session: string, id: string): void
  /** Has it ended? It is asked about once. */
  take(session: string, id: string): boolean
}

export function createEndedSubagents(): EndedSubagents {
  const ended = new Set<string>()
  return {
    add(session, id) {
      ended.add(keyOf(session, id))
      const [oldest] = ended
      if (ended.size > MOST && oldest !== undefined) ended.delete(oldest)
    },
    take: (session, id) => ended.delete(keyOf(session, id)),
  }
}

function keyOf(session: string, id: string): string {
  return JSON.stringify([session, id])
}
