// However a text is pumped up, it is judged in a second of CPU.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { expectCheap } from '../support/expectations.ts'
import { isInPart } from '../support/part.ts'
import { isNightly } from '../support/seed.ts'
import { crossed, nested, type Pump, pumps, repeated } from './pumps.ts'

type Engine = Awaited<ReturnType<typeof createEngine>>

const presets = ['recommended@1', 'strict@1'] as const
const SIZE = isNightly ? 100_000 : 20_000
const MAX_MS = 1000
const depths = [3, 20, 200, 10_000]

const texts: readonly (readonly [name: string, make: () => string])[] = [
  ...pumps.map((each) => [each.name, () => repeated(each, SIZE)] as const),
  ...pumps.flatMap((each) =>
    depthsOf(each).map(
      (depth) => [`${each.name}, ${depth} deep`, () => nested(each, 'cat f', depth)] as const,
    ),
  ),
  ...pumps.flatMap((one) =>
    pumps.map((other) => [`${one.name} with ${other.name}`, () => crossed(one, other, SIZE)] as const),
  ),
]

function depthsOf({ holds }: Pump): readonly number[] {
  return holds === undefined ? [] : depths.filter((depth) => depth * holds.join('').length <= SIZE)
}

describe.each(presets)('under %s', { tags: 'long' }, (preset) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await createEngine({ config: { extends: [preset] } })
    await engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'cat "$(ls)"' } })
  })
  afterAll(() => engine.close())

  test.each(texts.filter(([name]) => isInPart(`${preset} ${name}`, 500)))('%s', async (_, make) => {
    const command = make()
    expect(command.length).toBeLessThan(2 * SIZE + 1000)
    await expectCheap(
      () => engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }),
      MAX_MS,
    )
  })
})
