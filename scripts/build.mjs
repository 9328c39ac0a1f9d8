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
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { compileCaller } from './caller.mjs'
import { packagesIn, writeLicenses } from './licenses.mjs'

const inputs = ['src', 'native', 'presets', 'recipes', 'schemas', 'scripts']
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsdown.config.ts']
const stamp = 'node_modules/.cache/hooks-build'

/** Of all that a build is made from, and of what it made. */
function currentStamp() {
  const within = (dir) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const made = existsSync('dist') ? within('dist') : []
  const hash = createHash('sha256').update(process.version)
  for (const file of [...settings, ...inputs.flatMap(within), ...made].toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

// npx runs `prepare` of the package whose directory it is started in, each time for a new cache of npm.
const isPrepare = process.argv.includes('--prepare')
if (isPrepare && existsSync(stamp) && readFileSync(stamp, 'utf8') === currentStamp()) process.exit(0)

// Built aside and renamed, so that nobody ever runs half a build.
const dir = `dist.${process.pid}`
process.env.BUILD_DIR = dir
const bundles = await build()
writeLicenses(packagesIn(bundles))

const data = join(process.cwd(), dir, 'build-data.mjs')
const { packPresets, refusals, startScripts } = await import(pathToFileURL(data).href)
mkdirSync(`${dir}/presets`)
for (const [name, text] of Object.entries(packPresets('presets')))
  writeFileSync(`${dir}/presets/${name}`, text)
for (const [name, text] of Object.entries(startScripts())) writeFileSync(`${dir}/${name}`, text)
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
const buildId = hash.digest('hex').slice(0, 16)
writeFileSync(`${dir}/bin.cjs`, readFileSync(`${dir}/bin.cjs`, 'utf8').replace('__BUILD__', buildId))
chmodSync(`${dir}/bin.cjs`, 0o755)

compileCaller(`${dir}/caller`) // without a compiler bin.cjs asks the engine

// Only between two renames there is no dist.
const before = `${dir}.before`
if (existsSync('dist')) renameSync('dist', before)
renameSync(dir, 'dist')
rmSync(before, { recursive: true, force: true })

mkdirSync('node_modules/.cache', { recursive: true })
writeFileSync(stamp, currentStamp())
