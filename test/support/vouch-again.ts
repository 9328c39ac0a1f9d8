import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { PlanHead } from '../../src/store/plan/plan-head.ts'
import { seal, unseal } from '../../src/store/plan/sealed.ts'
import { type Key, readKey } from '../../src/store/vouch/key.ts'
import { lookOf } from '../../src/store/vouch/vouched.ts'
import { writeAndLook, writeVouched } from '../../src/store/vouch/write-vouched.ts'

/** Has the key of a home vouch for caches that were copied into it. */
export function vouchAgain(home: string): void {
  const key = readKey(path.join(home, '.local/state/hooks'))
  if (key === undefined) throw new Error(`there is no key in ${home}`)
  const cache = path.join(home, '.cache/hooks')
  vouchForCode(path.join(cache, 'code'), key)
  for (const name of readdirSync(path.join(cache, 'plans')))
    vouchForPlan(path.join(cache, 'plans', name), key)
}

const lookAt = (file: string): string => lookOf(statSync(file))

export function vouchForCode(dir: string, key: Key): void {
  const names = readdirSync(dir).filter((name) => name.endsWith('.bin'))
  const head = names.find((name) => name.startsWith('head-'))
  if (head === undefined) return
  const files = names.filter((name) => name !== head)
  const looks = files.map((name) => [name.split('-')[0] ?? '', lookAt(path.join(dir, name))] as const)
  writeVouched(path.join(dir, head), key, new Map(looks))
}

function vouchForPlan(dir: string, key: Key): void {
  const name = readdirSync(dir).find((each) => each.endsWith('.plan')) ?? ''
  const bytes = unseal(new Uint8Array(readFileSync(path.join(dir, name)))) ?? new Uint8Array()
  const plan = JSON.parse(Buffer.from(bytes).toString()) as PlanHead // written by us
  const events = Object.entries(plan.events).map(([event, size]) => {
    const base = path.join(dir, `${plan.generation}.${event}`)
    return [event, { ...size, looks: [lookAt(`${base}.index`), lookAt(`${base}.rules`)] }]
  })
  const content = JSON.stringify({ ...plan, events: Object.fromEntries(events) })
  const look = writeAndLook(path.join(dir, name), seal(Buffer.from(content)))
  writeVouched(path.join(dir, 'head'), key, new Map([[name, look]]))
}
