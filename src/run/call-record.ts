// Who judges a call that several entries report. A file of records is only appended to, so that its lines stand in one
// order for everybody: each entry claims the call and then looks who did before it. The first of a group judges, and the
// others wait for its line.
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hasCode } from '../model/errors.ts'
import { isObject } from '../model/plain-object.ts'
import type { Verdict } from '../model/types.ts'

/** One entry's report of a call. */
export interface EntryClaim {
  /** What all entries say alike, as digests: prompts and commands may hold secrets. */
  readonly said: string
  readonly entry: string
  /** The form of answer that it gives, which carries what a verdict says beside its decision. */
  readonly form: string
  /** The agent's id of the call. */
  readonly call?: string | undefined
}

export interface CallRecord {
  /** Another entry's verdict, and whether it was told in this form before; undefined: this entry has to judge. */
  claim(
    claim: EntryClaim,
    deadline: number,
  ): Promise<{ readonly verdict: Verdict; readonly isTold: boolean } | undefined>
  /** Leaves it to the others; without one each of them judges. */
  leave(verdict: Verdict | undefined): void
  close(): void
}

interface ClaimLine extends EntryClaim {
  readonly id: string
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly at: number
}

interface EndLine {
  readonly said: string
  /** The claim of who judged. */
  readonly of: string
  readonly at: number
  /** Absent: none was left, or who judged has died. */
  readonly verdict?: Verdict
}

type Line = ClaimLine | EndLine

/** How long a verdict stands for other entries, where the call has an id for both, and where not: agents report it to all at once. */
const KEEP_MS = { id: 10_000, none: 2000 }
const POLL_MS = 5
/** A file that has grown so large begins anew. */
const MAX_BYTES = 64 * 1024

/** Undefined where none can be written. */
export function openRecord(file: string): CallRecord | undefined {
  try {
    return recordIn(openForMore(file), file)
  } catch {
    return undefined
  }
}

function openForMore(file: string): number {
  const fd = openSync(file, 'a', 0o600)
  if (fstatSync(fd).size < MAX_BYTES) return fd
  closeSync(fd)
  rmSync(file, { force: true })
  return openSync(file, 'a', 0o600)
}

function recordIn(fd: number, file: string): CallRecord {
  let own: ClaimLine | undefined
  const add = (line: Line): void => {
    try {
      writeSync(fd, `${JSON.stringify(line)}\n`)
    } catch {
      // The other entries judge, too.
    }
  }
  return {
    async claim(claim, deadline) {
      for (;;) {
        if (own === undefined) add((own = lineOf(claim)))
        const group = groupOf(linesFor(own, file), own)
        if (group === undefined || group.leader.id === own.id) return undefined
        const { leader, end, isTold } = group
        if (end?.verdict !== undefined) return { verdict: end.verdict, isTold }
        if (Date.now() >= deadline) return undefined
        if (end === undefined && isAlive(leader.pid)) {
          await new Promise((resolve) => setTimeout(resolve, POLL_MS))
          continue
        }
        if (end === undefined) add({ said: claim.said, of: leader.id, at: Date.now() })
        own = undefined // claimed anew: the next one of those that wait judges
      }
    },
    leave(verdict) {
      if (own !== undefined)
        add({ said: own.said, of: own.id, at: Date.now(), ...(verdict !== undefined && { verdict }) })
    },
    close: () => closeSync(fd),
  }
}

let claims = 0

function lineOf(claim: EntryClaim): ClaimLine {
  const { pid } = process
  return { ...claim, id: `${pid} ${process.hrtime.bigint()} ${++claims}`, pid, at: Date.now() }
}

interface Group {
  readonly leader: ClaimLine
  readonly claims: readonly ClaimLine[]
  readonly end?: EndLine
}

/** The group of a claim, and whether its form has told the verdict before; undefined where its line is gone. */
function groupOf(lines: readonly Line[], own: ClaimLine): (Group & { readonly isTold: boolean }) | undefined {
  let group: Group | undefined
  let isOwn = false
  for (const line of lines) {
    if ('of' in line) {
      if (line.of === group?.leader.id) group = { ...group, end: line }
    } else if (group !== undefined && joins(line, group))
      group = { ...group, claims: [...group.claims, line] }
    else if (isOwn) break
    else group = { leader: line, claims: [line] }
    isOwn ||= 'id' in line && line.id === own.id
  }
  if (group === undefined || !isOwn) return undefined
  const before = group.claims.slice(
    0,
    group.claims.findIndex(({ id }) => id === own.id),
  )
  return { ...group, isTold: before.some(({ form }) => form === own.form) }
}

/** An entry that reports it again reports another call, and so does one with another id or after some time. */
function joins({ entry, call, at }: ClaimLine, { leader, claims: others, end }: Group): boolean {
  if (others.some((other) => other.entry === entry)) return false
  const hasIds = call !== undefined && leader.call !== undefined
  if (hasIds && call !== leader.call) return false
  if (end === undefined) return true
  const age = at - end.at
  return end.verdict !== undefined && age >= 0 && age <= (hasIds ? KEEP_MS.id : KEEP_MS.none)
}

/** Those of its call, back to one that began a group, as its end tells: what stands before that decides nothing. */
function linesFor(own: ClaimLine, file: string): readonly Line[] {
  const found: Line[] = []
  const leaders = new Set<string>()
  let isPast = false
  for (const text of textsOf(file).toReversed()) {
    const [line] = text.includes(own.said) ? readLine(text) : []
    if (line?.said !== own.said) continue
    found.push(line)
    if ('of' in line) leaders.add(line.of)
    else if (isPast && leaders.has(line.id)) break
    else isPast ||= line.id === own.id
  }
  return found.toReversed()
}

function textsOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** A line that is not whole is nobody's. */
function readLine(text: string): readonly Line[] {
  try {
    const line: unknown = JSON.parse(text)
    return isObject(line) ? [line as unknown as Line] : [] // written by recordIn
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
