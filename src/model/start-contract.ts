// What dist/start.sh, which starts hooks for an agent, and the program agree on.
import type { Env } from './types.ts'

/** The last argument: the program writes END_MARK behind its answer, whatever that is. Without the mark it died. */
export const END_OPTION = '--end'
export const END_MARK = '\u0004'

/**
 * What is known of the engine that stays: `ask` it first; not where a `session` begins, which is judged cold; there is
 * `none`; it was `mute`; it has `hung` so long that another one is to take its place.
 */
export const ENGINE_OPTION = '--engine='

/** The same as `ask`, from a caller without a shell before it: loader variables stand in its environment as they were given. */
export const RAW_OPTION = `${ENGINE_OPTION}raw`

/** Major and minor version, as `engines` in package.json. */
export const OLDEST_NODE = [20, 19] as const

/** They load code into Node, or into what loads Node: it starts without them, whoever set them. */
export const loaderVariables: readonly string[] = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_COMPILE_CACHE',
  'NODE_V8_COVERAGE',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
  'DYLD_FRAMEWORK_PATH',
  'DYLD_FALLBACK_LIBRARY_PATH',
  'DYLD_FALLBACK_FRAMEWORK_PATH',
  'DYLD_VERSIONED_LIBRARY_PATH',
  'DYLD_VERSIONED_FRAMEWORK_PATH',
  'DYLD_IMAGE_SUFFIX',
]

/** Stands before their names while hooks runs. */
export const KEPT_PREFIX = 'HOOKS_KEPT_'

/** An agent's environment as our own Node is given it; `callersEnv` takes it back. */
export function withLoadersAside(env: Env): Env {
  const given = Object.entries(env).filter(([name]) => !name.startsWith(KEPT_PREFIX))
  return Object.fromEntries(
    given.map(([name, value]) => [loaderVariables.includes(name) ? KEPT_PREFIX + name : name, value]),
  )
}

/** The environment that the agent gave: scripts get it whole. */
export function callersEnv(env: Env): Env {
  const kept = loaderVariables.filter((name) => env[KEPT_PREFIX + name] !== undefined)
  if (kept.length === 0) return env
  const own = Object.entries(env).filter(([name]) => !name.startsWith(KEPT_PREFIX))
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(kept.map((name) => [name, env[KEPT_PREFIX + name]])),
  }
}
