// The real clients that the tests start, each in one version.
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Block, Client } from '../../src/agents/shared/client.ts'
import { clients } from '../../src/catalog.ts'
import { fromRegistry, installedFromRegistry } from '../support/registry.ts'
import type { Place } from './place.ts'

export type Found = { bin: string } | { missing: string }

interface Packaged {
  /** The package, and its program below node_modules. */
  readonly name: string
  readonly version: string
  readonly file: string
  /** Instead of the package's program. */
  readonly bin?: string | undefined
  /** The input of a shell call, as its hooks see it; absent: as its model gives it. */
  input?(command: string): object
  /** Puts in its place what it would otherwise fetch or unpack each time. */
  prepare?(place: Place): void
}

const [system, cpu] = [process.platform, process.arch]
const target = `${cpu === 'arm64' ? 'aarch64' : 'x86_64'}-${system === 'linux' ? 'unknown-linux-musl' : 'apple-darwin'}`

const packages: Readonly<Record<string, Packaged>> = {
  'claude-code': {
    name: '@anthropic-ai/claude-code',
    version: '2.1.329',
    file: `@anthropic-ai/claude-code-${system}-${cpu}/claude`,
    bin: process.env['HOOKS_TEST_CLAUDE_BIN'],
  },
  codex: {
    name: '@openai/codex',
    version: '0.169.0',
    file: `@openai/codex-${system}-${cpu}/vendor/${target}/bin/codex`,
    input: (command) => ({ command }),
  },
  'gemini-cli': { name: '@google/gemini-cli', version: '0.61.0', file: '.bin/gemini' },
  'qwen-code': {
    name: '@qwen-code/qwen-code',
    version: '0.15.10', // the newest one that Node 20 runs
    file: '.bin/qwen',
  },
  'copilot-cli': {
    name: '@github/copilot',
    version: '1.0.102',
    file: '.bin/copilot',
    prepare({ home }) {
      // It unpacks 190 MB into its cache: once for all tests.
      const unpacked = join(tmpdir(), 'hooks-copilot-1.0.102')
      mkdirSync(unpacked, { recursive: true })
      mkdirSync(join(home, '.cache'), { recursive: true })
      symlinkSync(unpacked, join(home, '.cache/copilot'))
    },
  },
  opencode: {
    name: 'opencode-ai',
    version: '1.18.33',
    file: '.bin/opencode',
    prepare({ home }) {
      // Offline it hangs unless its own package for plugins is there already.
      const found = installedFromRegistry({
        name: 'opencode-plugin-1.18.33',
        specs: ['@opencode-ai/plugin@1.18.33'],
        file: '@opencode-ai/plugin/package.json',
      })
      if ('missing' in found) throw new Error(found.missing)
      const own = join(home, '.config/opencode')
      mkdirSync(own, { recursive: true })
      cpSync(dirname(found.modules), own, { recursive: true })
    },
  },
  cline: { name: 'cline', version: '3.0.65', file: `@cline/cli-${system}-${cpu}/bin/cline` },
}

export interface TestedClient extends Client {
  readonly version: string
  find(): Found
  /** The input of a shell call, as its hooks see it. */
  input(command: string): object
  prepare(place: Place): void
}

export function clientOf(agent: string): TestedClient {
  const client = clients.find((each) => each.agent === agent)
  const found = packages[agent]
  if (client === undefined || found === undefined) throw new Error(`no client of ${agent}`)
  const { name, version, file, bin, prepare = () => undefined } = found
  const input = found.input ?? ((command: string) => inputOf(client.shell(command)))
  const find = (): Found => {
    if (bin === undefined) return fromRegistry({ spec: `${name}@${version}`, file })
    return existsSync(bin) ? { bin } : { missing: `no client at ${bin}` }
  }
  return { ...client, version, find, input, prepare }
}

const inputOf = (block: Block): object => ('input' in block ? block.input : {})

/** Nothing is skipped silently, and in CI nothing is skipped. */
export function tried({ agent, find }: TestedClient): Found {
  const found = find()
  if ('bin' in found) return found
  const sentence = `${agent} is not tried: ${found.missing}`
  if (process.env['CI'] === 'true') throw new Error(sentence)
  console.warn(sentence)
  return found
}
