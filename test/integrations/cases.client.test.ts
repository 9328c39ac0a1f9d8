// The same rules give the same verdicts in every framework.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { triedClient } from '../clients/claude-code.ts'
import { makePlace, removePlace, type Place } from '../clients/place.ts'
import { startModel } from '../../src/cli/live-client/scripted-model.ts'
import {
  cases,
  lineOf,
  loopCases,
  modelCases,
  streamCases,
  tokenCases,
  type Case,
  type Given,
  type Played,
} from './cases.ts'
import { frameworks, projectWith, said, type Project } from './frameworks.ts'

type Play = (given: Given, world?: object) => Promise<Played>

const client = triedClient()

describe.each([...frameworks])('$name', (framework) => {
  const project = projectWith(framework)
  const isClaude = framework.entry === 'claude-agent-sdk'
  const tried = said(framework.name, isClaude && 'missing' in client ? client : project)
  let play: Play
  let place: Place | undefined

  beforeAll(async () => {
    if (!tried) return
    const file = join((project as Project).modules, 'drivers', `${framework.entry}.mjs`) // it was tried
    ;({ play } = (await import(pathToFileURL(file).href)) as { play: Play }) // each driver exports it
  })
  afterAll(() => {
    if (!('missing' in project)) project.remove()
  })

  const own = framework.entry === 'langchain' ? [] : streamCases
  test
    .skipIf(!tried)
    .each([...cases, ...loopCases, ...(isClaude ? [] : [...tokenCases, ...modelCases, ...own])])(
    '$name',
    async (each) => {
      place = isClaude ? makePlace({}) : undefined
      const played = await play(
        each.given,
        isClaude ? { place, startModel, bin: 'bin' in client && client.bin } : {},
      )
      if (place !== undefined) removePlace(place)
      expect(played.verdicts.map(lineOf).sort()).toEqual([...each.verdicts].sort())
      expectAll(played, each)
      expectEnd(played, each)
    },
  )
})

test.skipIf('missing' in client)('a run of Claude ends after its tokens', async () => {
  const framework = frameworks.find(({ entry }) => entry === 'claude-agent-sdk')
  const project = framework === undefined ? { missing: 'it is not among them' } : projectWith(framework)
  if ('missing' in project) return
  const file = join(project.modules, 'drivers/claude-agent-sdk.mjs')
  const { play } = (await import(pathToFileURL(file).href)) as { play: Play } // each driver exports it
  const place = makePlace({})
  const [{ given } = { given: undefined }] = tokenCases
  // Each call takes a second, as a model does: Claude Code writes tokens down a little later.
  const turns: Given['turns'] = Array.from({ length: 8 }, () => [{ tool: 'wait', input: { order: '7' } }])
  const world = { place, startModel, bin: 'bin' in client && client.bin }
  const { calls, stopped } = await play({ rules: {}, prompt: '', ...given, turns }, world)
  removePlace(place)
  project.remove()
  expect(stopped).toMatch(/Token limit reached: (?:30|45)\/30/)
  expect(calls).toBeLessThanOrEqual(4)
})

describe.each(frameworks.filter(({ entry }) => entry === 'ai-sdk'))(
  'hooks-yaml/agent on $name',
  (framework) => {
    const project = projectWith(framework)
    const tried = said(framework.name, project)
    const all = [...cases, ...loopCases, ...tokenCases, ...modelCases].filter(
      ({ given }) => given.stream !== true,
    )
    afterAll(() => {
      if (!('missing' in project)) project.remove()
    })

    test.skipIf(!tried).each(all)('$name', async (each) => {
      const file = join((project as Project).modules, 'drivers/agent.mjs') // it was tried
      const { play } = (await import(pathToFileURL(file).href)) as { play: Play } // it exports it
      const played = await play(each.given)
      expect(played.verdicts.map(lineOf).sort()).toEqual([...each.verdicts].sort())
      expectAll(played, each)
      expectEnd(played, each)
    })
  },
)

function expectAll(played: Played, { ran, asked, calls, told, untold, seen, settings, deltas }: Case): void {
  if (settings !== undefined) expect(played.settings).toEqual(settings)
  if (deltas !== undefined) expect(played.deltas?.join('')).toBe(deltas)
  if (ran !== undefined) expect(played.ran).toEqual(ran)
  if (calls !== undefined) expect(played.calls).toBe(calls)
  expect(played.asked).toHaveLength(asked?.length ?? 0)
  for (const [at, pattern] of (asked ?? []).entries()) expect(played.asked[at]).toMatch(pattern)
  for (const pattern of told ?? []) expect(played.told).toMatch(pattern)
  for (const pattern of untold ?? []) expect(played.seen).not.toMatch(pattern)
  for (const pattern of seen ?? []) expect(played.seen).toMatch(pattern)
}

function expectEnd(played: Played, { end, given }: Case): void {
  if (end === 'aborted') {
    expect(played.answer).toBeUndefined()
    expect(played.failed).toMatch(/abort/i)
  } else if ('stopped' in end) expect(played.stopped).toMatch(end.stopped)
  else if ('failed' in end) expect(played.failed).toMatch(end.failed)
  else expect(played.answer).toBe(end.answer)
  if (given.stream === true && 'answer' in Object(end))
    expect(played.deltas?.join('')).toContain(played.answer)
}
