import type { KnipConfig } from 'knip'
import { chunks } from './src/chunks.ts'

const modules = Object.values(chunks).flatMap((chunk) => Object.keys(chunk))

const config: KnipConfig = {
  entry: [
    'src/{bin,index,build-data}.ts',
    ...modules.filter((file) => file.startsWith('src/')),
    'src/integrations/*.ts',
    'src/serve/plugins/{cline,opencode}.ts',
    'scripts/*.mjs',
    'bench/*.mjs',
    'test/config/bombs/child.ts',
    'test/store/ledger/stress/worker.ts',
    'test/examples/{crash,scripted}.mjs',
  ],
  ignoreBinaries: ['cc', 'mkfifo', 'script', 'unshare', 'zig'],
  ignoreDependencies: ['langchain', 'zod'],
  project: ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.mjs', 'bench/**/*.mjs'],
  ignoreIssues: { 'src/**/generated/**': ['exports', 'types'] },
}

export default config
