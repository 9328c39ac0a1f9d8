import { readFileSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'tsdown'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string } // our own package.json

const shared: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
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

export default defineConfig([
  part('bin'),
  hotPart('hot'),
  hotPart('builtins'),
  hotPart('scripts'),
  hotPart('front-matter'),
  part('show'),
  part('main'),
])
