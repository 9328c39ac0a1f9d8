// The subject of `hooks explain`: a payload, or a hypothetical call.
import fs from 'node:fs'
import path from 'node:path'
import { native } from '../../agents/native/native.ts'
import { eventNamed } from '../../model/events.ts'
import type { Host, Call } from '../../run/call.ts'
import { commandLine } from '../../handlers/run/arguments.ts'
import type { EventName } from '../../model/types.ts'
import { agentNamed, parsePayload } from '../../run/payload.ts'
import { callMeant, isDecisionId, type MeantCall, sentBy, type Sender } from '../call/recorded.ts'
import { compileLayers, findProjectConfig } from '../open-project.ts'
import { unknownEvent } from '../page/page.ts'
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
): Promise<MeantCall | string> {
  const { host, options } = question
  const problem = conflictingOptions(words, options)
  if (problem !== undefined) return problem
  const sender = { from: options.agent, option: '--agent' }
  if (options.last === true) return callMeant(host, { last: namedEvent(options), root: options.root }, sender)
  const { write, read, event, tool, prompt } = options
  if ([write, read, event, tool, prompt].some((option) => option !== undefined))
    return hypotheticalCall(await textOf(words, host), question)
  const recorded = await recordedDecision(words, host, sender)
  if (recorded !== undefined) return recorded
  const named = witnessOfRule(words, question)
  if (named !== undefined) return named
  const given = await textOf(words, host)
  if (given === undefined) return "say what: hooks explain 'git push -f', or a payload's file"
  return (await payloadIn(given, words, question)) ?? hypotheticalCall(given, question)
}

/** The call of an id; a word that only looks like one is a command. */
async function recordedDecision(
  words: readonly string[],
  host: Host,
  sender: Sender,
): Promise<MeantCall | string | undefined> {
  const [id = ''] = words
  if (words.length !== 1 || !isDecisionId(id)) return undefined
  const found = await callMeant(host, { id }, sender)
  return typeof found === 'string' && !/\d/.test(id) ? undefined : found
}

/** The witness of a rule that is in force here. */
function witnessOfRule(
  words: readonly string[],
  { host, agent, options: { config, cwd } }: SubjectRequest,
): MeantCall | string | undefined {
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
  return { payload: { agent, cwd: dirOf(host, cwd), ...met.payload }, dialect: native }
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
  if (event === undefined) return unknownEvent(written)
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
async function payloadIn(
  text: string,
  words: readonly string[],
  { host, options }: SubjectRequest,
): Promise<MeantCall | string | undefined> {
  const cwd = options.cwd === undefined ? {} : { cwd: dirOf(host, options.cwd) }
  const sender = { from: options.agent, option: '--agent', ...cwd }
  if (words.length === 1 && text === words[0] && !text.includes('\n') && isPayloadFile(text, host))
    return callMeant(host, { file: text }, sender)
  const parsed = /^\s*\{\s*["}]/.test(text) ? parsePayload(text) : undefined
  return parsed === undefined || 'problem' in parsed ? undefined : sentBy(host, parsed.value, sender)
}

function isPayloadFile(text: string, { cwd }: Call): boolean {
  return text.endsWith('.json') && !(/\s/.test(text) && !fs.existsSync(path.resolve(cwd, text)))
}

function dirOf(host: Call, cwd: string | undefined): string {
  return path.resolve(host.cwd, cwd ?? '.')
}

function namedEvent({ event }: ExplainOptions): EventName | undefined {
  return event === undefined ? undefined : eventNamed(event)
}

function hypotheticalCall(
  text: string | undefined,
  { host, options, agent }: SubjectRequest,
): MeantCall | string {
  const known = agentNamed(agent)
  if (typeof known === 'string') return known
  const said = contentOf(text, options)
  if (typeof said === 'string') return said
  const event = namedEvent(options) ?? said.event
  return { payload: { ...said, event, agent, cwd: dirOf(host, options.cwd) }, dialect: native }
}

type CallFields = Fields & { readonly event: EventName }

function contentOf(text: string | undefined, options: ExplainOptions): CallFields | string {
  const { prompt, write, read, tool } = options
  if (write !== undefined) return call('Write', { file_path: write, content: text ?? '' })
  if (read !== undefined) return call('Read', { file_path: read })
  if (tool !== undefined) return call(tool, inputIn(text))
  const asks = namedEvent(options)
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
