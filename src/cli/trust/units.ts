// Draws what `hooks trust` asks about.
import type { JudgedUnit, UnitFile } from '../../config/trust/trust.ts'
import { visible, wrap } from '../../patterns/text/terminal-text.ts'
import { type Colour, type Page, placeText, tilde } from '../print/page.ts'

const signs: Readonly<Record<JudgedUnit['is'], readonly [glyph: string, colour: Colour]>> = {
  new: ['+', 'green'],
  changed: ['~', 'yellow'],
  trusted: ['✓', 'dim'],
}

/** Nothing is cut: what is not seen would be accepted unseen. */
export function drawUnits(units: readonly JudgedUnit[], page: Page): string {
  return units.map((unit) => drawUnit(unit, page)).join('\n\n')
}

function drawUnit(unit: JudgedUnit, page: Page): string {
  const { paint } = page
  const [glyph, colour] = signs[unit.is]
  const events = unit.events.join(', ')
  const head = [paint('bold', visible(unit.name)), events, paint('dim', placeText(unit.at, page))]
  const lines = [
    unit.says,
    ...(unit.was === undefined ? [] : [`was: ${unit.was}`]),
    ...unit.files.map((file) => drawFile(file, unit, page)),
    ...unit.changed
      .filter((name) => unit.files.every(({ shown }) => shown !== name))
      .map((name) => `gone: ${name}`),
  ]
  const below = lines.flatMap((line) => wrap(line, page.width - 6)).map((line) => `      ${line}`)
  return [`  ${paint(colour, glyph)} ${head.filter((part) => part !== '').join('  ')}`, ...below].join('\n')
}

/** Where it really lies, when a link leads elsewhere. */
function drawFile({ path, real, shown }: UnitFile, { is, changed }: JudgedUnit, { home }: Page): string {
  const state = is === 'changed' && changed.includes(shown) ? 'changed: ' : ''
  return `${state}${tilde(path, home)}${real === path ? '' : ` → ${tilde(real, home)}`}`
}
