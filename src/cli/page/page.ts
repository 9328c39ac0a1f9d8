import path from 'node:path'
import { styleText } from 'node:util'
import type { Place } from '../../model/types.ts'
import { visible, visibleJson, withoutControls, wrap } from '../../patterns/text/terminal-text.ts'
import type { Call, Host } from '../../run/call.ts'
import { nearest } from '../../config/diagnostics/diagnostics.ts'
import { eventNamed, events } from '../../model/events.ts'

/** How wide a page is, how it is coloured, and the directories that its paths are shown from. */
export interface Page {
  readonly width: number
  readonly paint: Paint
  readonly cwd: string
  readonly root: string
  readonly home: string
}

/** Of a page where nothing needs more. */
export const USUAL_WIDTH = 80
/** Beyond this, a place at the right edge is too far from its rule. */
const MAX_WIDTH = 160
const MIN_WIDTH = 40

export function pageWidth(columns: number): number {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns))
}

export function createPage(host: Host, { root, home }: Pick<Page, 'root' | 'home'>): Page {
  return { width: pageWidth(host.columns), paint: choosePaint(host), cwd: host.cwd, root, home }
}

/** No file that anybody opens. */
const SHIPPED = /^hooks-yaml\/(?:presets\/|self-protection$)/

/** Returns the exit code. */
export function printJson(host: Call, value: unknown): number {
  host.out(`${visibleJson(JSON.stringify(value, null, 2))}\n`)
  return 0
}

/** Relative to the working directory, else to home, else absolute. */
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

/** A sentence behind a glyph, with short paths. */
export function drawNote(
  glyph: string,
  text: string,
  { width, home }: Pick<Page, 'width' | 'home'>,
): readonly string[] {
  const [first = '', ...rest] = wrap(visible(text.replaceAll(`${home}/`, '~/')), width - 2)
  return [`${glyph} ${first}`, ...rest.map((line) => `  ${line}`)]
}

function within(absolute: string, dir: string): string | undefined {
  const relative = path.relative(dir, absolute)
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
    ? undefined
    : relative
}

/** `file:line`, to be opened from the working directory; empty for a shipped preset, whose rules are known by name. */
export function placeText({ file, line }: Place, { cwd, root }: Pick<Page, 'cwd' | 'root'>): string {
  if (SHIPPED.test(file)) return ''
  const fixed = file.startsWith('~') || path.isAbsolute(file) || cwd === root
  return visible(`${fixed ? file : path.relative(cwd, path.resolve(root, file))}:${line}`)
}

export type Colour = 'red' | 'yellow' | 'green' | 'dim' | 'bold'

export interface Sign {
  readonly glyph: string
  readonly colour: Colour
}

const signs: Readonly<Record<string, Sign>> = {
  deny: { glyph: '✗', colour: 'red' },
  stop: { glyph: '✗', colour: 'red' },
  ask: { glyph: '?', colour: 'yellow' },
  allow: { glyph: '✓', colour: 'green' },
}

/** The sign of a decision or a flow; undefined for one that neither refuses nor allows. */
export function signFor(says: string): Sign | undefined {
  return Object.hasOwn(signs, says) ? signs[says] : undefined
}

export type Paint = (colour: Colour, text: string) => string

const plain: Paint = (_colour, text) => text

const coloured: Paint = (colour, text) =>
  text === '' ? text : styleText(colour, text, { validateStream: false })

/** Colours on a terminal that wants them; the text is the same without. */
export function choosePaint(host: Pick<Host, 'argv' | 'env' | 'terminal'>): Paint {
  return wantsColour(host) ? coloured : plain
}

export function wantsColour({ argv, env, terminal }: Pick<Host, 'argv' | 'env' | 'terminal'>): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env
  if (argv.includes('--no-color')) return false
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return terminal && term !== 'dumb'
}

/** What a command prints, JSON included, holds nothing that a terminal obeys but colours. */
export function withSafeOutput(host: Host): Host {
  const safe = {
    out: (text: string) => host.out(withoutControls(text)),
    err: (text: string) => host.err(withoutControls(text)),
  }
  // Its getters stay getters: one asks the terminal.
  const own = { ...Object.getOwnPropertyDescriptors(host), ...Object.getOwnPropertyDescriptors(safe) }
  return Object.defineProperties({}, own) as Host // all that the host has
}

export function unknownEvent(name: string): string {
  const names = Object.keys(events)
  const meant = eventNamed(name) ?? nearest(name, names)
  return `there is no event "${name}"; ${meant === undefined ? `there are ${names.join(', ')}` : `use "${meant}"`}`
}

/** For a shell of POSIX. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
