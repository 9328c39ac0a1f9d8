// A long replay on several cores: each thread reads everything and judges the sessions of its share.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { isObject } from '../../model/plain-object.ts'
import type { Host } from '../../run/call.ts'
import type { Played } from './tally.ts'

export interface Share {
  readonly index: number
  readonly of: number
}

export const WHOLE: Share = { index: 0, of: 1 }
/** About a second of work. */
const BYTES_PER_THREAD = 4 * 1024 * 1024
/** Each takes some 200 MB. */
const MAX_THREADS = 4

/** What this thread judges: a started one is told. */
export function ownShare(bytes: number): Share {
  const data: unknown = isMainThread ? undefined : workerData
  if (isObject(data) && isObject(data['share'])) return data['share'] as unknown as Share // we started it
  return {
    ...WHOLE,
    of: Math.max(1, Math.min(MAX_THREADS, availableParallelism(), Math.floor(bytes / BYTES_PER_THREAD))),
  }
}

/** Tells which sessions this thread judges, by turns; one session's calls stay together: some rules remember. */
export function createDeal({ index, of }: Share): (session: string) => boolean {
  const threads = new Map<string, number>()
  return (session) => {
    const thread = threads.get(session) ?? threads.size % of
    threads.set(session, thread)
    return thread === index
  }
}

/** The same command in a thread for each further share. */
export function playOthers(host: Host, { index, of }: Share): readonly Promise<Played>[] {
  if (index > 0) return []
  const file = path.join(host.packageDir, 'dist/bin.cjs')
  return Array.from({ length: of - 1 }, (_, before) => {
    const worker = new Worker(file, {
      argv: [...host.argv],
      workerData: { share: { index: before + 1, of } },
    })
    return new Promise<Played>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`a thread of the replay ended with ${code}`)))
    })
  })
}

/** A started thread gives its result to the one that prints; false in that one. */
export function handOver(played: Played, { index }: Share): boolean {
  if (index > 0) parentPort?.postMessage(played, [])
  return index > 0
}
