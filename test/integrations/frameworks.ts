// Agent frameworks as a project has them that uses one of them with this package.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { installedFromRegistry } from '../support/registry.ts'

export interface Framework {
  /** As it is called in the tests. */
  readonly name: string
  readonly entry: 'ai-sdk' | 'langchain' | 'openai-agents' | 'claude-agent-sdk'
  /** Exact: what the newest of these ask of each other cannot always be installed together. */
  readonly specs: readonly string[]
  /** A package's name among them, to see that they are there. */
  readonly proof: string
}

const zod = 'zod@4.6.7'

export const frameworks: readonly Framework[] = [
  { name: 'AI SDK 6.0.0', entry: 'ai-sdk', specs: ['ai@6.0.0', zod], proof: 'ai' },
  { name: 'AI SDK 6', entry: 'ai-sdk', specs: ['ai@6.0.322', zod], proof: 'ai' },
  { name: 'AI SDK 7', entry: 'ai-sdk', specs: ['ai@7.0.173', zod], proof: 'ai' },
  {
    name: 'LangChain',
    entry: 'langchain',
    specs: [
      'langchain@1.5.14',
      '@langchain/core@1.2.13',
      '@langchain/langgraph@1.4.18',
      '@langchain/langgraph-checkpoint@1.1.5',
      '@langchain/langgraph-sdk@1.12.4',
      'langsmith@0.9.0',
      'deepagents@1.14.1',
      zod,
    ],
    proof: 'deepagents',
  },
  {
    name: 'OpenAI Agents',
    entry: 'openai-agents',
    specs: ['@openai/agents@0.20.0', zod],
    proof: '@openai/agents',
  },
  {
    name: 'Claude Agent SDK',
    entry: 'claude-agent-sdk',
    // Its optional dependencies are the client itself, which the tests have already.
    specs: ['--omit=optional', '@anthropic-ai/claude-agent-sdk@0.3.329', zod],
    proof: '@anthropic-ai/claude-agent-sdk',
  },
]

const packageDir = resolve(import.meta.dirname, '../..')

export interface Project {
  /** Its node_modules hold the framework, this package as it is built, and what else was put there. */
  readonly modules: string
  remove(): void
}

/** Where all of its tests are skipped, nothing is run after them. */
const made = new Set<() => void>()
process.once('exit', () => made.forEach((remove) => remove()))

/** The project, or a sentence why there is none. In CI a framework that cannot be installed is a failure. */
export function projectWith({ entry, specs, proof }: Framework): Project | { missing: string } {
  const version = specs.find((spec) => spec.startsWith(`${proof}@`))?.slice(proof.length + 1) ?? ''
  const installed = installedFromRegistry({
    name: `${entry}-${version}`,
    specs,
    file: join(proof, 'package.json'),
  })
  if ('missing' in installed) return installed
  const dir = mkdtempSync(join(tmpdir(), 'hooks-integration-'))
  const modules = join(dir, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(installed.modules)) {
    if (!name.startsWith('.')) symlinkSync(join(installed.modules, name), join(modules, name))
  }
  copyPackage(join(modules, 'hooks-yaml'))
  cpSync(join(import.meta.dirname, 'drivers'), join(modules, 'drivers'), { recursive: true })
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  made.add(remove)
  return { modules, remove }
}

/** A copy, not a link: Node looks for a framework beside the file that asks for it. */
function copyPackage(to: string): void {
  // Another build than the one in dist/ may be tried.
  const built = process.env['HOOKS_TEST_DIST'] ?? join(packageDir, 'dist')
  if (!existsSync(join(built, 'ai-sdk.mjs'))) throw new Error(`${built}/ai-sdk.mjs is missing: npm run build`)
  mkdirSync(to)
  for (const part of ['package.json', 'presets', 'recipes'])
    cpSync(join(packageDir, part), join(to, part), { recursive: true })
  cpSync(built, join(to, 'dist'), { recursive: true, filter: (file) => !file.endsWith('.cjs') })
}

/** Says why it is not tried; nothing is skipped silently. */
export function said(name: string, project: Project | { missing: string }): boolean {
  if (!('missing' in project)) return true
  console.warn(`${name} is not tried: ${project.missing}`)
  return false
}

export function folderOf(project: Project): string {
  return dirname(project.modules)
}
