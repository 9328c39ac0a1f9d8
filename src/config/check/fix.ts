// The text edits that put a mended pattern in the place of what is written.
import type { Fix } from '../../model/types.ts'
import type { ConfigLocation } from '../read/config-file.ts'
import type { Mended } from './domains/misfit.ts'

/** Undefined where no single place of a file of one's own says it. */
export function fixAt({ file, path }: ConfigLocation, { patterns, key }: Mended): Fix | undefined {
  const { document } = file
  const old = document.text(path)
  const isOwn = file.data === undefined && file.package === undefined
  if (!isOwn || old === undefined || old === '' || /^[&*|>!]|\n/.test(old)) return undefined
  const last = path.at(-1)
  const { line, column } = document.place(path)
  const edit = (text: string) => ({ line, column, old, new: text })
  const texts = patterns.map(asYaml)
  const value = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
  if (key === undefined) {
    if (typeof last !== 'number') return { path: file.path, edits: [edit(value)] }
    const before = document.source.text.split('\n')[line - 1]?.slice(0, column - 1) ?? ''
    const between = /^[\s-]*- +$/.test(before) ? `\n${before.replace(/-(?=.*-)/g, ' ')}` : ', '
    return { path: file.path, edits: [edit(texts.join(between))] }
  }
  if (last === 'match') return { path: file.path, edits: [edit(`{ ${key}: ${value} }`)] }
  if (last !== 'tool') return undefined
  const { line: at, column: from } = document.place(path, 'key')
  return { path: file.path, edits: [{ line: at, column: from, old: 'tool', new: key }, edit(value)] }
}

/** Plain where that is sure to mean the same. */
function asYaml(text: string): string {
  const isPlain =
    /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|[yn])$/i.test(text)
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`
}
