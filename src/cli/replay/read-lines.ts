import fs from 'node:fs'

const CHUNK_BYTES = 1024 * 1024
/** A call is shorter; what is longer holds pictures or whole files of output. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/** The lines of a file of any size; `undefined` for one above the limit. Throws what the system says. */
export function* readLines(file: string): Generator<string | undefined> {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
  try {
    if (!fs.fstatSync(fd).isFile()) throw new Error('it is not a file')
    yield* linesOf(fd)
  } finally {
    fs.closeSync(fd)
  }
}

function* linesOf(fd: number): Generator<string | undefined> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let begun: Buffer[] = []
  let size = 0
  const line = (end: Buffer): string | undefined => {
    const text = size + end.length > MAX_LINE_BYTES ? undefined : Buffer.concat([...begun, end]).toString()
    begun = []
    size = 0
    return text
  }
  for (let read = fs.readSync(fd, chunk); read > 0; read = fs.readSync(fd, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0 && end < read; end = chunk.indexOf(10, from)) {
      yield size === 0 ? chunk.toString('utf8', from, end) : line(chunk.subarray(from, end))
      from = end + 1
    }
    const rest = chunk.subarray(from, read)
    size += rest.length
    if (size <= MAX_LINE_BYTES) begun.push(Buffer.from(rest))
    else begun = []
  }
  if (size > 0) yield line(Buffer.alloc(0))
}
