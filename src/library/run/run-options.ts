import { type OptionTable, checkAgainst, isFunction, isList, isSignal, isText } from '../engine-options.ts'
import type { RunEnd, RunOptions } from './run-types.ts'
import { isObject } from '../../model/plain-object.ts'

const isAnyText = (value: unknown): boolean => typeof value === 'string'
const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0

const checks: OptionTable<keyof RunOptions> = {
  agent: ['a name', isText],
  session: ['text', isText],
  prompt: ['text', isAnyText],
  messages: ['a list of messages', isList],
  system_prompt: ['text', isAnyText],
  model: ['a name', isText],
  max_context: ['a positive number', isPositive],
  subagent: ['{ name, id }, each text', isSubagent],
  metadata: ['an object', isObject],
  signal: ['an AbortSignal', isSignal],
  onEvent: ['a function', isFunction],
  onAsk: ['a function', isFunction],
  ask_timeout_ms: ['a positive number', isPositive],
}

function isSubagent(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(
    ([key, said]) => (key === 'name' || key === 'id') && (said === undefined || isAnyText(said)),
  )
}

export function checkRunOptions(options: RunOptions): void {
  checkAgainst(options, checks)
}

const endChecks: OptionTable<keyof RunEnd> = {
  response: ['text', isAnyText],
  messages: ['a list of messages', isList],
  error: ['what ended it', () => true],
  reason: ['text', isAnyText],
}

export function checkRunEnd(end: RunEnd): void {
  checkAgainst(end, endChecks)
}
