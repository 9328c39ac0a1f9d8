// What `hooks import` reads of an agent's files, and what it makes of them.
import type { Env, EventName } from '../../../model/types.ts'
import type { PlainObject } from '../../../model/plain-object.ts'

export interface FoundHook {
  /** Where it stands, and its text. */
  readonly from: string
  readonly result: ImportedRule | NotImported
}

export interface ImportedRule {
  readonly event: EventName
  /** Without its name. */
  readonly rule: Readonly<Record<string, unknown>>
  /** The base of its name. */
  readonly title: string
  /** How it differs from what it was. */
  readonly differs?: string
}

export interface NotImported {
  readonly why: string
}

export interface ImportPlace {
  readonly root: string
  readonly home: string
  readonly env: Env
  /** The names in a directory; none where there is no such directory. */
  readonly list: (directory: string) => readonly string[]
}

/** A file that may be there. */
export interface ImportSource {
  readonly file: string
  /** `read` is given the object in it, of Markdown its front matter as `data` and its `body`, of a text `text`. */
  readonly format: 'json' | 'jsonc' | 'markdown' | 'text'
  /** `shown` names the file to a person. */
  read(content: PlainObject, shown: string): readonly FoundHook[]
}

/** Its files: those of the machine first, then the user's, the project's and a person's own for it. */
export type AgentImport = (place: ImportPlace) => readonly ImportSource[]
