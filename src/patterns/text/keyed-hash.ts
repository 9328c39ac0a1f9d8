/** Bytes of a key. */
export const KEY_BYTES = 16

const WORD = 2 ** 32

/** SipHash-2-4 of a text: nobody without the key can give it for a text of their own. `node:crypto` costs a tenth of a start. */
export function keyedHash(key: Uint8Array, text: string): string {
  const k = new DataView(key.buffer, key.byteOffset)
  const v = Int32Array.from(START, (word, at) => word ^ k.getInt32((at % 4) * 4, true))
  const words = wordsOf(text)
  for (let at = 0; at < words.byteLength; at += 8) {
    const word = [words.getInt32(at, true), words.getInt32(at + 4, true)] as const
    fold(v, 6, word)
    mix(v, 2)
    fold(v, 0, word)
  }
  fold(v, 4, [0xff, 0])
  mix(v, 4)
  const [al = 0, ah = 0, bl = 0, bh = 0, cl = 0, ch = 0, dl = 0, dh = 0] = v
  return hex(ah ^ bh ^ ch ^ dh) + hex(al ^ bl ^ cl ^ dl)
}

function fold(v: Int32Array, at: number, [low, high]: readonly [number, number]): void {
  v[at] = (v[at] ?? 0) ^ low
  v[at + 1] = (v[at + 1] ?? 0) ^ high
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}

/** Four words of 64 bits, the low half of each first. */
const START = [0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462]

function mix(v: Int32Array, rounds: number): void {
  let al = v[0] ?? 0
  let ah = v[1] ?? 0
  let bl = v[2] ?? 0
  let bh = v[3] ?? 0
  let cl = v[4] ?? 0
  let ch = v[5] ?? 0
  let dl = v[6] ?? 0
  let dh = v[7] ?? 0
  for (let round = 0; round < rounds; round++) {
    let sum = (al >>> 0) + (bl >>> 0)
    ah = (ah + bh + (sum >= WORD ? 1 : 0)) | 0
    al = sum | 0
    let was = (bl << 13) | (bh >>> 19)
    bh = ((bh << 13) | (bl >>> 19)) ^ ah
    bl = was ^ al
    was = al
    al = ah
    ah = was
    sum = (cl >>> 0) + (dl >>> 0)
    ch = (ch + dh + (sum >= WORD ? 1 : 0)) | 0
    cl = sum | 0
    was = (dl << 16) | (dh >>> 16)
    dh = ((dh << 16) | (dl >>> 16)) ^ ch
    dl = was ^ cl
    sum = (al >>> 0) + (dl >>> 0)
    ah = (ah + dh + (sum >= WORD ? 1 : 0)) | 0
    al = sum | 0
    was = (dl << 21) | (dh >>> 11)
    dh = ((dh << 21) | (dl >>> 11)) ^ ah
    dl = was ^ al
    sum = (cl >>> 0) + (bl >>> 0)
    ch = (ch + bh + (sum >= WORD ? 1 : 0)) | 0
    cl = sum | 0
    was = (bl << 17) | (bh >>> 15)
    bh = ((bh << 17) | (bl >>> 15)) ^ ch
    bl = was ^ cl
    was = cl
    cl = ch
    ch = was
  }
  v.set([al, ah, bl, bh, cl, ch, dl, dh])
}

/** The text in UTF-8, with zeros to a multiple of 8 bytes; its last byte is its length. */
function wordsOf(text: string): DataView<ArrayBuffer> {
  const bytes = Buffer.from(text)
  const words = new Uint8Array((bytes.length & ~7) + 8)
  words.set(bytes)
  words[words.length - 1] = bytes.length
  return new DataView(words.buffer)
}
