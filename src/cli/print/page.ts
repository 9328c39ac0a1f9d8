import path from 'node:path'
import type { Place } from '../../model/types.ts'
import type { Paint } from './paint.ts'
import { visible } from '../../patterns/text/terminal-text.ts'

/** What a drawing is made on, and from where its reader looks. */
export interface Page {
  readonly width: number
  readonly paint: Paint
  readonly cwd: string
  readonly root: string
  readonly home: string
}

const WIDEST = 80
const NARROWEST = 40

export function pageWidth(columns: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns))
}

/** A path as its reader would write it: below the working directory, below home, else absolute. */
export function shortPath(absolute: string, { cwd, home }: Pick<Page, 'cwd' | 'home'>): string {
  const below = within(absolute, cwd)
  if (below !== undefined && below !== '') return below
  return tilde(absolute, home)
}

export function tilde(absolute: string, home: string): string {
  const below = within(absolute, home)
  if (below === undefined) return absolute
  return below === '' ? '~' : `~/${below}`
}

function within(absolute: string, dir: string): string | undefined {
  const relative = path.relative(dir, absolute)
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
    ? undefined
    : relative
}

/** `file:line`, to be opened from the working directory. */
export function placeText({ file, line }: Place, { cwd, root }: Pick<Page, 'cwd' | 'root'>): string {
  const fixed = file.startsWith('~') || path.isAbsolute(file) || cwd === root
  return visible(`${fixed ? file : path.relative(cwd, path.resolve(root, file))}:${line}`)
}
