import type { OutcomePart } from './types.ts'
import type { ExitMeaning } from './types.ts'

/** The part of an outcome that each handler makes, for the events' contracts; undefined where it depends on the reply. */
export const handlerParts = {
  deny: 'deny',
  ask: 'ask',
  allow: 'allow',
  context: 'context',
  set_input: 'updated_input',
  set_output: 'updated_output',
  set_prompt: 'updated_prompt',
  set_request: 'updated_request',
  set_system: 'updated_system',
  continue: 'continue',
  stop: 'stop',
  use: undefined,
  run: undefined,
  recipe: undefined,
} as const satisfies Readonly<Record<string, OutcomePart | undefined>>

export type HandlerKey = keyof typeof handlerParts

export function isHandlerKey(key: string): key is HandlerKey {
  return Object.hasOwn(handlerParts, key)
}

/** Keys that mean something only beside one handler. */
const companions: Readonly<Record<string, HandlerKey>> = {
  with: 'use',
  cwd: 'run',
  env: 'run',
  reply: 'run',
  exit: 'run',
  keep_alive: 'run',
  args: 'recipe',
  async: 'recipe',
}

/** The handler without which a key does nothing. */
export function ownerOf(key: string): HandlerKey | undefined {
  return Object.hasOwn(companions, key) ? companions[key] : undefined
}

/** Keys of a rule that all its steps share. */
export function isSharedKey(key: string): boolean {
  return key !== 'steps' && !isHandlerKey(key) && ownerOf(key) === undefined
}

/** What a script's mapped exit code asks of its event. */
const exitParts: Readonly<Record<ExitMeaning, OutcomePart | undefined>> = {
  proceed: undefined,
  allow: 'allow',
  ask: 'ask',
  deny: 'deny',
  continue: 'continue',
  stop: 'stop',
  context: 'context',
  notify: undefined,
}

export function isExitMeaning(value: unknown): value is ExitMeaning {
  return typeof value === 'string' && Object.hasOwn(exitParts, value)
}

export function partOfExit(meaning: unknown): OutcomePart | undefined {
  return isExitMeaning(meaning) ? exitParts[meaning] : undefined
}
