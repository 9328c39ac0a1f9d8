import { expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { runAgent } from '../../src/integrations/ai-sdk.ts'

test('runAgent rejects with what the agent throws, whatever fails behind that', async () => {
  await using engine = await createEngine({ config: { hooks: {} } })
  const onEvent = ({ event }: { readonly event: string }): void => {
    if (event === 'SessionEnd') throw new Error('the log is full')
  }
  const running = runAgent(engine, { prompt: 'Refund order 7.', onEvent }, async () => {
    throw new Error('the quota is spent')
  })
  await expect(running).rejects.toThrow('the quota is spent')
})
