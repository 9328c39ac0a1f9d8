// Builds dist/: the parts of the command, the library, and the list of bundled licences.
import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'tsdown'

rmSync('dist', { recursive: true, force: true })
await build()

// Parts are read as Latin-1, which is faster than UTF-8 and keeps one byte a character.
for (const file of readdirSync('dist').filter((name) => name.endsWith('.cjs'))) {
  const text = readFileSync(`dist/${file}`, 'utf8')
  writeFileSync(
    `dist/${file}`,
    text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

const parts = createHash('sha256')
for (const file of readdirSync('dist')
  .filter((name) => name.endsWith('.cjs'))
  .sort())
  parts.update(readFileSync(`dist/${file}`))
const bin = readFileSync('dist/bin.cjs', 'utf8').replace('__BUILD__', parts.digest('hex').slice(0, 16))
writeFileSync('dist/bin.cjs', bin)
chmodSync('dist/bin.cjs', 0o755)
