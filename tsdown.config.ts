import { readFileSync } from 'node:fs'
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
  plugins: [chunkEntries],
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

/** What plugins of agents load. */
const pluginOf = (agent: string): UserConfig => ({
  ...shared,
  entry: { [agent]: `src/serve/plugins/${agent}.ts` },
  format: 'esm',
})

/** Only the build runs it. */
const packing: UserConfig = { ...shared, entry: { 'build-data': 'src/build-data.ts' }, format: 'esm' }

export default defineConfig([
  { ...chunk('bin', 'src/bin.ts'), plugins: [] },
  ...Object.keys(chunks).map((name) => chunk(name)),
  library,
  tools,
  integrations,
  pluginOf('cline'),
  pluginOf('opencode'),
  packing,
])
