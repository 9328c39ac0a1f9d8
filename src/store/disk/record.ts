// Records: small files of ours that are written whole, and count only while nobody else could have written them.
import { constants, rmSync } from 'node:fs'
import { type StampedSource, stampOf } from '../../config/read/stamp.ts'
import { hasCode, isMissing } from '../../model/errors.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { hash } from '../../patterns/text/hash.ts'
import { isOwnFile, makePrivate, readBytes, readdirSafely, writeAtomically } from './private-dir.ts'

/** What is told of a kind of record; how its files are read, checked and written is the same for all. */
export interface RecordForm<Value extends object> {
  /** Absent where a directory holds several. */
  readonly name?: string
  /** The directory that holds them, below the one that `at` names. */
  readonly below?: string
  /** Stands before the text, with a hash of it. */
  readonly version?: string
  /** The value of what was parsed, undefined when it is damaged. Absent: whatever was written. */
  readonly check?: (found: unknown) => Value | undefined
  /** Absent: JSON. */
  readonly parse?: (text: string) => unknown
  /** Absent: JSON on one line. */
  readonly print?: (value: Value) => string
}

export interface PlacedRecord<Value extends object> {
  readonly file: string
  read(): Value | 'none' | 'damaged'
  /** Undefined when there is none, or it is damaged. */
  value(): Value | undefined
  /** Its value, and its file as a source of a plan. */
  look(): { readonly value: Value | undefined; readonly source: StampedSource }
  /** Throws when its directory is not ours alone, and what the system says. */
  write(value: Value): void
  /** Writes what follows from what is there. */
  change(next: (old: Value | undefined) => Value): void
  remove(): void
}

export interface RecordKind<Value extends object> {
  at(dir: string, name?: string): PlacedRecord<Value>
  /** All in a directory whose name ends in `.json`. */
  allIn(dir: string): readonly PlacedRecord<Value>[]
}

export function recordOf<Value extends object>(form: RecordForm<Value>): RecordKind<Value> {
  const { below, print = JSON.stringify, version } = form
  const ownDir = (dir: string): string => (below === undefined ? dir : childPath(dir, below))
  const at = (dir: string, name = form.name ?? ''): PlacedRecord<Value> => {
    const file = childPath(ownDir(dir), name)
    const value = (): Value | undefined => valueIn(readRecord(file, form).found)
    const write = (next: Value): void => {
      const open = [dir, ownDir(dir)].find((each) => !makePrivate(each))
      if (open !== undefined) throw new Error(`${open} is not a directory that only you can write`)
      const text = print(next)
      writeAtomically(file, version === undefined ? text : `${headOf(version, text)}\n${text}`)
    }
    return {
      file,
      read: () => readRecord(file, form).found,
      value,
      look: () => lookAtRecord(file, form),
      write,
      change: (next) => write(next(value())),
      remove: () => rmSync(file, { force: true }),
    }
  }
  const namesIn = (dir: string): readonly string[] =>
    readdirSafely(ownDir(dir)).filter((name) => name.endsWith('.json'))
  return { at, allIn: (dir) => namesIn(dir).map((name) => at(dir, name)) }
}

const headOf = (version: string, text: string): string => `${version} ${hash(text)}`

const valueIn = <Value extends object>(found: Value | string): Value | undefined =>
  typeof found === 'object' ? found : undefined

interface ReadRecord<Value> {
  readonly found: Value | 'none' | 'damaged'
  readonly text?: string
  /** The next look may find something else in the same file. */
  readonly isUnsure?: boolean
}

/** A pipe is not waited for, and a link not followed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

function readRecord<Value extends object>(file: string, form: RecordForm<Value>): ReadRecord<Value> {
  try {
    const bytes = readBytes(file, FLAGS, isOwnFile)
    if (bytes === undefined) return { found: 'damaged' }
    const text = Buffer.from(bytes.buffer).toString()
    return { found: parseRecord(text, form) ?? 'damaged', text }
  } catch (error) {
    if (isMissing(error)) return { found: 'none' }
    return { found: 'damaged', isUnsure: !hasCode(error, 'ELOOP') }
  }
}

function parseRecord<Value extends object>(text: string, form: RecordForm<Value>): Value | undefined {
  const { version, parse = JSON.parse, check = (found) => found as Value } = form // as it was written
  const body = version === undefined ? text : text.slice(text.indexOf('\n') + 1)
  if (version !== undefined && text !== `${headOf(version, body)}\n${body}`) return undefined
  try {
    return check(parse(body))
  } catch {
    return undefined
  }
}

function lookAtRecord<Value extends object>(
  file: string,
  form: RecordForm<Value>,
): ReturnType<PlacedRecord<Value>['look']> {
  const stamp = stampOf(file) // before it is read, so that a change in between is seen
  const { found, text, isUnsure = false } = readRecord(file, form)
  const value = valueIn(found)
  const source = { path: file, stamp: isUnsure ? '?' : stamp } // then the next run reads it again
  const isRead = text !== undefined && value !== undefined
  return { value, source: isRead ? { ...source, content: hash(text) } : source }
}
