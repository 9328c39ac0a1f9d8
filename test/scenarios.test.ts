// Each document of test/scenarios/*.yaml: files, then payloads through the built command, then what must have come of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { makeProject, type Finished, type Project } from './support/cli.ts'

interface Given {
  readonly cli?: string
  readonly agent?: string
  readonly as?: string
  readonly env?: Record<string, string>
  readonly abort_after_ms?: number
  readonly [field: string]: unknown
}

interface Scenario {
  readonly id: string
  readonly files?: Record<string, string>
  readonly scripts?: Record<string, string>
  readonly config?: object
  readonly config_text?: string
  readonly given: readonly Given[]
  readonly expect: Record<string, unknown>
  readonly not?: readonly string[]
}

const dir = path.join(import.meta.dirname, 'scenarios')
const scenarios = readdirSync(dir).flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(dir, file), 'utf8')).map(
    (document) => document.toJS() as Scenario,
  ),
)

describe.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_id, scenario) => {
  test('holds', { timeout: 60_000 }, async () => {
    const project = makeProject({ ...scenario.files, ...scenario.scripts })
    const text = scenario.config_text ?? (scenario.config && stringify({ version: 1, ...scenario.config }))
    if (text !== undefined) project.write('hooks.yaml', text)
    const finished: Finished[] = []
    for (const given of scenario.given) finished.push(await play(project, given))
    const numbered = '$1' in scenario.expect ? scenario.expect : { $1: scenario.expect }
    for (const [key, expected] of Object.entries(numbered)) {
      const done = finished[Number(key.slice(1)) - 1]
      check(project, done, expected as Record<string, unknown>)
      for (const absent of scenario.not ?? []) expect(done?.stdout).not.toContain(absent)
    }
  })
})

function play(
  project: Project,
  { cli, agent, as, env, abort_after_ms, ...payload }: Given,
): Promise<Finished> {
  if (cli !== undefined) return project.hooks(words(cli).slice(1))
  const args =
    agent === undefined
      ? ['run', '--json', ...(as === undefined ? [] : ['--as', as]), '-']
      : ['run', '--agent', agent]
  return project.hooks(args, {
    input: JSON.stringify(spread(payload)),
    ...(env === undefined ? {} : { env }),
    ...(abort_after_ms === undefined ? {} : { interruptAfterMs: abort_after_ms }),
  })
}

/** Words as a shell reads them, as far as quotes go. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
}

/** `{repeat: [s, n]}` is the string s n times. */
function spread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spread)
  if (typeof value !== 'object' || value === null) return value
  if ('repeat' in value && Array.isArray(value.repeat))
    return String(value.repeat[0]).repeat(Number(value.repeat[1]))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spread(inner)]))
}

const DEFAULTS: Record<string, unknown> = { decision: 'proceed', flow: 'default' }

function check(project: Project, done: Finished | undefined, expected: Record<string, unknown>): void {
  if (done === undefined) throw new Error('no such payload')
  const { exit, stdout, stdout_json, file, no_file, under_ms, aborted, ...verdict } = expected
  if (exit !== undefined) expect(done.exit).toBe(exit)
  if (under_ms !== undefined) expect(done.ms).toBeLessThan(Number(under_ms))
  for (const part of (stdout ?? []) as { re: string }[])
    expect(done.stdout + done.stderr).toMatch(new RegExp(part.re))
  for (const [name, text] of Object.entries(file ?? {}))
    expect(readFileSync(path.join(project.root, name), 'utf8')).toEqual(wanted(text))
  for (const name of (no_file ?? []) as string[])
    expect(existsSync(path.join(project.root, name))).toBe(false)
  if (stdout_json !== undefined) expect(JSON.parse(done.stdout)).toMatchObject(wanted(stdout_json) as object)
  if (aborted !== undefined) expect(JSON.parse(done.stdout)).toMatchObject({ aborted })
  if (Object.keys(verdict).length > 0) checkVerdict(done.stdout, verdict)
}

function checkVerdict(stdout: string, expected: Record<string, unknown>): void {
  const verdict = JSON.parse(stdout) as Record<string, unknown>
  for (const [key, value] of Object.entries({ ...DEFAULTS, ...expected })) {
    if (value === 'absent') expect(verdict).not.toHaveProperty(key)
    else expect({ [key]: verdict[key] }).toMatchObject({ [key]: wanted(value) })
  }
}

/** `{re: …}` matches a text, `{ge: …}` a number; a list the items it names in their order. */
function wanted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wanted)
  if (typeof value !== 'object' || value === null) return value
  if ('ge' in value) return expect.toSatisfy((got: unknown) => Number(got) >= Number(value.ge)) as unknown
  if ('re' in value) return expect.stringMatching(new RegExp(String(value.re))) as unknown
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wanted(inner)]))
}
