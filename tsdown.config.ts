import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import { chunks } from './src/chunks.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string } // our own package.json

const outDir = process.env['BUILD_DIR'] ?? 'dist'

const shared: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  outDir,
  clean: false,
  dts: false,
  hash: false,
  define: { VERSION: JSON.stringify(version) },
  deps: { alwaysBundle: [/./], onlyBundle: false },
  outputOptions: { codeSplitting: false, comments: false },
  logLevel: 'error',
}

/** A chunk of the command: one CommonJS file, because Node starts those fastest, without unused code. */
const chunk = (name: string, entry = `chunk:${name}`): UserConfig => ({
  ...shared,
  entry: { [name]: entry },
  format: 'cjs',
  alias,
  minify: true,
  plugins: [chunkEntries, tableApart, lateDecoder, noExamples, ownModules],
  inputOptions: { treeshake: { moduleSideEffects: false, propertyReadSideEffects: false } },
})

/** The entry of a chunk exports what the list of chunks says. */
const chunkEntries = {
  name: 'chunk-entries',
  resolveId: (id: string): string | undefined => (id.startsWith('chunk:') ? `\0${id}` : undefined),
  load(id: string): string | undefined {
    if (!id.startsWith('\0chunk:')) return undefined
    const all: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = chunks
    const modules = all[id.slice('\0chunk:'.length)] ?? {}
    const lines = Object.entries(modules).map(([file, names]) => {
      const from = file.startsWith('src/') ? join(import.meta.dirname, file) : file
      return `export { ${names.join(', ')} } from ${JSON.stringify(from)}`
    })
    return lines.join('\n')
  },
}

/** The table of programs as a text: V8 would keep all of it with the code of each chunk. */
const tableApart = {
  name: 'table-apart',
  async load(id: string): Promise<string | undefined> {
    if (!id.endsWith('/shell/programs/groups.ts')) return undefined
    const { programTable } = await import('./src/shell/programs/groups.ts')
    mkdirSync(outDir, { recursive: true })
    writeFileSync(join(outDir, 'programs.txt'), programTable())
    return `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
      export const groups = {}
      export const programTable = () => readFileSync(__dirname + '/programs.txt', 'latin1')`
  },
}

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

const modules = join(import.meta.dirname, 'node_modules')

const alias = {
  // Its build for browsers knows no file system at all.
  liquidjs: join(modules, 'liquidjs/dist/liquid.browser.mjs'),
  // Its main file is UMD, which cannot be bundled.
  'jsonc-parser': join(modules, 'jsonc-parser/lib/esm/main.js'),
}

/** What agent frameworks import: ES modules, the watcher in a file of its own for those that watch. */
const library: UserConfig = {
  ...shared,
  entry: { index: 'src/index.ts', agent: 'src/agent.ts' },
  format: 'esm',
  dts: true,
  alias,
  deps: { alwaysBundle: [/^(?!ai$)/], neverBundle: [/^ai$/], onlyBundle: false },
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

/** What plugins of agents load, beside the chunks that they use. */
const pluginOf = (agent: string): UserConfig => ({
  ...shared,
  entry: { [agent]: `src/run/${agent}.ts` },
  format: 'esm',
})

/** Only the build runs it. */
const packing: UserConfig = { ...shared, entry: { 'build-data': 'src/build-data.ts' }, format: 'esm' }

export default defineConfig([
  { ...chunk('bin', 'src/bin.ts'), plugins: [ownModules, atOnce] },
  ...Object.keys(chunks).map((name) => chunk(name)),
  library,
  tools,
  integrations,
  pluginOf('cline'),
  pluginOf('opencode'),
  packing,
])
