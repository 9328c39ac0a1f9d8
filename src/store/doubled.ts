// Files that show damage: the content is stored twice and both copies must be equal. Comparing them costs a twentieth of
// any checksum in JavaScript, and loads nothing.

/** A mark, and the length of the content. */
const HEADER_BYTES = 8
const MARK = 0x32736b68 // "hks2"

/** The bytes of such a file. */
export function double(content: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(MARK, 0)
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content, content])
}

/** The content; undefined when a byte is missing or changed. */
export function undouble(bytes: Uint8Array<ArrayBuffer> | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (bytes === undefined || bytes.length < HEADER_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const length = view.getUint32(4, true)
  if (view.getUint32(0, true) !== MARK || bytes.length !== HEADER_BYTES + 2 * length) return undefined
  return firstHalf(bytes.subarray(HEADER_BYTES))
}

/** The first half of bytes whose halves are equal. */
export function firstHalf(twice: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const half = twice.length / 2
  const first = twice.subarray(0, half)
  return Buffer.compare(first, twice.subarray(half)) === 0 ? first : undefined
}
