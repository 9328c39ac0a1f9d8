// Files that show damage: a checksum stands before their content.

/** A mark, and the checksum. */
const HEADER_BYTES = 8
const MARK = 0x33736b68 // "hks3"

export function checksum(content: Uint8Array): number {
  return process.getBuiltinModule('node:zlib').crc32(content)
}

/** The bytes of such a file. */
export function withChecksum(content: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(MARK, 0)
  header.writeUInt32LE(checksum(content), 4)
  return Buffer.concat([header, content])
}

/** The content; undefined when a byte is missing or changed. */
export function checkedContent(
  bytes: Uint8Array<ArrayBuffer> | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  if (bytes === undefined || bytes.length < HEADER_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const content = bytes.subarray(HEADER_BYTES)
  const isWhole = view.getUint32(0, true) === MARK && view.getUint32(4, true) === checksum(content)
  return isWhole ? content : undefined
}
