import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import type { Context } from '../../model/types.ts'

export interface Skill {
  readonly name: string
  readonly description: string
  /** As the agent is told to read it. */
  readonly path: string
  readonly body: string
  /** Its front matter is there but cannot be read. */
  readonly broken: boolean
}

/** A skill is never lost: what its front matter does not say, its directory does. */
export function readSkill(
  file: string,
  root: string,
  context: Pick<Context, 'files' | 'frontMatter'>,
): Skill {
  const text = context.files.read(file)
  const { data, body } = text === undefined ? { data: undefined, body: '' } : context.frontMatter(text)
  const head = data === undefined && text !== undefined ? headOf(text) : undefined
  const field = (name: string): string => oneLine(data?.[name] ?? lineOf(head, name))
  return {
    name: field('name') || basename(dirname(file)),
    description: field('description'),
    path: shownPath(file, root),
    body: (head === undefined ? body : (text ?? '').slice(head.length)).trim(),
    broken: text === undefined || head !== undefined,
  }
}

/** Front matter as text, its fences with it; undefined when there is none. */
function headOf(text: string): string | undefined {
  return /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[0]
}

/** A plain `name: value` line of front matter that is not valid as a whole. */
function lineOf(head: string | undefined, name: string): string | undefined {
  const line = head
    ?.split(/\r?\n/)
    .find((each) => each.startsWith(`${name}:`) && /[\p{L}\p{N}]/u.test(each.slice(name.length + 1)))
  return line?.slice(name.length + 1).replace(/^\s*(["'])(.*)\1\s*$/, '$2')
}

function oneLine(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\s+/g, ' ').trim()
    : ''
}

export function shownPath(file: string, root: string): string {
  const below = relative(root, file)
  const isInside = below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
  return isInside ? below.split(sep).join('/') : file
}
