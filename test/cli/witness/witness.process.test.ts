// A witness is a payload that `hooks run -` takes, and its rule speaks.
import { expect, test } from 'vitest'
import { makeProject } from '../../support/cli.ts'
import { rules } from './rules.ts'

test('each witness makes its rule speak', async () => {
  const project = makeProject({ 'hooks.yaml': rules })
  const { stdout } = await project.hooks(['list', '--witness', '--json'])
  const listed: readonly { rule: string; witness: object | null; after?: unknown }[] = JSON.parse(stdout)
  const alone = listed.filter(({ witness, after }) => witness !== null && after === undefined)
  expect(alone.length).toBe(6)
  for (const { rule, witness } of alone) {
    const run = await project.hooks(['run', '-', '--json'], { input: JSON.stringify(witness) })
    const { trace }: { trace: readonly { rule: string }[] } = JSON.parse(run.stdout)
    expect(trace.map((entry) => entry.rule)).toContain(rule)
  }
})
