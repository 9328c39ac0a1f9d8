// No tool call changes what holds the rules, however it writes, in the shape of every agent.
import { describe, expect, test } from 'vitest'
import { guardShop } from './world.ts'
import { partOf } from '../support/part.ts'
import { shellShapes } from '../support/shell-shapes.ts'
import { commands, tools } from './ways.ts'

const { shop, judge } = guardShop()
const shapes = shellShapes(shop.root)
const other = `${shop.outside}/x`
const refused = 'deny self-protection'

test('there are enough places, ways and agents', () => {
  expect(shop.places.length).toBeGreaterThanOrEqual(30)
  expect(Object.keys(commands).length + Object.keys(tools).length).toBeGreaterThanOrEqual(25)
  expect(new Set(shapes.map(({ agent }) => agent)).size).toBeGreaterThanOrEqual(17)
})

describe.each(shop.places)('%s', (file) => {
  const some = { from: shop.places.indexOf(file), files: [import.meta.filename, 'src/builtins/protect'] }
  const shown = partOf(shapes, 5, some)
  test('is changed by no command, in the shell of no agent', async () => {
    const passed: string[] = []
    for (const [way, command] of Object.entries(commands))
      for (const { agent, decode } of shown) {
        const verdict = await judge(decode(command({ file, other })))
        if (verdict !== refused) passed.push(`${agent}, ${way}: ${verdict}: ${command({ file, other })}`)
      }
    expect(passed).toEqual([])
  })

  test('is changed by no file tool', async () => {
    const passed: string[] = []
    for (const [way, call] of Object.entries(tools)) {
      const event = {
        event: 'PreToolUse' as const,
        cwd: shop.root,
        root: shop.root,
        ...call({ file, other }),
      }
      const verdict = await judge(event as never)
      if (verdict !== refused) passed.push(`${way}: ${verdict}`)
    }
    expect(passed).toEqual([])
  })
})
