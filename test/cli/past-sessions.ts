// Transcripts as Claude Code 2.1 writes them.
import { createHash } from 'node:crypto'
import path from 'node:path'

export interface PastCall {
  readonly tool?: string
  readonly input?: object
  /** For Bash. */
  readonly command?: string
  readonly failed?: boolean
}

interface SessionOptions {
  readonly root: string
  readonly cwd?: string
  readonly agentId?: string
  readonly daysAgo?: number
}

const DAY_MS = 86_400_000
const now = Date.now()

function idOf(...parts: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The directory of a project's transcripts, from the home directory. */
export function transcriptDir(root: string): string {
  return path.join('.claude/projects', root.replace(/[^A-Za-z0-9]/g, '-'))
}

/** The lines of one session's transcript. */
export function transcript(
  session: string,
  calls: readonly PastCall[],
  { root, cwd = root, agentId, daysAgo = 1 }: SessionOptions,
): string {
  const sessionId = idOf(session)
  const start = now - daysAgo * DAY_MS
  let lines = 0
  const common = () => ({
    uuid: idOf(session, agentId, lines),
    timestamp: new Date(start + 1000 * lines++).toISOString(),
    userType: 'external',
    entrypoint: 'cli',
    cwd,
    sessionId,
    version: '2.1.329',
    gitBranch: 'main',
    isSidechain: agentId !== undefined,
    ...(agentId !== undefined && { agentId }),
  })
  const entries: object[] = [
    ...(agentId === undefined ? [{ type: 'queue-operation', operation: 'enqueue', sessionId }] : []),
    {
      parentUuid: null,
      promptId: idOf(session, 'prompt'),
      type: 'user',
      message: { role: 'user', content: 'Fix the cart' },
      permissionMode: 'default',
      ...common(),
    },
    { attachment: { type: 'date', date: '2026-11-23' }, type: 'attachment', ...common() },
  ]
  for (const [at, { tool = 'Bash', command, input = { command }, failed = false }] of calls.entries()) {
    const id = `toolu_${idOf(session, agentId, at).replaceAll('-', '').slice(0, 24)}`
    const use = { type: 'tool_use', id, name: tool, input }
    entries.push(
      {
        type: 'api-request-blob',
        sessionId,
        message: { role: 'user', content: [{ ...use, id: 'toolu_a_copy' }] },
      },
      {
        message: {
          id: `msg_${at}`,
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [use],
        },
        requestId: `req_${at}`,
        type: 'assistant',
        ...common(),
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ tool_use_id: id, type: 'tool_result', content: 'done', is_error: failed }],
        },
        toolUseResult: failed ? 'Error: Exit code 1' : { stdout: 'done', stderr: '', interrupted: false },
        ...common(),
      },
    )
  }
  return `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`
}
