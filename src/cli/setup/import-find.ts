// The files that an import reads, and what it finds in them.
import fs from 'node:fs'
import path from 'node:path'
import type { FoundHook, ImportSource } from '../../agents/shared/import/imported.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { agents } from '../../catalog.ts'
import { errorMessage } from '../../model/errors.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Host, Program } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { tilde } from '../page/page.ts'
import type { ProjectConfig } from '../open-project.ts'

export interface FoundToImport {
  readonly found: readonly FoundHook[]
  /** As they are named to a person. */
  readonly files: readonly string[]
  /** Files that are there and could not be used, and why. */
  readonly problems: readonly string[]
}

export function findToImport(host: Host, { root, dirs: { home } }: ProjectConfig): FoundToImport {
  const place = { root, home, env: host.env, list: createFiles().list }
  const found: FoundHook[] = []
  const files: string[] = []
  const problems: string[] = []
  for (const source of agents.flatMap(({ imports }) => imports?.(place) ?? [])) {
    const text = textOf(source.file)
    if (text === undefined) continue
    const shown = source.file.startsWith(`${root}/`)
      ? path.relative(root, source.file)
      : tilde(source.file, home)
    const content = contentOf(text, source, host)
    if (typeof content === 'string') {
      problems.push(`${shown}: ${content}`)
      continue
    }
    const inFile = source.read(content, shown)
    if (inFile.length === 0) continue
    found.push(...inFile)
    files.push(shown)
  }
  return { found, files, problems }
}

const MAX_BYTES = 1024 * 1024

function textOf(file: string): string | Error | undefined {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    if (!stat.isFile() || stat.size > MAX_BYTES) return new Error('it is no file of at most 1 MiB')
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    return new Error(errorMessage(error))
  }
}

/** A text says why there is none. */
function contentOf(text: string | Error, { format }: ImportSource, host: Program): PlainObject | string {
  if (text instanceof Error) return text.message
  if (format === 'text') return { text }
  if (format === 'markdown') {
    const { data, body } = host.load('yaml').frontMatter(text)
    return data === undefined ? 'its front matter cannot be read' : { data, body }
  }
  if (text.trim() === '') return {}
  const parsed = parseJson(text, format)
  if ('message' in parsed) return `it is not JSON: ${parsed.message}`
  return isObject(parsed.value) ? parsed.value : 'it is not a JSON object'
}
