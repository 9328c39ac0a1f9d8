// `hooks doctor --live` with real clients: it sees whether a denied call runs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fromRegistry, type Wanted } from '../support/registry.ts'
import { makePlace, type Place, removePlace } from './place.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')

const clients: readonly { readonly agent: string; readonly wanted: Wanted }[] = [
  { agent: 'claude-code', wanted: { spec: '@anthropic-ai/claude-code@2.1.329', file: '.bin/claude' } },
  { agent: 'codex', wanted: { spec: '@openai/codex@0.169.0', file: '.bin/codex' } },
  { agent: 'copilot-cli', wanted: { spec: '@github/copilot@1.0.102', file: '.bin/copilot' } },
  { agent: 'gemini-cli', wanted: { spec: '@google/gemini-cli@0.61.0', file: '.bin/gemini' } },
]

interface Report {
  readonly agents: readonly { readonly live?: { readonly proved: boolean; readonly ms: number } }[]
}

describe.each(clients)('$agent', ({ agent, wanted }) => {
  const found = fromRegistry(wanted)
  if ('missing' in found) {
    const sentence = `${agent} is not tried: ${found.missing}`
    if (process.env['CI'] === 'true') throw new Error(sentence)
    console.warn(sentence)
  }
  let place: Place | undefined
  afterEach(() => {
    if (place !== undefined) removePlace(place)
    place = undefined
  })
  beforeAll(() => {
    if (!existsSync(program)) throw new Error(`${program} is missing: npm run build`)
  })

  function open(): Place {
    place = makePlace({ 'hooks.yaml': 'version: 1\nhooks: {}\n' })
    expect(hooks(place, 'install', agent, '--user').status).toBe(0)
    return place
  }

  function hooks({ project: cwd, env }: Place, ...args: string[]) {
    const bin = 'bin' in found ? dirname(found.bin) : ''
    const PATH = [bin, env['PATH'] ?? ''].join(delimiter)
    return spawnSync(process.execPath, [program, ...args], { cwd, env: { ...env, PATH }, encoding: 'utf8' })
  }

  function liveOf(at: Place): { exit: number | null; proved: boolean | undefined } {
    const { status, stdout } = hooks(at, 'doctor', '--live', '--json', agent)
    const report: Report = JSON.parse(stdout)
    return { exit: status, proved: report.agents[0]?.live?.proved }
  }

  test.skipIf('missing' in found)('does not run a denied call, and nothing stays behind', () => {
    const at = open()
    const before = readdirSync(at.project)
    expect(liveOf(at).proved).toBe(true)
    expect(readdirSync(at.tmp).filter((name) => name.startsWith('hooks-doctor-'))).toEqual([])
    expect(readdirSync(at.project)).toEqual(before)
  })

  test.skipIf('missing' in found || agent !== 'claude-code')(
    'is caught running one when the package is gone',
    () => {
      const at = open()
      const shim = join(at.home, '.local/share/hooks/bin/hooks-agent')
      writeFileSync(shim, readFileSync(shim, 'utf8').replaceAll(/(?<=\|\| )bin=.*$/gm, 'bin=/gone/bin.cjs'))
      expect(liveOf(at)).toEqual({ exit: 1, proved: false })
    },
  )
})
