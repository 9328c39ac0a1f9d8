// Payloads of one agent, and what it is answered.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect, Event, Verdict } from '../../src/model/types.ts'
import { context, nothing } from './world.ts'

export type Payload = Record<string, unknown>

export const deny = { decision: 'deny', reason: 'Force-pushing rewrites shared history.' } as const

function loader(folder: string): (name: string) => Payload {
  const dir = join(import.meta.dirname, '../fixtures/payloads', folder)
  return (name) => JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8'))
}

export function speaker(dialect: Dialect, folder: string) {
  const load = loader(folder)
  const decode = (name: string, more: Payload = {}): Event =>
    dialect.decode({ ...load(name), ...more }, context)
  return {
    load,
    decode,
    /** What the agent gets, stdout as the object that it reads. */
    answer(name: string, verdict: Partial<Verdict>, more: Payload = {}) {
      const { stdout, ...rest } = dialect.encode({ ...nothing, ...verdict }, decode(name, more))
      return { ...rest, said: stdout === '' ? undefined : JSON.parse(stdout) }
    },
  }
}
