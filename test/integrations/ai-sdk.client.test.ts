import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameworks, projectWith, said, type Project } from './frameworks.ts'

interface Driver {
  count(rules: object): Promise<{ output: unknown; shown: unknown }>
  leave(): Promise<{ ended: string; said: number }>
  runner(): Promise<{ answer: string; aborted: string; prompts: string[] }>
}

describe.each(frameworks.filter(({ entry }) => entry === 'ai-sdk'))('$name', (framework) => {
  const project = projectWith(framework)
  const tried = said(framework.name, project)
  let driver: Driver
  beforeAll(async () => {
    if (!tried) return
    const file = join((project as Project).modules, 'drivers/ai-sdk-more.mjs') // it was tried
    driver = (await import(pathToFileURL(file).href)) as Driver // it exports these
  })
  afterAll(() => {
    if (!('missing' in project)) project.remove()
  })

  test.skipIf(!tried)(
    'a tool that tells how far it is gives its last word, shown in its own way',
    async () => {
      const { output, shown } = await driver.count({})
      expect(output).toEqual({ books: 2 })
      expect(shown).toEqual({ type: 'text', value: '2 books' })
    },
  )

  test.skipIf(!tried)('what a rule put in the place of an output is shown as it is', async () => {
    const rules = { PostToolUse: [{ name: 'hide', match: 'count', set_output: '[hidden]' }] }
    const { output, shown } = await driver.count(rules)
    expect(output).toBe('[hidden]')
    expect(shown).toEqual({ type: 'text', value: '[hidden]' })
  })

  test.skipIf(!tried)('a stream whose reader has gone ends at the model', async () => {
    const { ended, said } = await driver.leave()
    expect(ended).toBe('its reader')
    expect(said).toBeLessThan(10)
  })

  test.skipIf(!tried)('a model answers recipes, and is not waited for after an abort', async () => {
    const { answer, aborted, prompts } = await driver.runner()
    expect(answer).toBe('Short.')
    expect(aborted).toBe('too late')
    expect(prompts[0]).toBe('Make it short.')
  })
})
