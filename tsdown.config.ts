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
  plugins: [lateDecoder, noExamples, ownModules],
  inputOptions: { treeshake: { moduleSideEffects: false, propertyReadSideEffects: false } },
})

/** The shell's parser makes a decoder at every start that next to no text needs. */
const lateDecoder = {
  name: 'late-decoder',
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('unbash/dist/ansi-c.js')) return undefined
    const made = /const utf8 = (new TextDecoder\([^)]*\));/.exec(code)
    if (made === null)
      throw new Error('unbash makes its decoder in another way: look whether it costs a start')
    return code.replace(made[0], 'let utf8;').replace('utf8.decode(', `(utf8 ??= ${made[1]}).decode(`)
  },
}

/** Examples of matchers are for the documentation and the tests. */
const noExamples = {
  name: 'no-examples',
  transform: (code: string, id: string): string | undefined =>
    /\/src\/matchers\/[\w-]+\.ts$/.test(id)
      ? code.replace(/^ {2}examples: \[(?:.*\],|\n[^]*?^ {2}\],)\n/m, '')
      : undefined,
}

/** Asked of the process, Node's own modules come without the round through the loader. */
const ownModules = {
  name: 'own-modules',
  renderChunk: (code: string): string =>
    code.replace(/\brequire\("(node:\w+)"\)/g, 'process.getBuiltinModule("$1")'),
}

/** V8 compiles a function in parentheses along with its file, and reads any other one twice: now, and when it is called. */
const atOnce = {
  name: 'at-once',
  renderChunk: (code: string): string =>
    code.replace(/^function (\w+)(\([^]*?^\})$/gm, 'const $1 = (function $2);'),
}

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

/** Tools for an agent of one's own: apart, as most agents have theirs. */
const tools: UserConfig = {
  ...shared,
  entry: { tools: 'src/tools.ts' },
  format: 'esm',
  dts: true,
  outputOptions: { comments: false, chunkFileNames: 'tools-[name].mjs' },
}

/** The optional peers: whoever imports one of these entries has them. */
const peers = /^(?:ai|langchain|zod)$/

/** For agent frameworks: one entry each, so that nothing of a framework is ever asked for by the others. */
const integrations: UserConfig = {
  ...shared,
  entry: Object.fromEntries(
    ['ai-sdk', 'langchain', 'claude-agent-sdk', 'openai-agents'].map((name) => [
      name,
      `src/integrations/${name}.ts`,
    ]),
  ),
  format: 'esm',
  dts: true,
  deps: { alwaysBundle: [/^(?!ai$|langchain$|zod$)/], neverBundle: [peers], onlyBundle: false },
  outputOptions: { comments: false, chunkFileNames: 'integrations-[name].mjs' },
}

/** Only the build runs it. */
const packing: UserConfig = { ...shared, entry: { 'pack-programs': 'src/pack-programs.ts' }, format: 'esm' }

export default defineConfig([
  { ...hotPart('bin'), plugins: [ownModules, atOnce] },
  hotPart('hot'),
  hotPart('decide'),
  hotPart('decide-shell'),
  hotPart('decide-scripts'),
  hotPart('answer'),
  hotPart('replay'),
  hotPart('mask'),
  hotPart('plain'),
  hotPart('prune'),
  hotPart('builtins'),
  hotPart('scripts'),
  hotPart('facts'),
  { ...hotPart('shell'), entry: { shell: 'src/shell-alone.ts' } },
  hotPart('programs'),
  hotPart('code'),
  hotPart('recipes'),
  hotPart('providers'),
  hotPart('jobs'),
  { ...hotPart('liquid'), alias },
  hotPart('front-matter'),
  hotPart('cel'),
  hotPart('otlp'),
  hotPart('re2'),
  hotPart('compile'),
  part('show'),
  part('main'),
  library,
  tools,
  integrations,
  packing,
])
