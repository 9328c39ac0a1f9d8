// JSON with positions, so that an edit can keep every byte it does not change and a mistake has its place.

export interface JsonNode {
  readonly start: number
  readonly end: number
  readonly value: unknown
  /** Of an object; of two equal keys the last counts. */
  readonly members?: ReadonlyMap<string, JsonNode>
  /** Of an array. */
  readonly items?: readonly JsonNode[]
}

export interface JsonMistake {
  readonly offset: number
  readonly message: string
}

// Written without an alternative inside the repetition, which would cost stack on long texts.
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y // oxlint-disable-line no-control-regex
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const blank = /[ \t\r\n]*/y
const deepest = 500

export function parseJson(text: string): JsonNode | JsonMistake {
  try {
    const from = skip(text, text.startsWith('\uFEFF') ? 1 : 0)
    const node = readValue(text, from, 0)
    const end = skip(text, node.end)
    if (end < text.length) throw mistake(end, 'there is more text after the end')
    return node
  } catch (error) {
    if (!(error instanceof SyntaxError) || typeof error.cause !== 'number') throw error
    return { offset: error.cause, message: error.message }
  }
}

function mistake(offset: number, message: string): SyntaxError {
  return new SyntaxError(message, { cause: offset })
}

function skip(text: string, at: number): number {
  blank.lastIndex = at
  blank.exec(text)
  return blank.lastIndex
}

function readValue(text: string, at: number, depth: number): JsonNode {
  if (depth > deepest) throw mistake(at, 'it is nested too deeply')
  if (text[at] === '{') return readObject(text, at, depth)
  if (text[at] === '[') return readArray(text, at, depth)
  return readScalar(text, at)
}

function readScalar(text: string, at: number): JsonNode {
  const kind = text[at] === '"' ? string : word
  kind.lastIndex = at
  const found = kind.exec(text)?.[0]
  if (found === undefined) throw mistake(at, at >= text.length ? 'the text ends early' : 'expected a value')
  return { start: at, end: at + found.length, value: JSON.parse(found) }
}

function readObject(text: string, start: number, depth: number): JsonNode {
  const members = new Map<string, JsonNode>()
  const end = readList(text, { start, close: '}' }, (at) => {
    const key = text[at] === '"' ? readScalar(text, at) : undefined
    if (key === undefined)
      throw mistake(at, at >= text.length ? 'the text ends early' : 'expected a key in double quotes')
    const colon = skip(text, key.end)
    if (text[colon] !== ':') throw mistake(colon, 'expected ":"')
    const node = readValue(text, skip(text, colon + 1), depth + 1)
    members.set(String(key.value), node)
    return node.end
  })
  return {
    start,
    end,
    value: Object.fromEntries([...members].map(([key, node]) => [key, node.value])),
    members,
  }
}

function readArray(text: string, start: number, depth: number): JsonNode {
  const items: JsonNode[] = []
  const end = readList(text, { start, close: ']' }, (at) => {
    const node = readValue(text, at, depth + 1)
    items.push(node)
    return node.end
  })
  return { start, end, value: items.map((item) => item.value), items }
}

function readList(
  text: string,
  { start, close }: { start: number; close: string },
  readOne: (at: number) => number,
): number {
  let at = skip(text, start + 1)
  if (text[at] === close) return at + 1
  for (;;) {
    at = skip(text, readOne(at))
    if (text[at] === close) return at + 1
    if (text[at] !== ',')
      throw mistake(at, at >= text.length ? 'the text ends early' : `expected "," or "${close}"`)
    at = skip(text, at + 1)
  }
}

export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
