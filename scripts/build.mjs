// Builds dist/: the parts of the command, the library, and the list of bundled licences.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { packagesIn, writeLicenses } from './licenses.mjs'

// Built aside and renamed, so that nobody ever runs half a build.
const dir = `dist.${process.pid}`
process.env.BUILD_DIR = dir
const bundles = await build()
writeLicenses(packagesIn(bundles))

const packing = join(process.cwd(), dir, 'pack-programs.mjs')
const { packPrograms } = await import(pathToFileURL(packing).href)
writeFileSync(`${dir}/programs.txt`, packPrograms(), 'latin1')
rmSync(packing)

/** V8 keeps a text of this length outside of its nursery: a run then ends before the nursery has to be cleared once. */
const LARGE = 2 ** 17 + 1
/** One that is shorter than this takes longer to read when it is filled up. */
const SMALL = 2 ** 16

// Parts are functions that bin.cjs calls, of nothing but ASCII, which is the quickest to read and one byte a character.
for (const file of readdirSync(dir).filter((name) => name.endsWith('.cjs'))) {
  const text = readFileSync(`${dir}/${file}`, 'utf8')
  const part = `(function(exports,require,__dirname){${text}\n})`
  const whole = file === 'bin.cjs' ? text : part.padEnd(part.length < SMALL ? 0 : LARGE)
  writeFileSync(
    `${dir}/${file}`,
    whole.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

const parts = createHash('sha256')
for (const file of readdirSync(dir)
  .filter((name) => /\.(?:cjs|txt)$/.test(name))
  .sort())
  parts.update(readFileSync(`${dir}/${file}`))
const bin = readFileSync(`${dir}/bin.cjs`, 'utf8').replace('__BUILD__', parts.digest('hex').slice(0, 16))
writeFileSync(`${dir}/bin.cjs`, bin)
chmodSync(`${dir}/bin.cjs`, 0o755)

// Only between two renames there is no dist.
const before = `${dir}.before`
if (existsSync('dist')) renameSync('dist', before)
renameSync(dir, 'dist')
rmSync(before, { recursive: true, force: true })
