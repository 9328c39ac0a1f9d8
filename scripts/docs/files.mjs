// The repository's files as the documentation reads them: as text, and as modules.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsdown'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const read = (file) => readFileSync(join(root, file), 'utf8')
export const readJson = (file) => JSON.parse(read(file))

/** What the modules of src/ export, bundled first because Node 20 does not run TypeScript. */
export async function load(...units) {
  const outDir = join(root, 'node_modules/.cache/hooks-docs', String(process.pid))
  await build({
    config: false,
    cwd: root,
    entry: Object.fromEntries(units.map((unit) => [unit, `src/${unit}.ts`])),
    format: 'esm',
    platform: 'node',
    outDir,
    dts: false,
    hash: false,
    define: { VERSION: '""' },
    deps: { neverBundle: [/^[a-z@]/], skipNodeModulesBundle: true },
    logLevel: 'error',
  })
  try {
    const loaded = {}
    for (const unit of units) Object.assign(loaded, await import(pathToFileURL(join(outDir, `${unit}.mjs`))))
    return loaded
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
