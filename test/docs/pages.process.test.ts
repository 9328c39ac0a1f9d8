// Every page is followed to the letter: its files are written, its rules validated, its commands typed, and what they
// print compared. UPDATE_DOCS=1 puts what they print into the pages.
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Block,
  blocksOf,
  fileOf,
  openReader,
  packageDir,
  readPage,
  type Reader,
  stepsOf,
  timeless,
} from './page.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(packageDir, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const followed = pages.filter((page) => page !== 'docs/errors.md') // errors.test.ts tries its blocks one by one
const isRules = (file: string): boolean => /hooks[\w.-]*\.yaml$/.test(file)
const updates = process.env.UPDATE_DOCS === '1'

describe.each(followed)('%s', (page) => {
  test('does what it says', async () => {
    expect.hasAssertions()
    const blocks = blocksOf(readPage(page))
    const reader = openReader()
    for (const block of blocks) {
      const file = fileOf(block)
      if (file !== undefined && !isRules(file)) reader.write(file, block.text)
    }
    expect(blocks.every(({ text }) => !text.includes('```'))).toBe(true)
    const printed = new Map<Block, string>()
    for (const block of blocks) printed.set(block, await follow(block, reader))
    if (updates) writeFileSync(path.join(packageDir, page), updated(readPage(page), printed))
  })
})

async function follow(block: Block, reader: Reader): Promise<string> {
  const file = fileOf(block)
  if (file !== undefined) {
    if (isRules(file)) await validate(file, block, reader)
    return block.text
  }
  if (block.words.includes('no-run')) return block.text
  if (block.language === 'console') return typeAll(block, reader)
  if (block.language === 'sh') expect(await reader.type(`set -e\n${block.text}`)).toMatchObject({ exit: 0 })
  return block.text
}

async function validate(file: string, block: Block, reader: Reader): Promise<void> {
  reader.write(file, block.text)
  if (block.words.includes('broken')) return
  const { stdout } = await reader.type(`hooks validate ${file} --strict`)
  expect(stdout, `line ${block.line}`).toMatch(/^✓/)
}

async function typeAll(block: Block, reader: Reader): Promise<string> {
  const seen: string[] = []
  for (const { command, printed } of stepsOf(block)) {
    const { stdout, stderr } = await reader.type(command)
    const actual = `${stdout}${stderr}`
    expect(actual, `line ${block.line}: ${command}`).not.toMatch(/^\w*Error: .*\n +at /m)
    const [now, then] = [reader.plain(actual), reader.plain(printed)]
    const isSame = isPrinted(now, then)
    if (!updates && !isSame)
      expect(now, `line ${block.line}: ${command} (UPDATE_DOCS=1 writes it)`).toBe(then)
    const after = isSame || /^…$/m.test(printed) ? printed : shown(actual, reader)
    seen.push([`$ ${command}`, ...(after === '' ? [] : [after])].join('\n'))
  }
  return `${seen.join('\n')}\n`
}

/** A line that is only … stands for any lines. Otherwise the whole text is compared, so that a failure shows both. */
function isPrinted(actual: string, printed: string): boolean {
  const parts = printed.split(/^…$/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^]*')}$`).test(actual)
}

function shown(actual: string, reader: Reader): string {
  const homely = timeless(actual.replaceAll(path.dirname(reader.root), '/home/dev'))
  return homely
    .split('\n')
    .map((line) => untimed(line).trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

/** Only a slow rule shows its time, and on a busy machine any is slow. */
function untimed(line: string): string {
  const [, row = '', place = ''] = /^( {2}\S .*?) · 2 ms {2,}(\S+:\d+)$/.exec(line) ?? []
  return row === '' ? line : `${row}${place.padStart(80 - row.length)}`
}

function updated(markdown: string, printed: ReadonlyMap<Block, string>): string {
  const lines = markdown.split('\n')
  for (const [{ line, text }, now] of [...printed].toReversed()) {
    lines.splice(line, text.split('\n').length - 1, ...now.replace(/\n$/, '').split('\n'))
  }
  return lines.join('\n')
}

test('the README is at most 150 lines', () => {
  expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

describe.each(pages)('links of %s', (page) => {
  const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  test('lead somewhere', () => {
    expect(links.filter((target) => !leadsSomewhere(page, target))).toEqual([])
  })
})

function leadsSomewhere(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const there = file === '' ? page : path.join(path.dirname(page), file)
  try {
    return anchor === undefined || !there.endsWith('.md')
      ? exists(there)
      : anchorsOf(readPage(there)).has(anchor)
  } catch {
    return false
  }
}

function exists(file: string): boolean {
  return file.endsWith('/') || file.includes('.') || file === 'LICENSE'
    ? readdirSync(path.join(packageDir, path.dirname(file))).includes(path.basename(file))
    : false
}

/** As GitHub makes them. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) => text ?? '')
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
