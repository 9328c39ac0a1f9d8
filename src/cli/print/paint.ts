import { styleText } from 'node:util'
import type { Host } from '../../run/host.ts'

export type Colour = 'red' | 'yellow' | 'green' | 'dim' | 'bold'
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
