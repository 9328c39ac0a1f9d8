import { test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { collected, rulesOf, shipped } from './corpus.ts'
import { witnessOf } from '../../../src/cli/witness/witness.ts'
import { makersFor } from '../../../src/run/decide/effects.ts'
import { createFakeHost } from '../fake-host.ts'
test('survey', () => {
  const out: string[] = []
  const host = createFakeHost()
  const makers = makersFor(host, undefined)
  let none = 0, all = 0
  for (const [group, list] of [['shipped', shipped()], ['collected', collected()]] as const) {
   none = 0; all = 0
   for (const each of list) {
    const rules = rulesOf(each.result)
    if (each.result.plan === undefined) { out.push(`# ${each.name} no plan ${each.result.diagnostics.map(d => d.message).join('|').slice(0, 150)}`); continue }
    out.push(`# ${each.name} ${rules.length} `)
    for (const r of rules) {
      const t = performance.now()
      let found: any
      try { found = witnessOf(r, { root: '/shop', home: '/home/dana', settings: each.result.plan!.settings, makers, parser: () => host.load('parser') }) } catch (e) { found = 'threw ' + (e as Error).stack }
      const ms = Math.round(performance.now() - t)
      all++
      if (typeof found === 'string') none++
      out.push(`  ${typeof found === 'string' ? found.toUpperCase() : 'ok'} ${ms}ms ${r.event} ${r.name}  ${typeof found === 'string' ? '' : JSON.stringify({ ...found.payload, ...found.sketch.given && { given: found.sketch.given }, ...found.sketch.before && { before: found.sketch.before } }).slice(0, 300)}`)
    }
   }
   out.push(`== ${group} ${none} of ${all}`)
  }
  writeFileSync('/tmp/survey.txt', out.join('\n'))
})
