import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string } // our own package.json

const shared: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  outDir: process.env['BUILD_DIR'] ?? 'dist',
  clean: false,
  dts: false,
  hash: false,
  define: { VERSION: JSON.stringify(version) },
  deps: { alwaysBundle: [/./], onlyBundle: false },
  outputOptions: { codeSplitting: false, comments: false },
  logLevel: 'error',
}

/** A part of the command: one CommonJS file, because Node starts those fastest. */
const part = (entry: string): UserConfig => ({
  ...shared,
  entry: { [entry]: `src/${entry}.ts` },
  format: 'cjs',
})

/** A part that stands in front of tool calls: as little text as can be, nothing that nobody uses. */
const hotPart = (entry: string): UserConfig => ({
  ...part(entry),
  minify: true,
  inputOptions: { treeshake: { moduleSideEffects: false, propertyReadSideEffects: false } },
})

/** Its build for browsers knows no file system at all. */
const alias = { liquidjs: join(import.meta.dirname, 'node_modules/liquidjs/dist/liquid.browser.mjs') }

/** What agent frameworks import: ES modules, the watcher in a file of its own for those that watch. */
const library: UserConfig = {
  ...shared,
  entry: { index: 'src/index.ts' },
  format: 'esm',
  dts: true,
  alias,
  outputOptions: { comments: false, chunkFileNames: 'index-[name].mjs' },
}

export default defineConfig([
  hotPart('bin'),
  hotPart('hot'),
  hotPart('decide'),
  hotPart('decide-shell'),
  hotPart('decide-scripts'),
  hotPart('answer'),
  hotPart('replay'),
  hotPart('mask'),
  hotPart('prune'),
  hotPart('builtins'),
  hotPart('scripts'),
  hotPart('facts'),
  hotPart('shell'),
  hotPart('recipes'),
  { ...hotPart('liquid'), alias },
  hotPart('front-matter'),
  hotPart('cel'),
  hotPart('re2'),
  hotPart('compile'),
  part('show'),
  part('main'),
  library,
])
