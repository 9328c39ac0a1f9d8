// Builds dist/: the parts of the command, the library, and the list of bundled licences.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { packagesIn, writeLicenses } from './licenses.mjs'

// Built aside and renamed, so that nobody ever runs half a build.
const dir = `dist.${process.pid}`
process.env.BUILD_DIR = dir
const bundles = await build()
writeLicenses(packagesIn(bundles))

const data = join(process.cwd(), dir, 'build-data.mjs')
const { packPresets, refusals } = await import(pathToFileURL(data).href)
mkdirSync(`${dir}/presets`)
for (const [name, text] of Object.entries(packPresets('presets')))
  writeFileSync(`${dir}/presets/${name}`, text)
rmSync(data)
const refused = JSON.stringify(JSON.stringify(refusals()))
const loader = readFileSync(`${dir}/bin.cjs`, 'utf8')
writeFileSync(
  `${dir}/bin.cjs`,
  loader.replace(/["`']__REFUSALS__["`']/, () => refused),
)

// Chunks are functions that bin.cjs calls, in ASCII: one byte a character, which is the quickest to read.
for (const file of readdirSync(dir).filter((name) => name.endsWith('.cjs'))) {
  const text = readFileSync(`${dir}/${file}`, 'utf8')
  const chunk = file === 'bin.cjs' ? text : `(function(exports,require,__dirname){${text}\n})`
  writeFileSync(
    `${dir}/${file}`,
    chunk.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

const hash = createHash('sha256')
for (const file of readdirSync(dir)
  .filter((name) => name.endsWith('.cjs'))
  .sort())
  hash.update(readFileSync(`${dir}/${file}`))
const bin = readFileSync(`${dir}/bin.cjs`, 'utf8').replace('__BUILD__', hash.digest('hex').slice(0, 16))
writeFileSync(`${dir}/bin.cjs`, bin)
chmodSync(`${dir}/bin.cjs`, 0o755)

// Only between two renames there is no dist.
const before = `${dir}.before`
if (existsSync('dist')) renameSync('dist', before)
renameSync(dir, 'dist')
rmSync(before, { recursive: true, force: true })

// Where npx looks first: it would install and build this package once more for its own command.
if (process.platform !== 'win32') {
  const { bin: commands } = JSON.parse(readFileSync('package.json', 'utf8'))
  mkdirSync('node_modules/.bin', { recursive: true })
  for (const [name, file] of Object.entries(commands)) {
    rmSync(`node_modules/.bin/${name}`, { force: true })
    symlinkSync(`../../${file}`, `node_modules/.bin/${name}`)
  }
}
