import type { DataPath } from '../../read/yaml/data-path.ts'
import type { ParsedDocument } from '../../read/yaml/document.ts'
import type { Schema } from './schema.ts'

/** What is checked: a part of a document, and the schema that it must fit. */
export interface SchemaCheck {
  readonly document: ParsedDocument
  readonly schema: Schema
  /** Where the part is in the document. */
  readonly at: DataPath
  /** Where the part is in the schema. */
  readonly under: DataPath
  /** Keys that a match may have besides those of the schema. */
  readonly matchers?: ReadonlySet<string>
}
