import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createEngine, type Warning } from '../../src/index.ts'
import { openShop } from './shop.ts'

const call = {
  tool_name: 'refund',
  tool_use_id: 'c1',
  session_id: 's',
  tool_input: { path: 'order 17', password: 'p4ss-w0rd-17' },
}

/** The lines of events, and what the verdicts warned of. */
async function linesOf(hooks: object) {
  const shop = openShop()
  const dir = path.join(shop.root, 'state')
  const engine = await createEngine({ root: shop.root, state: { dir }, config: { hooks } })
  const warnings: Warning[] = []
  for (const event of ['PreToolUse', 'PostToolUse'])
    warnings.push(...(await engine.dispatch({ event, ...call, tool_output: 'done' })).warnings)
  await engine.close()
  const ledger = path.join(dir, 'ledger')
  const files = existsSync(ledger) ? readdirSync(ledger).filter((file) => file.endsWith('.jsonl')) : []
  const lines = files.flatMap((file) => readFileSync(path.join(ledger, file), 'utf8').trim().split('\n'))
  shop.remove()
  return { lines: lines.map((line) => JSON.parse(line) as object), warnings }
}

test('an event that a rule recorded has a line of its own, with what was decided (U20)', async () => {
  const { lines, warnings } = await linesOf({
    PreToolUse: [
      { name: 'refunds', match: 'refund', deny: 'Ask first.' },
      { name: 'contents', use: 'ledger' },
    ],
  })
  const ids = { event: 'PreToolUse', session: 's', tool: 'refund', tool_use_id: 'c1' }
  expect(lines).toMatchObject([{ ...ids, subject: 'order 17', decision: 'deny', rule: 'refunds' }])
  expect(JSON.stringify(lines)).not.toContain('p4ss')
  expect(warnings).toEqual([])
})

test('an event that no rule recorded has none', async () => {
  expect(
    await linesOf({ PreToolUse: [{ name: 'refunds', match: 'refund', deny: 'Ask first.' }] }),
  ).toMatchObject({ lines: [] })
})
