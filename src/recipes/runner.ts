// Runners as written in YAML: a program, or a provider's model.
import { resolve } from 'node:path'
import { parseDuration } from '../patterns/text/duration.ts'
import { isLoopback } from '../patterns/text/host-name.ts'
import type { ModelRunner, ProgramRunner, ProviderName, RunnerSpec } from '../model/types.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'

export interface RunnerProblem {
  readonly code: 'bad-value' | 'missing-key' | 'several-handlers' | 'useless-key'
  readonly key?: string
  readonly message: string
  readonly hint: string
}

const providers: readonly ProviderName[] = ['anthropic', 'ollama', 'openai']
const modelKeys = ['model', 'url', 'key_env', 'max_tokens', 'temperature']
const keys = ['command', 'provider', 'timeout', ...modelKeys]

/** Undefined when the runner is valid, types aside. */
export function runnerProblem(written: Plain): RunnerProblem | undefined {
  const { command, provider, model } = written
  if (command === undefined && provider === undefined)
    return {
      code: 'missing-key',
      message: 'a runner needs "command" or "provider"',
      hint: 'write command: [llm, -m, small], or provider: anthropic and a model',
    }
  if (command !== undefined && provider !== undefined)
    return {
      code: 'several-handlers',
      key: 'provider',
      message: 'a runner is a program or a provider, this one is both',
      hint: 'remove "command" or "provider"',
    }
  const stray = command === undefined ? undefined : modelKeys.find((key) => Object.hasOwn(written, key))
  if (stray !== undefined)
    return {
      code: 'useless-key',
      key: stray,
      message: `"${stray}" means nothing to a program`,
      hint: `remove it, or write provider: in place of command:`,
    }
  if (provider !== undefined && !providers.some((name) => name === provider))
    return {
      code: 'bad-value',
      key: 'provider',
      message: `"provider" is ${JSON.stringify(provider)}, expected one of ${providers.join(', ')}`,
      hint: 'name the protocol that the server speaks; most speak that of openai',
    }
  if (provider !== undefined && model === undefined)
    return {
      code: 'missing-key',
      key: 'provider',
      message: `provider ${JSON.stringify(provider)} needs "model"`,
      hint: 'add model: with the name that the provider gives it',
    }
  return urlProblem(written)
}

/** Keys are sent unencrypted only to this machine. */
function urlProblem({ url, key_env: key }: Plain): RunnerProblem | undefined {
  if (typeof url !== 'string') return undefined
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  if (parsed === undefined || !isWeb || parsed.username !== '' || parsed.password !== '')
    return {
      code: 'bad-value',
      key: 'url',
      message: `"${url}" is not the address of a server`,
      hint: 'write it as https://models.example.com/v1, without a password',
    }
  if (parsed.protocol === 'https:' || key === undefined || isLoopback(parsed.hostname)) return undefined
  return {
    code: 'bad-value',
    key: 'url',
    message: 'a key would be sent unencrypted',
    hint: 'write the address with https:',
  }
}

/** Undefined when the runner is invalid. A program that begins with ./ is relative to the directory. */
export function runnerFrom(written: Plain, dir: string): RunnerSpec | undefined {
  if (Object.keys(written).some((key) => !keys.includes(key)) || runnerProblem(written) !== undefined)
    return undefined
  const timeout_ms = parseDuration(written['timeout'])
  if (written['timeout'] !== undefined && timeout_ms === undefined) return undefined
  const runner = written['provider'] === undefined ? programFrom(written, dir) : modelFrom(written)
  return runner && { ...runner, ...(timeout_ms !== undefined && { timeout_ms }) }
}

function programFrom({ command }: Plain, dir: string): ProgramRunner | undefined {
  if (typeof command === 'string') return command.trim() === '' ? undefined : { command }
  if (!Array.isArray(command) || command.length === 0) return undefined
  const [program, ...rest] = command.map(String)
  if (program === undefined || program === '') return undefined
  return { command: [/^\.{1,2}[/\\]/.test(program) ? resolve(dir, program) : program, ...rest] }
}

function modelFrom(written: Plain): ModelRunner | undefined {
  const { model, url, key_env, max_tokens, temperature } = written
  const provider = providers.find((name) => name === written['provider'])
  if (provider === undefined || typeof model !== 'string' || model === '') return undefined
  if (max_tokens !== undefined && !(Number.isInteger(max_tokens) && Number(max_tokens) > 0)) return undefined
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0)) return undefined
  if (url !== undefined && typeof url !== 'string') return undefined // without it the provider's own address would be used
  if (key_env !== undefined && !(typeof key_env === 'string' && /^[A-Za-z_]\w*$/.test(key_env)))
    return undefined
  return {
    provider,
    model,
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(typeof key_env === 'string' ? { key_env } : {}),
    ...(max_tokens === undefined ? {} : { max_tokens: Number(max_tokens) }),
    ...(typeof temperature === 'number' ? { temperature } : {}),
  }
}

/** The command line, or provider and model. */
export function runnerName(runner: RunnerSpec): string {
  if ('provider' in runner) return `${runner.provider} ${runner.model}`
  return typeof runner.command === 'string' ? runner.command : runner.command.join(' ')
}
