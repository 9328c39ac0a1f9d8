import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameworks, projectWith, said, type Project } from './frameworks.ts'

interface Driver {
  handOver(): Promise<{ answer: string; events: [string, string | undefined][]; told: string }>
  local(): Promise<string[]>
  wrapped(): Promise<{ thrown: string; symbol: string; hosted: object; names: string[] }>
}

const framework = frameworks.find(({ entry }) => entry === 'openai-agents')
if (framework === undefined) throw new Error('OpenAI Agents is not among the frameworks')
const project = projectWith(framework)
const tried = said(framework.name, project)

describe.skipIf(!tried)('OpenAI Agents', () => {
  let driver: Driver
  beforeAll(async () => {
    const file = join((project as Project).modules, 'drivers/openai-agents-more.mjs') // it was tried
    driver = (await import(pathToFileURL(file).href)) as Driver // it exports these
  })
  afterAll(() => {
    if (!('missing' in project)) project.remove()
  })

  test('a handoff is told to the rules, and the next agent reads what they say', async () => {
    const { answer, events, told } = await driver.handOver()
    expect(answer).toBe('I cannot.')
    expect(events.filter(([event]) => event === 'SubagentStart')).toEqual([['SubagentStart', 'cashier']])
    expect(told).toContain('The till is closed.')
  })

  test('a tool that runs here out of the rules’ sight is refused', async () => {
    expect(await driver.local()).toEqual(
      ['shell', 'apply_patch', 'computer'].map(
        (type) =>
          expect.stringContaining(
            `TypeError: Rules would not see the calls of the tool of type "${type}"`,
          ) as unknown,
      ),
    )
  })

  test('a tool keeps its own errors and all else that it has', async () => {
    const { thrown, symbol, hosted, names } = await driver.wrapped()
    expect(thrown).toBe('the till is closed')
    expect(symbol).toBe('shop')
    expect(hosted).toEqual({ type: 'hosted_tool', name: 'web_search' })
    expect(names).toEqual(['own', 'web_search'])
  })
})
