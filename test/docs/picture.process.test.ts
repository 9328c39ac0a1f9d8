// The README's picture is what the built command prints, and its reader can do without seeing it.
import { describe, expect, test } from 'vitest'
import { blocksOf, openReader, readPage } from './page.ts'

const svg = readPage('docs/images/denied-call.svg')

/** The picture's lines, each piece at its column. */
function linesOf(picture: string): readonly string[] {
  const pieces = [...picture.matchAll(/<text class="\w+" x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)]
  const rows = new Map<number, string>()
  for (const [, x = '', y = '', text = ''] of pieces) {
    const column = Math.round((Number(x) - 20) / 8.4)
    rows.set(Number(y), `${(rows.get(Number(y)) ?? '').padEnd(column)}${unescaped(text)}`)
  }
  return [...rows.values()]
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

describe('the picture of a denied call', () => {
  test('shows the command that was typed and what it prints under the rules above it', async () => {
    const reader = openReader()
    const rules = blocksOf(readPage('README.md')).find(({ language }) => language === 'yaml')?.text ?? ''
    reader.write('hooks.yaml', rules)
    reader.write('force-push.json', readPage('examples/payloads/force-push.json'))
    reader.trust()
    const [command = '', ...shown] = linesOf(svg)
    const { stdout } = await reader.type(command.replace(/^\$ /, ''))
    const lines = reader
      .plain(stdout)
      .split('\n')
      .filter((line) => line !== '')
    expect(shown.at(-1)).toBe('  …')
    const seen = reader.plain(shown.slice(0, -1).join('\n')).split('\n')
    expect(seen.length).toBeGreaterThan(10)
    expect(lines.slice(0, seen.length)).toEqual(seen)
    expect(lines[seen.length]).toMatch(/^ {2}stdout /)
  })

  test('is inside its frame, needs no other file, and says in words what it shows', () => {
    const [, width = ''] = /viewBox="0 0 (\d+) \d+"/.exec(svg) ?? []
    const ends = [...svg.matchAll(/ x="([\d.]+)" y="\d+" textLength="([\d.]+)"/g)].map(
      ([, x, length]) => Number(x) + Number(length),
    )
    expect(Math.max(...ends)).toBeLessThanOrEqual(Number(width))
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/href|url\(|https?:|@import/)
    expect(svg).toContain('<title id="title">A denied call: git push -f origin main</title>')
    expect(svg).toMatch(/<desc id="desc">[^<]*Denied by rule no-force-push/)
  })
})
