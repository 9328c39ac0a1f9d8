// What an agent knows from its earlier runs: one file for each thread.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

const nothing = { messages: [], todos: [], files: {} }

export async function loadThread(dir, id) {
  try {
    return { ...nothing, ...JSON.parse(await readFile(fileOf(dir, id), 'utf8')) }
  } catch (error) {
    if (error.code === 'ENOENT') return nothing
    throw error
  }
}

/** All of it or nothing. */
export async function saveThread(dir, id, thread) {
  const file = fileOf(dir, id)
  await mkdir(dir, { recursive: true })
  const own = `${file}.${randomUUID()}.tmp`
  await writeFile(own, JSON.stringify(thread, undefined, 2))
  await rename(own, file)
}

function fileOf(dir, id) {
  return path.join(dir, `${encodeURIComponent(id).replaceAll('.', '%2E')}.json`)
}
