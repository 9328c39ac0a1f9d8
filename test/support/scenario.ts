// A scenario: a project's files, payloads and commands in order, and what must have come of each.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { stringify } from 'yaml'
import { bin, finish, makeProject, type Finished, type Project } from './cli.ts'

const repository = path.resolve(import.meta.dirname, '../..')

export interface Scenario {
  readonly id: string
  /** The document that holds it. */
  readonly file?: string
  /** The behaviours that it shows. */
  readonly from?: readonly string[]
  readonly mode?: 'lib'
  readonly files?: Record<string, string>
  readonly scripts?: Record<string, string>
  readonly config?: object
  readonly config_text?: string
  /** Whether the project's user trusts it; absent: yes. */
  readonly trusted?: boolean
  readonly given: readonly Given[]
  readonly expect: Record<string, unknown>
  readonly not?: readonly string[]
}

interface Given {
  readonly cli?: string
  /** What its person types at a terminal. */
  readonly types?: string
  /** Payloads that it gets on stdin, one a line. */
  readonly lines?: readonly unknown[]
  /** A script, with its arguments, in place of the command: in a copy of this repository, where its files are written. */
  readonly node?: string
  /** Written before it. */
  readonly files?: Record<string, string>
  readonly agent?: string
  readonly as?: string
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
  /** Interrupted once this file is there. */
  readonly abort_at?: string
  readonly [field: string]: unknown
}

interface Done extends Finished {
  readonly given: Given
  /** What the one before it printed. */
  readonly before: string | undefined
}

/** Which command is played, and what it finds in its environment. */
export interface Command {
  readonly bin: string
  readonly env: Readonly<Record<string, string>>
  readonly resident?: boolean
}

/** Throws where something else came of it. */
export async function playScenario(scenario: Scenario, command: Command = { bin, env: {} }): Promise<void> {
  const project = makeProject({ ...scenario.files, ...scenario.scripts }, scenario.trusted)
  const text = configText(scenario)
  if (text !== undefined) project.write('hooks.yaml', text)
  const finished: Done[] = []
  const own = {
    ...command,
    env: { ...command.env, ...withCommand(project, command.bin) },
    playedIn: scenario.file === undefined ? [] : [scenario.file],
  }
  for (const given of scenario.given)
    finished.push({ given, before: finished.at(-1)?.stdout, ...(await play(project, given, own)) })
  for (const [key, expected] of Object.entries(numbered(scenario))) {
    const done = finished[Number(key.slice(1)) - 1]
    if (done === undefined) throw new Error(`there is no ${key}`)
    await check(project, done, expected)
    for (const absent of scenario.not ?? []) expect(done.stdout).not.toContain(absent)
  }
}

export function configText({
  config_text,
  config,
}: Pick<Scenario, 'config_text' | 'config'>): string | undefined {
  return config_text ?? (config && stringify({ version: 1, ...config }))
}

export function numbered({
  expect: expected,
}: Pick<Scenario, 'expect'>): Record<string, Record<string, unknown>> {
  const all = Object.keys(expected).some((key) => /^\$\d+$/.test(key))
  return (all ? expected : { $1: expected }) as Record<string, Record<string, unknown>>
}

/** Scripts may call the command by its name. */
function withCommand(project: Project, bin: string): Record<string, string> {
  const dir = path.join(project.dir, 'bin')
  mkdirSync(dir)
  symlinkSync(bin, path.join(dir, 'hooks'))
  return { PATH: `${dir}:${path.dirname(process.execPath)}:${project.env.PATH}` }
}

function play(project: Project, given: Given, { env: own, ...how }: Command): Promise<Finished> {
  const { cli, types, lines, node, files = {}, agent, as, env, args = [], abort_at, ...payload } = given
  if (node !== undefined) {
    const cwd = copyOfRepository(project, how.bin)
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(cwd, file), text)
    return finish([process.execPath, ...words(node)], { cwd, env: { ...project.env, ...own } })
  }
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  if (cli !== undefined)
    return project.hooks(words(cli).slice(1), {
      ...how,
      ...(types !== undefined && { types }),
      ...(lines !== undefined && { input: lines.map((line) => JSON.stringify(line)).join('\n') }),
      env: { ...own, ...env },
    })
  const shown = as === undefined ? [] : ['--as', as]
  const argv =
    agent === undefined ? ['run', '--json', ...shown, ...args, '-'] : ['run', '--agent', agent, ...args]
  return project.hooks(argv, {
    input: JSON.stringify(spread(payload)),
    ...how,
    env: { ...own, ...env },
    ...(abort_at !== undefined && { interruptAt: path.join(project.root, abort_at) }),
  })
}

/** With the scripts of the build that is played. */
function copyOfRepository({ dir }: Project, bin: string): string {
  const copy = path.join(dir, 'repository')
  if (existsSync(copy)) return copy
  const linked = ['node_modules', 'dist']
  const left = ['.git', ...linked].map((name) => path.join(repository, name))
  cpSync(repository, copy, { recursive: true, filter: (file) => !left.includes(file) })
  cpSync(path.resolve(bin, '../../scripts'), path.join(copy, 'scripts'), { recursive: true })
  for (const name of linked) symlinkSync(path.join(repository, name), path.join(copy, name))
  return copy
}

/** Words as a shell reads them, as far as quotes go. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
}

/** `{repeat: [s, n]}` is the string s n times. */
export function spread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spread)
  if (typeof value !== 'object' || value === null) return value
  if ('repeat' in value && Array.isArray(value.repeat))
    return String(value.repeat[0]).repeat(Number(value.repeat[1]))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spread(inner)]))
}

type Check = (project: Project, done: Done, expected: never) => void | Promise<void>

/** What is looked at beside the verdict. */
const checks: Readonly<Record<string, Check>> = {
  exit: (_, done, code: number) => expect(done.exit).toBe(code),
  aborted: (_, done, aborted: boolean) => expect(verdictOf(done)).toMatchObject({ aborted }),
  stdout(_, done, texts: unknown) {
    for (const text of [texts].flat()) same(done.stdout + done.stderr, text)
  },
  as_before: (_, done, same: boolean) => expect(done.stdout === done.before).toBe(same),
  stdout_json: (_, done, json: unknown) => same(JSON.parse(done.stdout), json),
  file(project, _, files: Record<string, unknown>) {
    for (const [file, text] of Object.entries(files)) same(textOf(project, file), text)
  },
  stdout_lines: (_, done, lines: unknown) => same(linesOf(done.stdout), lines),
  json(project, _, files: Record<string, unknown>) {
    for (const [file, value] of Object.entries(files)) same(JSON.parse(textOf(project, file)), value)
  },
  jsonl(project, _, files: Record<string, unknown>) {
    for (const [file, lines] of Object.entries(files)) same(linesOf(textOf(project, file)), lines)
  },
  no_file(project, _, files: readonly string[]) {
    for (const file of files)
      expect({ [file]: existsSync(path.join(project.root, file)) }).toEqual({ [file]: false })
  },
  /** Whoever embeds us tells this event of a hard stop; a single payload only comes to one. */
  emits: (_, done, event: string) => expect([event, verdictOf(done).hard]).toEqual(['Error', true]),
  rows: (_, done, rows: unknown) => same(verdictOf(done).rows, rows),
  async ledger(project, _, rows: unknown) {
    same(verdictOf(await project.hooks(['ledger', '--json'])).rows, rows)
  },
}

const textOf = (project: Project, file: string): string => readFileSync(path.join(project.root, file), 'utf8')
const linesOf = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

function verdictOf({ stdout, stderr }: Finished): Record<string, unknown> {
  if (!stdout.startsWith('{')) throw new Error(`no verdict was printed: ${stdout}${stderr}`)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** What nobody named must not have come of a payload. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  decision: 'proceed',
  flow: 'default',
  updated_input: 'absent',
  updated_output: 'absent',
  updated_prompt: 'absent',
  updated_system: 'absent',
  updated_request: 'absent',
  callback: 'absent',
  additional_context: [],
  system_messages: [],
  follow_up_messages: [],
}

/** A stop before something denies it as well. */
export function defaultsFor({ flow }: Record<string, unknown>): Readonly<Record<string, unknown>> {
  const { decision: _decision, ...others } = DEFAULTS
  return flow === 'stop' ? others : DEFAULTS
}

async function check(project: Project, done: Done, expected: Record<string, unknown>): Promise<void> {
  const verdict = { ...expected }
  for (const [key, look] of Object.entries(checks)) {
    if (!(key in expected)) continue
    // Each row of the table takes what scenarios write for its key.
    await look(project, done, expected[key] as never)
    delete verdict[key]
  }
  const isPayload =
    done.given.cli === undefined &&
    done.given.node === undefined &&
    done.given.agent === undefined &&
    done.given.as === undefined
  const isVerdict =
    isPayload && expected.exit !== 1 && !('stdout_json' in expected) && !('aborted' in expected)
  const all = isVerdict ? { ...defaultsFor(expected), ...verdict } : verdict
  if (Object.keys(all).length > 0) same(verdictOf(done), all)
}

export function same(got: unknown, expected: unknown): void {
  const found = differences(got, expected)
  if (found.length > 0) throw new Error(found.join('\n'))
}

/** Where a value is not what was expected; `{re}` matches a text or its JSON, `{ge}` a number, `{has}` a list with these and others. */
function differences(got: unknown, expected: unknown, at = ''): readonly string[] {
  const differs = [`${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`]
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return differs
    return expected.flatMap((item, index) => differences(got[index], item, `${at}[${index}]`))
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(got, expected) ? [] : differs
  if ('ge' in expected) return Number(got) >= Number(expected.ge) ? [] : differs
  if ('re' in expected) return new RegExp(String(expected.re)).test(printed(got)) ? [] : differs
  if ('has' in expected) return hasAll(got, [expected.has].flat()) ? [] : differs
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return differs
  return Object.entries(expected).flatMap(([key, value]) => {
    const inner = Object.hasOwn(got, key) ? (got as Record<string, unknown>)[key] : undefined
    if (value === 'absent')
      return Object.hasOwn(got, key) ? [`${at}.${key} is there: ${JSON.stringify(inner)}`] : []
    return differences(inner, value, `${at}.${key}`)
  })
}

function hasAll(got: unknown, items: readonly unknown[]): boolean {
  return Array.isArray(got) && items.every((item) => got.some((one) => differences(one, item).length === 0))
}

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
