// The subject of `hooks explain`: a payload, or a hypothetical call.
import fs from 'node:fs'
import path from 'node:path'
import { defined } from '../../model/plain-object.ts'
import { dialects } from '../../catalog.ts'
import { nearest } from '../../config/diagnostics/diagnostics.ts'
import { eventNamed, events } from '../../model/events.ts'
import type { Host, Call } from '../../run/call.ts'
import { commandLine } from '../../handlers/run/arguments.ts'
import type { Dialect, EventName } from '../../model/types.ts'
import { agentNamed, chooseDialect } from '../../run/payload.ts'
import { parsePayload } from '../../run/payload.ts'
import { decisionById, isDecisionId, noDecision, lastOf, readPayloadFile } from '../call/recorded.ts'
import { compileLayers, findProjectConfig } from '../open-project.ts'
import { rulesNamed } from '../trial/case.ts'
import { sayWitness, witnessesOf } from '../witness/report.ts'

export interface ExplainOptions {
  /** The agent that would make the call, or that sent the payload. */
  readonly agent?: string
  readonly event?: string
  readonly tool?: string
  readonly prompt?: true
  readonly write?: string
  readonly read?: string
  readonly last?: true
  readonly json?: true
  readonly all?: true
  readonly config?: readonly string[]
  readonly root?: string
  readonly cwd?: string
}

type Fields = Readonly<Record<string, unknown>>

export interface ExplainSubject {
  readonly payload: Fields
  readonly dialect: Dialect
}

interface SubjectRequest {
  readonly host: Host
  readonly options: ExplainOptions
  /** The agent of a hypothetical call. */
  readonly agent: string
}

/** The subject, or why there is none. */
export async function findSubject(
  words: readonly string[],
  question: SubjectRequest,
): Promise<ExplainSubject | string> {
  const { host, options } = question
  const problem = conflictingOptions(words, options)
  if (problem !== undefined) return problem
  if (options.last === true) return lastCall(question)
  if (
    options.write !== undefined ||
    options.read !== undefined ||
    options.event !== undefined ||
    isText(options)
  )
    return hypotheticalCall(await textOf(words, host), question)
  const recorded = recordedDecision(words, question)
  if (recorded !== undefined) return recorded
  const named = witnessOfRule(words, question)
  if (named !== undefined) return named
  const given = await textOf(words, host)
  if (given === undefined) return "say what: hooks explain 'git push -f', or a payload's file"
  return payloadIn(given, words, question) ?? hypotheticalCall(given, question)
}

function isText({ prompt, tool }: ExplainOptions): boolean {
  return prompt === true || tool !== undefined
}

/** The call of an id; a word that only looks like one is a command. */
function recordedDecision(
  words: readonly string[],
  { host, options }: SubjectRequest,
): ExplainSubject | string | undefined {
  const [id = ''] = words
  if (words.length !== 1 || !isDecisionId(id)) return undefined
  const found = decisionById(host, id)
  if (found === undefined) return /\d/.test(id) ? noDecision(id) : undefined
  if (found.partial)
    host.err(
      `hooks: of ${id} only its command or path is kept, secrets masked: rules may answer differently to all of it\n`,
    )
  const dialect = chooseDialect(found.payload, {
    env: host.env,
    from: options.agent ?? found.agent ?? 'native',
    option: '--agent',
  })
  return typeof dialect === 'string' ? dialect : { payload: found.payload, dialect }
}

/** The witness of a rule that is in force here. */
function witnessOfRule(
  words: readonly string[],
  { host, agent, options: { config, cwd } }: SubjectRequest,
): ExplainSubject | string | undefined {
  const [name = ''] = words
  if (words.length !== 1 || config !== undefined || !/^[\w@][\w./@-]*$/.test(name)) return undefined
  const { plan } = compileLayers(host, findProjectConfig(host), { asks: false })
  const rules = plan === undefined ? [] : rulesNamed(plan, name)
  if (plan === undefined || rules.length === 0) return undefined
  const found = witnessesOf(rules, plan, host)
  const [met] = found.flatMap((each) => (typeof each.found === 'string' ? [] : [each.found]))
  if (met === undefined)
    return found.some((each) => each.found === 'none')
      ? `no call was found that rule "${name}" meets`
      : `rule "${name}" is dead: nothing can meet its match`
  host.err(`hooks: a call that rule "${name}" meets: ${sayWitness(met)}\n`)
  const dialect = dialects.find((each) => each.name === 'native')
  return dialect && { payload: { agent, cwd: dirOf(host, cwd), ...met.payload }, dialect }
}

/** Options that ask two things at once. */
function conflictingOptions(words: readonly string[], options: ExplainOptions): string | undefined {
  const { prompt, write, read, last, tool, event } = options
  const kinds = [
    ...(prompt === true ? ['--prompt'] : []),
    ...(write === undefined ? [] : ['--write']),
    ...(read === undefined ? [] : ['--read']),
    ...(tool === undefined ? [] : ['--tool']),
    ...(last === true ? ['--last'] : []),
  ]
  if (kinds.length > 1) return `${kinds.join(' and ')} ask two things: use one of them`
  if (last === true && words.length > 0) return '--last explains the last call: nothing can stand beside it'
  if (read !== undefined && words.length > 0) return '--read takes one path and nothing else'
  return event === undefined ? undefined : wrongEvent(event, { words, options })
}

function wrongEvent(
  written: string,
  { words, options }: { words: readonly string[]; options: ExplainOptions },
): string | undefined {
  const { prompt, write, read, tool } = options
  const event = eventNamed(written)
  if (event === undefined) {
    const meant = nearest(written, Object.keys(events))
    return `there is no event "${written}"${meant === undefined ? '' : `; did you mean ${meant}?`}`
  }
  if (prompt === true && event !== 'UserPromptSubmit')
    return `a prompt comes with UserPromptSubmit, not with ${event}`
  if ((write ?? read ?? tool) !== undefined && !isAboutTools(event))
    return `${event} is not about a tool's call`
  return words.length === 1 && words[0]?.endsWith('.json') === true
    ? 'a payload says itself which event it is: leave out --event'
    : undefined
}

/** One word is taken as it is; several are words of one command. */
async function textOf(words: readonly string[], host: Host): Promise<string | undefined> {
  const [only] = words
  if (words.length > 1) return commandLine(words)
  if (only !== undefined && only !== '-') return only
  if (only === undefined && host.stdinIsTerminal) return undefined
  const text = await host.stdin().catch(() => '')
  return text.trim() === '' ? undefined : text.replace(/\n$/, '')
}

/** A payload file, or inline JSON; undefined for a command. */
function payloadIn(
  text: string,
  words: readonly string[],
  { host, options }: SubjectRequest,
): ExplainSubject | string | undefined {
  const isFile = words.length === 1 && text === words[0] && !text.includes('\n') && isPayloadFile(text, host)
  const read = isFile ? readPayloadFile(host, text) : text
  if (read instanceof Error) return `${text}: ${read.message}`
  if (!isFile && !/^\s*\{\s*["}]/.test(text)) return undefined
  const parsed = parsePayload(read)
  if ('problem' in parsed) return isFile ? `${text}: ${parsed.problem}` : undefined
  const payload = { ...parsed.value, ...(options.cwd !== undefined && { cwd: dirOf(host, options.cwd) }) }
  const dialect = chooseDialect(payload, { env: host.env, from: options.agent, option: '--agent' })
  return typeof dialect === 'string' ? dialect : { payload, dialect }
}

function isPayloadFile(text: string, { cwd }: Call): boolean {
  return text.endsWith('.json') && !(/\s/.test(text) && !fs.existsSync(path.resolve(cwd, text)))
}

function dirOf(host: Call, cwd: string | undefined): string {
  return path.resolve(host.cwd, cwd ?? '.')
}

function lastCall({ host, options }: SubjectRequest): ExplainSubject | string {
  const { root, event, agent } = options
  const name = event === undefined ? undefined : eventNamed(event)
  const payload = lastOf(host, {
    ...defined({ root, lastName: name }),
  })
  if (payload === undefined)
    return `no ${name ?? 'event'} was recorded here yet; once an agent has called hooks, --last explains its last call`
  const dialect = chooseDialect(payload, { env: host.env, from: agent, option: '--agent' })
  return typeof dialect === 'string' ? dialect : { payload, dialect }
}

function hypotheticalCall(
  text: string | undefined,
  { host, options, agent }: SubjectRequest,
): ExplainSubject | string {
  const known = agentNamed(agent)
  if (typeof known === 'string') return known
  const said = contentOf(text, options)
  const dialect = dialects.find(({ name }) => name === 'native')
  if (typeof said === 'string') return said
  if (dialect === undefined) return 'there is no dialect to say it in'
  const event = options.event === undefined ? said.event : eventNamed(options.event)
  return { payload: { ...said, event, agent, cwd: dirOf(host, options.cwd) }, dialect }
}

type CallFields = Fields & { readonly event: EventName }

function contentOf(text: string | undefined, options: ExplainOptions): CallFields | string {
  const { prompt, write, read, tool, event } = options
  if (write !== undefined) return call('Write', { file_path: write, content: text ?? '' })
  if (read !== undefined) return call('Read', { file_path: read })
  if (tool !== undefined) return call(tool, inputIn(text))
  const asks = event === undefined ? undefined : eventNamed(event)
  if (prompt === true || asks === 'UserPromptSubmit')
    return text === undefined ? 'say which prompt' : { event: 'UserPromptSubmit', prompt: text }
  if (asks === undefined || isAboutTools(asks))
    return text === undefined ? 'say which command' : call('Bash', { command: text })
  return { event: asks, ...(text !== undefined && { response: text }) }
}

function isAboutTools(event: EventName): boolean {
  return ['PreToolUse', 'PermissionRequest', 'PostToolUse'].includes(event)
}

function call(tool_name: string, tool_input: Fields): CallFields {
  return { event: 'PreToolUse', tool_name, tool_input }
}

/** The input of any tool is JSON; a text that is none is its command. */
function inputIn(text: string | undefined): Fields {
  if (text === undefined) return {}
  const parsed = parsePayload(text)
  return 'problem' in parsed ? { command: text } : parsed.value
}
