// What an agent keeps of a thread between its runs.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ThreadState } from '../../library/tools/stack.ts'
import { isObject } from '../../model/plain-object.ts'

export interface Thread extends ThreadState {
  /** In the AI SDK's form. */
  readonly messages: readonly object[]
}

/** Where threads are kept. */
export interface ThreadStore {
  /** Undefined for a thread that is new. */
  load(id: string): Promise<Partial<Thread> | undefined>
  /** All of it or nothing. */
  save(id: string, thread: Thread): Promise<void>
}

/** Threads as long as the process lives. */
export function memoryThreads(): ThreadStore {
  const threads = new Map<string, Thread>()
  return {
    load: async (id) => threads.get(id),
    save: async (id, thread) => void threads.set(id, structuredClone(thread)),
  }
}

/** One JSON file for each thread. `load` rejects when a file cannot be read. */
export function fileThreads(dir: string): ThreadStore {
  const fileOf = (id: string) => path.join(dir, `${encodeURIComponent(id).replaceAll('.', '%2E')}.json`)
  return {
    load: async (id) => {
      const text = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
        if (isObject(error) && error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? undefined : (JSON.parse(text) as Partial<Thread>) // written by save
    },
    save: async (id, thread) => {
      await mkdir(dir, { recursive: true })
      const written = `${fileOf(id)}.${randomUUID()}.tmp`
      await writeFile(written, JSON.stringify(thread, undefined, 2))
      await rename(written, fileOf(id))
    },
  }
}
