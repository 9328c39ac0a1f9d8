// What the plugin that `hooks install cline` writes loads: Cline's hooks.
import type { ClineAnswer } from '../../agents/cline/dialect.ts'
import { events } from '../../agents/cline/events.ts'
import { field, isObject, type PlainObject, toText } from '../../model/plain-object.ts'
import { errorMessage } from '../../model/errors.ts'
import { createJudge } from './judge.ts'

/** What Cline tells a plugin at its start, as far as it is used. */
export interface ClinePlace {
  readonly session?: { readonly sessionId?: string }
  readonly client?: { readonly version?: string }
  readonly workspaceInfo?: { readonly rootPath?: string }
  readonly logger?: { error(message: string): void }
}

export type ClineHook = (context: unknown) => Promise<PlainObject | undefined>

/** Cline waits for three seconds, and then ends the run. */
const LIMIT_MS = 2800

interface Change {
  readonly prompt?: string | undefined
  readonly context: string
}

type ClineAsk = (context: unknown, hookName: keyof typeof events, more?: PlainObject) => Promise<ClineAnswer>
type Begin = (context?: unknown) => Promise<ClineAnswer>

export function clineHooks(place: ClinePlace): Readonly<Record<string, ClineHook>> {
  const ask = askIn(place)
  const begin = beginOnce(ask)
  if (place.session?.sessionId !== undefined) begin().catch(() => undefined) // the first prompt tries again
  const { beforeTool, afterTool } = callHooks(ask)
  const goOn = (error: unknown): undefined => {
    place.logger?.error(`hooks could not check this, so it goes on: ${errorMessage(error)}`)
  }
  const listen =
    (hook: ClineHook): ClineHook =>
    (context) =>
      inTime(hook(context)).catch(goOn)
  return {
    beforeTool: (context) => inTime(beforeTool(context)),
    afterTool: listen(afterTool),
    beforeModel: listen(promptHook(ask, begin)),
    afterRun: listen(endHook(ask)),
  }
}

/** Sends what a file hook would be sent. */
function askIn({ session, client, workspaceInfo }: ClinePlace): ClineAsk {
  const directory = workspaceInfo?.rootPath ?? process.cwd()
  const place = {
    plugin: true,
    clineVersion: client?.version ?? '',
    sessionContext: { rootSessionId: session?.sessionId ?? '' },
    workspaceRoots: [directory],
  }
  const judge = createJudge({ agent: 'cline', events, directory })
  return (context, hookName, more) => {
    const snapshot = field(context, 'snapshot')
    return judge(hookName, {
      ...place,
      hookName,
      taskId: textAt(snapshot, 'conversationId'),
      agent_id: textAt(snapshot, 'agentId'),
      parent_agent_id: field(snapshot, 'parentAgentId') ?? null,
      ...more,
    })
  }
}

/** Where Cline names the session as it loads the plugin, it begins then: its first prompt is answered sooner. */
function beginOnce(ask: ClineAsk): Begin {
  let begun: Promise<ClineAnswer> | undefined
  return (context) => {
    begun ??= ask(context, 'agent_start').catch((error: unknown) => {
      begun = undefined
      throw error
    })
    return begun
  }
}

function callHooks(ask: ClineAsk): Readonly<Record<'beforeTool' | 'afterTool', ClineHook>> {
  const refused = new Set<string>()
  return {
    async beforeTool(context) {
      const tool_call = callIn(context)
      const answer = await ask(context, 'tool_call', { tool_call })
      const { overrideInput: input } = answer
      if (answer.cancel !== true) return { ...(input !== undefined && { input }), ...contextIn(answer) }
      refused.add(tool_call.id)
      const { errorMessage: reason, stop = false } = answer
      return { skip: true, stop, reason, ...contextIn(answer) }
    },
    async afterTool(context) {
      const call = callIn(context)
      if (refused.delete(call.id)) return undefined // it did not run
      const result = field(context, 'result')
      const output = field(result, 'output')
      const error = field(result, 'isError') === true ? toText(field(output, 'error') ?? output) : undefined
      const tool_result = { ...call, output, ...(error !== undefined && { error }) }
      const answer = await ask(context, 'tool_result', { tool_result })
      if (answer.stop === true) return { stop: true, reason: answer.errorMessage }
      const isChanged = Object.hasOwn(answer, 'overrideOutput') && isObject(result)
      const changes = isChanged && { result: { ...result, output: answer.overrideOutput ?? '' } }
      return { ...changes, ...contextIn(answer) }
    },
  }
}

function contextIn({ contextModification: text }: ClineAnswer): PlainObject {
  return text === undefined ? {} : { appendContext: text }
}

/** Before each request: a new prompt is judged, and what was decided of earlier ones is done again. */
function promptHook(ask: ClineAsk, begin: Begin): ClineHook {
  /** What each prompt's message becomes; null: it is left out. */
  const prompts = new Map<string, Change | null>()
  return async (context) => {
    const messages = messagesIn(context)
    const prompt = messages.findLast(isPrompt)
    const id = textAt(prompt, 'id')
    if (id !== '' && !prompts.has(id) && !isSubagent(context)) {
      const begun = prompts.size === 0 ? await begin(context) : {}
      const userPromptSubmit = { prompt: promptText(prompt) }
      const answer = await ask(context, 'prompt_submit', { userPromptSubmit })
      const texts = [begun.contextModification, answer.contextModification]
      const change = { prompt: answer.overridePrompt, context: texts.filter(Boolean).join('\n\n') }
      prompts.set(id, answer.cancel === true ? null : change)
      if (answer.cancel === true) return { stop: true, reason: answer.errorMessage }
    }
    return { messages: messages.flatMap((message) => changed(message, prompts.get(textAt(message, 'id')))) }
  }
}

/** A run that was aborted, and one of a subagent, end without a word. */
function endHook(ask: ClineAsk): ClineHook {
  return async (context) => {
    const result = field(context, 'result')
    const status = field(result, 'status')
    if (isSubagent(context) || status === 'aborted') return undefined
    const error = { message: textAt(field(result, 'error'), 'message') }
    const turn = { outputText: textAt(result, 'outputText') }
    if (status === 'failed') await ask(context, 'agent_error', { error })
    else await ask(context, 'agent_end', { turn })
    return undefined
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the rules took longer than Cline waits, 3 s')), LIMIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function callIn(context: unknown): { id: string; name: string; input: unknown } {
  const call = field(context, 'toolCall')
  return { id: textAt(call, 'toolCallId'), name: textAt(call, 'toolName'), input: field(context, 'input') }
}

function messagesIn(context: unknown): readonly PlainObject[] {
  const messages = field(field(context, 'request'), 'messages')
  return Array.isArray(messages) ? messages.filter(isObject) : []
}

/** Others that have the user's role come from Cline and from hooks. */
function isPrompt(message: PlainObject): boolean {
  return message['role'] === 'user' && textAt(message['metadata'], 'displayRole') !== 'system'
}

function isSubagent(context: unknown): boolean {
  return textAt(field(context, 'snapshot'), 'parentAgentId') !== ''
}

const envelope = /^<user_input\b[^>]*>|<\/user_input>$/g

function promptText(message: unknown): string {
  return partsOf(message)
    .map((part) => textAt(part, 'text'))
    .filter((text) => text !== '')
    .join('\n')
    .replace(envelope, '')
}

function partsOf(message: unknown): readonly unknown[] {
  const content = field(message, 'content')
  return Array.isArray(content) ? content : []
}

function changed(message: PlainObject, change: Change | null | undefined): readonly PlainObject[] {
  if (change === undefined) return [message]
  if (change === null) return []
  const { prompt, context } = change
  const own = partsOf(message)
  const kept = prompt === undefined ? own : own.filter((part) => field(part, 'type') !== 'text')
  const texts = [...(prompt === undefined ? [] : [prompt]), ...(context === '' ? [] : [context])]
  return [{ ...message, content: [...kept, ...texts.map((text) => ({ type: 'text', text }))] }]
}

function textAt(value: unknown, key: string): string {
  const text = field(value, key)
  return typeof text === 'string' ? text : ''
}
