import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameworks, projectWith, said, type Project } from './frameworks.ts'

interface Heard {
  readonly event: string
  readonly session_id: string
  readonly run_id: string
  readonly subagent?: string
  readonly tool_name?: string
  readonly decision?: string
  readonly prompt?: string
  readonly order?: string
}

interface Driver {
  delegate(how: {
    to: string
    everybody: boolean
  }): Promise<{ ran: string[]; events: Heard[]; answer: string }>
  resumed(): Promise<string[]>
  stopped(): Promise<{ name: string; message: string; last: [string, string] }>
  failedTwice(): Promise<string>
  sideBySide(): Promise<{ events: Heard[]; ran: string[] }>
}

const framework = frameworks.find(({ entry }) => entry === 'langchain')
if (framework === undefined) throw new Error('LangChain is not among the frameworks')
const project = projectWith(framework)
const tried = said(framework.name, project)

describe.skipIf(!tried)('LangChain', () => {
  let driver: Driver
  beforeAll(async () => {
    const file = join((project as Project).modules, 'drivers/langchain-more.mjs') // it was tried
    driver = (await import(pathToFileURL(file).href)) as Driver // it exports these
  })
  afterAll(() => {
    if (!('missing' in project)) project.remove()
  })

  test.each(['clerk', 'general-purpose'])(
    'a subagent of deepagents (%s) is held to the same rules',
    async (to) => {
      const { ran, events, answer } = await driver.delegate({ to, everybody: true })
      expect(ran).toEqual([])
      expect(answer).toBe('Done.')
      const denied = events.filter(({ decision }) => decision === 'deny')
      expect(denied).toMatchObject([{ event: 'PreToolUse', tool_name: 'refund', subagent: to }])
      expect(events.map(({ event }) => event)).toEqual([
        'SessionStart',
        'UserPromptSubmit',
        'PreStep',
        'PreModelCall',
        'PostModelCall',
        'PreToolUse',
        'SubagentStart',
        'PreStep',
        'PreModelCall',
        'PostModelCall',
        'PreToolUse',
        'PostStep',
        'ShouldContinue',
        'PreStep',
        'PreModelCall',
        'PostModelCall',
        'PostStep',
        'ShouldContinue',
        'SubagentStop',
        'PostToolUse',
        'PostStep',
        'ShouldContinue',
        'PreStep',
        'PreModelCall',
        'PostModelCall',
        'PostStep',
        'ShouldContinue',
        'AgentStop',
        'SessionEnd',
      ])
      expect(new Set(events.map(({ session_id }) => session_id)).size).toBe(1)
      expect(new Set(events.map(({ run_id }) => run_id)).size).toBe(2)
    },
  )

  test('deepagents itself gives its subagents no middleware', async () => {
    expect((await driver.delegate({ to: 'clerk', everybody: false })).ran).toEqual(['7'])
  })

  test('an invocation that goes on in another process is one run there', async () => {
    expect(await driver.resumed()).toEqual([
      'SessionStart',
      'PreToolUse',
      'PreToolUse',
      'AgentStop',
      'SessionEnd',
    ])
  })

  test('an invocation that a rule ended says so, and its run has ended', async () => {
    const { name, message, last } = await driver.stopped()
    expect([name, message]).toEqual(['HooksStop', 'The budget is spent.'])
    expect(last[0]).toBe('SessionEnd')
  })

  test('an invocation rejects with what ended it, whatever fails behind that', async () => {
    expect(await driver.failedTwice()).toContain('the quota is spent')
  })

  test('invocations side by side are runs of their own, each in the session of its thread', async () => {
    const { events, ran } = await driver.sideBySide()
    expect(ran).toEqual(['1', '2'])
    for (const order of ['1', '2']) {
      const own = events.filter(({ session_id }) => session_id === `thread ${order}`)
      expect(new Set(own.map(({ run_id }) => run_id)).size).toBe(1)
      expect(own.find(({ event }) => event === 'UserPromptSubmit')?.prompt).toBe(`Refund ${order}`)
      expect(own.filter((heard) => heard.order !== undefined).map((heard) => heard.order)).toEqual([
        order,
        order,
      ])
    }
  })
})
