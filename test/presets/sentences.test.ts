// What asks and denies say is true of the call: what they name stands in it, and what they advise proceeds.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { afterAll, expect, test } from 'vitest'
import { createEngine, type Verdict } from '../../src/index.ts'
import { createSubject, unknownHistory } from '../../src/engine/subject.ts'
import { actsOfCommand, actsOfTool } from '../../src/shell/acts/acts.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { createFiles } from '../../src/store/disk/files.ts'
import type { ActFact, Event } from '../../src/model/types.ts'
import { loaders } from '../support/loaders.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'sentences-')))
mkdirSync(path.join(root, '.git'))
for (const file of ['.env', '.env.production', 'server.key', 'src.ts'])
  writeFileSync(path.join(root, file), 'a')

const engine = await createEngine({ root, config: { extends: ['recommended@1'] } })
afterAll(async () => {
  await engine.close()
  rmSync(root, { recursive: true, force: true })
})

interface Call {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
}

const callOf = (call: unknown): readonly Call[] => {
  if (typeof call === 'string') return [{ tool_name: 'Bash', tool_input: { command: call } }]
  return typeof call === 'object' && call !== null && 'tool_name' in call ? [call as Call] : [] // as the preset writes it
}

interface Written {
  readonly hooks: { readonly PreToolUse: readonly { readonly examples?: Examples }[] }
}
interface Examples {
  readonly ask?: readonly unknown[]
  readonly deny?: readonly unknown[]
}

const presets = path.join(import.meta.dirname, '../../presets/recommended.yaml')
const written = parse(readFileSync(presets, 'utf8')) as Written // our own file
const examples = written.hooks.PreToolUse.flatMap(({ examples: own = {} }) => [
  ...(own.ask ?? []),
  ...(own.deny ?? []),
]).flatMap(callOf)

/** Labelled calls of people, where they lie beside the repository. */
const cases = path.join(import.meta.dirname, '../../../shared/cases/fresh/fresh.jsonl')
const given = existsSync(cases)
  ? readFileSync(cases, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"must-stop"'))
      .map((line) => JSON.parse(line) as { call: { tool?: string; input: Call['tool_input'] } }) // labelled rows
      .map(({ call }) => ({ tool_name: call.tool ?? 'Bash', tool_input: call.input }))
  : []

const eventOf = (call: Call): Event => ({ event: 'PreToolUse', ...call, root, cwd: root }) as Event // what the engine makes of it

const ask = (call: Call): Promise<Verdict> => engine.dispatch({ event: 'PreToolUse', cwd: root, ...call })

function actsOf(call: Call): readonly ActFact[] {
  const source = createFactSource({ files: createFiles(), env: process.env, parser: loaders.parser })
  const subject = createSubject(eventOf(call), { ...source, did: () => unknownHistory }, (name) => name)
  const { commands } = subject.facts()
  return [...commands.flatMap(actsOfCommand), ...actsOfTool(subject.event)]
}

/** What a sentence says was done, and the verbs of which one has to be in the call. */
const saying: readonly (readonly [RegExp, readonly string[]])[] = [
  [/This deletes (.+) of ([\w.-]+) for everybody/, ['delete']],
  [/This changes or stops (.+) of ([\w.-]+) for everybody/, ['change', 'create', 'deploy', 'run', 'send']],
  [/This deploys to ()([\w.-]+),/, ['deploy']],
  [/What goes out by ()([\w.-]+) cannot/, ['send', 'create', 'run']],
]

const advised =
  /(?<![.\w/-])(?:git|crontab|chmod|rsync|python3|head|curl|npm|npx|docker|kubectl|terraform)(?: (?!and |or |which |in |prints|is |on |where |does |must )(?:&&|--?[\w-]+|[A-Z]{4}|[\w.+/]+[\w+]))+/g
const filled = (text: string): string =>
  text
    .replace(/\bNAME\b/g, 'cart')
    .replace(/\bFILE\b/g, 'src.ts')
    .replace(
      /^(git (?:merge|branch -d|switch -c|restore --staged)|chmod u\+w|curl -o|rsync -n --delete)$/,
      '$1 cart',
    )

const named = /(\S+?),? (?:which may hold secrets|may hold secrets|looks like a file with keys)/

/** What is wrong with the sentence of a verdict. */
async function faultsOf(call: Call): Promise<readonly string[]> {
  const { decision, reason = '' } = await ask(call)
  if (decision === 'proceed') return []
  const faults: string[] = []
  const text = JSON.stringify(call.tool_input)
  if (/\{\{|undefined| {2}of |\bof [.,](?![\w/])/.test(reason)) faults.push('something is not filled in')
  const acts = actsOf(call)
  for (const [sentence, verbs] of saying) {
    const [, target, service] = sentence.exec(reason) ?? []
    if (service === undefined) continue
    const meant = acts.filter((act) => verbs.includes(act.verb) && act.service === service)
    if (meant.length === 0) faults.push(`no act of ${service} does that`)
    if (
      target !== '' &&
      target !== 'something' &&
      meant.length > 0 &&
      !meant.some((act) => act.target === target)
    )
      faults.push(`${target} is no target of the call`)
  }
  const file = named.exec(reason)?.[1]
  const base = path.basename(file ?? '')
  if (file !== undefined && !text.includes(base) && !existsSync(path.resolve(root, file)))
    faults.push(`${file} is no file of the call`)
  for (const [command] of reason.matchAll(advised)) {
    if (text.includes(command.slice(0, 12)) || reason.includes(`${command} is deprecated`)) continue
    const verdict = await ask({ tool_name: 'Bash', tool_input: { command: filled(command) } })
    if (verdict.decision !== 'proceed') faults.push(`${command} is advised, and ${verdict.decision}`)
  }
  return faults
}

test('sentences of asks and denies are true', async () => {
  const calls = [...examples, ...given]
  const wrong: (readonly [unknown, readonly string[]])[] = []
  for (const call of calls) {
    const faults = await faultsOf(call)
    if (faults.length > 0) wrong.push([call.tool_input, faults])
  }
  expect(calls.length).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

test.each([
  ['npm deprecate shop@1 old', /cannot be undone/],
  ['npm access grant read-only shop:devs', /publish/i],
])('%s is not told as what it is not', async (command, untrue) => {
  const { decision, reason } = await ask({ tool_name: 'Bash', tool_input: { command } })
  expect(decision).toBe('ask')
  expect(reason).not.toMatch(untrue)
})

test.each(['cat .env', 'source .env', "sed -i 's/a/b/' .env.production", 'cat server.key'])(
  '%s: the file is named',
  async (command) => {
    const { reason } = await ask({ tool_name: 'Bash', tool_input: { command } })
    expect(reason).toContain(/\.env(?:\.production)?|server\.key/.exec(command)?.[0])
  },
)
