import fs from 'node:fs'
import path from 'node:path'
import { parseConfig } from '../../config/read/parse.ts'
import { toYaml } from '../../config/read/yaml/edit.ts'
import { valueAt } from '../../config/read/rules-of.ts'
import { isObject } from '../../model/plain-object.ts'
import type { ParsedDocument } from '../../config/read/yaml/document.ts'
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
  const written = testOf(event, verdict)
  if (file === undefined) {
    host.out(written)
    return 0
  }
  return add(host, file, written)
}

function add(host: Call, file: string, test: string): number {
  const absolute = path.resolve(host.cwd, file)
  if (!fs.existsSync(absolute) && !isTestFile(file))
    return writeFailure(host, `tests are not looked for in ${file}: name it ${renamed(file)}`, UNREADABLE)
  const text = fs.existsSync(absolute) ? fs.readFileSync(absolute, 'utf8') : undefined
  const added = addTest(text, test, file)
  if ('problem' in added) {
    host.err(`hooks: ${file}: ${added.problem}; paste this under tests:\n\n`)
    host.out(test)
    return UNREADABLE
  }
  fs.mkdirSync(path.dirname(absolute), { recursive: true })
  fs.writeFileSync(absolute, added.text)
  host.out(`added to ${file}:\n\n${test}`)
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

/** A list item for `tests:`. */
function testOf(event: Event, verdict: Verdict): string {
  const fields = testedFields.flatMap((key) =>
    event[key] === undefined ? [] : [[key, portable(event[key], key, event)]],
  )
  const own = {
    ...(Object.fromEntries(fields) as Readonly<Record<string, unknown>>), // names with values
    ...(event.cwd === event.root ? {} : { cwd: relative(event.cwd, event) }),
    ...(isEnd(event) && event.response !== undefined && { response: event.response }),
  }
  const test = { name: nameOf(event, verdict), event: own, expect: expectOf(verdict) }
  return toYaml([test])
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
  const command: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, 'command') : undefined
  const about = typeof command === 'string' ? command : (event.prompt ?? event.tool_name ?? event.event)
  const line = about.replace(/\s+/g, ' ').trim()
  return `${said}: ${line.length > NAME_CHARS ? `${line.slice(0, NAME_CHARS - 1)}…` : line}`
}

/** Paths below the root stand for the same file on another machine. */
function portable(value: unknown, field: string, event: Event): unknown {
  if (typeof value === 'string') return isPathField(field) ? relative(value, event) : value
  if (Array.isArray(value)) return value.map((item: unknown) => portable(item, field, event))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, portable(item, key, event)]))
}

function relative(file: string, { root, cwd }: Event): string {
  // A relative path is read from the working directory, so it would be another file there.
  return file.startsWith(`${root}/`) && (cwd === root || file === cwd) ? file.slice(root.length + 1) : file
}

type Added = { readonly text: string } | { readonly problem: string }

/** `text` is the file's, undefined when there is none yet; `item` a list item without indentation. */
function addTest(text: string | undefined, item: string, file: string): Added {
  if (text === undefined || text.trim() === '') return { text: `tests:\n${indented(item, 2)}` }
  const { document, diagnostics } = parseConfig({ file, path: file, text })
  if (document === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return { problem: 'it has errors (hooks validate lists them)' }
  const added = place(document, item)
  if (added === undefined) return { problem: 'its tests are written in brackets' }
  const again = parseConfig({ file, path: file, text: added })
  const fine = again.document !== undefined && countOf(again.document) === countOf(document) + 1
  return fine ? { text: added } : { problem: 'its form leaves no place for another test' }
}

function countOf({ value }: ParsedDocument): number {
  const tests = valueAt(value, ['tests'])
  return Array.isArray(tests) ? tests.length : 0
}

/** Undefined when the list is not in block style. */
function place(document: ParsedDocument, item: string): string | undefined {
  const { source, value } = document
  const text = source.text.endsWith('\n') ? source.text : `${source.text}\n`
  if (!isObject(value) || !Object.hasOwn(value, 'tests')) return `${text}\ntests:\n${indented(item, 2)}`
  const count = countOf(document)
  if (count === 0) return undefined
  const last = document.place(['tests', count - 1])
  const lines = text.split('\n')
  const dash = /^( *)- /.exec(lines[last.line - 1] ?? '')?.[1]
  if (dash === undefined) return undefined
  const next = endOf(lines, last.line, dash.length)
  return [
    ...lines.slice(0, next),
    ...indented(item, dash.length).trimEnd().split('\n'),
    ...lines.slice(next),
  ].join('\n')
}

/** The index of the line behind an item: its own lines stand deeper than its dash. */
function endOf(lines: readonly string[], first: number, indent: number): number {
  let end = first
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (line.search(/\S/) <= indent) break
    end = at + 1
  }
  return end
}

function indented(item: string, by: number): string {
  return item.replace(/^(?=.)/gm, ' '.repeat(by))
}
