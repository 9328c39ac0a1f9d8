import { test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { collectedTexts, planOf, shippedTexts, root, home } from './corpus.ts'
import { witnessOf } from '../../../src/cli/witness/witness.ts'
import { makersFor } from '../../../src/run/decide/effects.ts'
import { isWritten } from '../../../src/model/built-in-rules.ts'
import { createFakeHost } from '../fake-host.ts'
test('survey', async () => {
  const out: string[] = []
  const host = createFakeHost()
  const makers = makersFor(host, undefined)
  let none = 0,
    all = 0
  for (const [group, list] of [
    ['shipped', shippedTexts()],
    ['collected', await collectedTexts()],
  ] as const) {
    none = 0
    all = 0
    for (const [name, text] of list) {
      const plan = planOf(text)
      if (plan === undefined) {
        out.push(`# ${name} no plan`)
        if (group === 'collected') out.push(text.slice(0, 0))
        continue
      }
      const rules = Object.values(plan.events).flat().filter(isWritten)
      out.push(`# ${name} ${rules.length} `)
      for (const r of rules) {
        const t = performance.now()
        let found: any
        try {
          found = witnessOf(r, {
            root,
            home,
            settings: plan.settings,
            makers,
            parser: () => host.load('parser'),
          })
        } catch (e) {
          found = 'threw ' + (e as Error).stack
        }
        const ms = Math.round(performance.now() - t)
        all++
        if (typeof found === 'string') none++
        out.push(
          `  ${typeof found === 'string' ? found.toUpperCase() : 'ok'} ${ms}ms ${r.event} ${r.name}  ${typeof found === 'string' ? name : JSON.stringify({ ...found.payload, ...(found.sketch.given && { given: found.sketch.given }), ...(found.sketch.before && { before: found.sketch.before }) }).slice(0, 300)}`,
        )
      }
    }
    out.push(`== ${group} ${none} of ${all}`)
  }
  writeFileSync('/tmp/survey.txt', out.join('\n'))
}, 200000)
