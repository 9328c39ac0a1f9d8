import { dirname } from 'node:path'
import type { Files } from '../../../model/types.ts'

/** The real files to read; what is written stays in memory. */
export function createOverlay(below: Files): Files {
  const texts = new Map<string, string | undefined>()
  const isDir = (dir: string): boolean =>
    [...texts].some(([file, text]) => text !== undefined && file.startsWith(`${dir}/`))
  const read: Files['read'] = (file) => (texts.has(file) ? texts.get(file) : below.read(file))
  return {
    read,
    write: (file, text) => void texts.set(file, text),
    append: (file, text) => void texts.set(file, (read(file) ?? '') + text),
    remove: (file) => void texts.set(file, undefined),
    list: (dir) => {
      const names = new Set(below.list(dir))
      for (const [file, text] of texts) {
        if (!file.startsWith(`${dir}/`)) continue
        const [name = '', ...rest] = file.slice(dir.length + 1).split('/')
        if (rest.length > 0) names.add(`${name}/`)
        else if (text === undefined) names.delete(name)
        else names.add(name)
      }
      return [...names].sort()
    },
    kind: (file) => {
      if (texts.has(file)) return texts.get(file) === undefined ? undefined : 'file'
      return below.kind(file) ?? (isDir(file) ? 'dir' : undefined)
    },
    inode: (file) => below.inode?.(file),
    real: (file) =>
      texts.has(file) ? `${below.real(dirname(file))}${file.slice(dirname(file).length)}` : below.real(file),
  }
}
