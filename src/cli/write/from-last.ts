import fs from 'node:fs'
import path from 'node:path'
import { parseConfig } from '../../config/read/parse.ts'
import { editYaml, toYaml } from '../../config/read/yaml/edit.ts'
import { valueAt } from '../../config/read/rules-of.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, Verdict } from '../../model/types.ts'
import { isPathField } from '../../patterns/paths/paths.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import { compileLayers, findProjectConfig } from '../open-project.ts'
import { decidersOf, decisionOf } from '../call/verdicts.ts'
import { lastEvent, nothingRecorded } from '../call/recorded.ts'
import { createBench } from '../trial/bench.ts'
import { isTestFile } from '../trial/targets.ts'

const UNREADABLE = 2

/** Prints a test of the last recorded event and its verdict now, or adds it to a file. */
export async function fromLast(host: Host, file: string | undefined): Promise<number> {
  const here = findProjectConfig(host)
  const last = lastEvent(host, here.root)
  if (last === undefined) return writeFailure(host, nothingRecorded())
  const { plan, diagnostics } = compileLayers(host, here)
  if (plan === undefined)
    return writeFailure(host, `the rules have errors (${diagnostics[0]?.message ?? ''}); see hooks validate`)
  const { event } = last
  const { verdict } = await createBench(host, plan).ask([event])
  const test = testOf(event, verdict)
  if (file !== undefined) return add(host, file, test)
  host.out(toYaml([test]))
  return 0
}

function add(host: Call, file: string, test: object): number {
  const absolute = path.resolve(host.cwd, file)
  if (!fs.existsSync(absolute) && !isTestFile(file))
    return writeFailure(host, `tests are not looked for in ${file}: name it ${renamed(file)}`, UNREADABLE)
  const text = fs.existsSync(absolute) ? fs.readFileSync(absolute, 'utf8') : undefined
  const added = addTest(text, test, file)
  if ('problem' in added) {
    host.err(`hooks: ${file}: ${added.problem}; paste this under tests:\n\n`)
    host.out(toYaml([test]))
    return UNREADABLE
  }
  fs.mkdirSync(path.dirname(absolute), { recursive: true })
  fs.writeFileSync(absolute, added.text)
  host.out(`added to ${file}:\n\n${toYaml([test])}`)
  return 0
}

function renamed(file: string): string {
  const { dir, name } = path.parse(file)
  return path.join(dir, `${name.replace(/[.-]tests?$/, '')}.hooks-test.yaml`)
}

/** Fields of an event that a test contains; not those that identify a session. */
const testedFields = [
  'event',
  'agent',
  'permission_mode',
  'source',
  'subagent',
  'recipe',
  'prompt',
  'tool_name',
  'tool_input',
  'tool_output',
  'is_error',
  'error',
  'finish_reason',
] as const satisfies readonly (keyof Event)[]

const NAME_CHARS = 60

function testOf(event: Event, verdict: Verdict): object {
  const fields = testedFields.flatMap((key) =>
    event[key] === undefined ? [] : [[key, portable(event[key], key, event)]],
  )
  const own = {
    ...(Object.fromEntries(fields) as Readonly<Record<string, unknown>>), // names with values
    ...(event.cwd === event.root ? {} : { cwd: relative(event.cwd, event) }),
    ...(isEnd(event) && event.response !== undefined && { response: event.response }),
  }
  return { name: nameOf(event, verdict), event: own, expect: expectOf(verdict) }
}

/** For other events the response would only be read from a transcript. */
function isEnd({ event }: Event): boolean {
  return event === 'AgentStop' || event === 'SubagentStop'
}

function expectOf(verdict: Verdict): Readonly<Record<string, unknown>> {
  const { decision, flow, reason } = verdict
  const by = decidersOf(verdict)[0]?.rule
  return {
    decision,
    ...(flow !== 'default' && { flow }),
    ...(by !== undefined && { rule: by }),
    ...(by === undefined && decision !== 'proceed' && reason !== undefined && { reason }),
  }
}

function nameOf(event: Event, verdict: Verdict): string {
  const said = decisionOf(verdict)
  const input = event.tool_input
  const command = isObject(input) ? input['command'] : undefined
  const about = typeof command === 'string' ? command : (event.prompt ?? event.tool_name ?? event.event)
  const line = about.replace(/\s+/g, ' ').trim()
  return `${said}: ${line.length > NAME_CHARS ? `${line.slice(0, NAME_CHARS - 1)}…` : line}`
}

/** Paths below the root stand for the same file on another machine. */
function portable(value: unknown, field: string, event: Event): unknown {
  if (typeof value === 'string') return isPathField(field) ? relative(value, event) : value
  if (Array.isArray(value)) return value.map((item: unknown) => portable(item, field, event))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, portable(item, key, event)]))
}

function relative(file: string, { root, cwd }: Event): string {
  // A relative path is read from the working directory, so it would be another file there.
  return file.startsWith(`${root}/`) && (cwd === root || file === cwd) ? file.slice(root.length + 1) : file
}

type Added = { readonly text: string } | { readonly problem: string }

/** `text` is the file's, undefined when there is none yet. */
function addTest(text: string | undefined, test: object, file: string): Added {
  if (text === undefined || text.trim() === '') return { text: toYaml({ tests: [test] }) }
  const { document, diagnostics } = parseConfig({ file, path: file, text })
  if (document === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return { problem: 'it has errors (hooks validate lists them)' }
  const { value } = document
  const tests = valueAt(value, ['tests'])
  const { line, column } = document.place(['tests'])
  if (Array.isArray(tests) && text.split('\n')[line - 1]?.[column - 1] === '[')
    return { problem: 'its tests are written in brackets' }
  const all = { ...(isObject(value) && value), tests: [...(Array.isArray(tests) ? tests : []), test] }
  const added = editYaml(text, value, all)
  return added === undefined ? { problem: 'its form leaves no place for another test' } : { text: added }
}
