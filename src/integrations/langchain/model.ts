import { SystemMessage, type AIMessage, type BaseMessage } from 'langchain'
import type { ModelRequest as OurRequest, ModelResponse, Run } from '../../library/run/run-types.ts'
import { restoreOriginals, changedSettings, textIn } from '../shared/messages.ts'
import { answerFrom, messageOf, newMessage, responseOf, type State } from './messages.ts'
import { isObject } from '../../model/plain-object.ts'

export interface ModelRequest {
  readonly messages: readonly BaseMessage[]
  readonly systemMessage: BaseMessage
  readonly tools: readonly { readonly name?: unknown }[]
  readonly modelSettings?: unknown
  readonly state: State
  readonly runtime: { readonly signal?: AbortSignal; readonly configurable?: { readonly thread_id?: string } }
}

export type ModelHandler = (request: ModelRequest) => Promise<AIMessage> | AIMessage

export async function modelCall(run: Run, request: ModelRequest, handler: ModelHandler): Promise<AIMessage> {
  const before = requestOf(request)
  const held: { answer?: AIMessage; response?: ModelResponse } = {}
  const now = await run.wrapModelCall(before, async (changed) => {
    held.answer = await handler(requestFrom(request, before, changed))
    held.response = responseOf(held.answer)
    return held.response
  })
  return answerFrom(held.answer, held.response, now)
}

function requestOf({ messages, systemMessage, tools, modelSettings }: ModelRequest): OurRequest {
  const system_prompt = textIn(systemMessage.content)
  return {
    ...(isObject(modelSettings) && modelSettings),
    messages: messages.map(messageOf),
    ...(system_prompt !== '' && { system_prompt }),
    tools: tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
  }
}

/** Unchanged parts keep their identity: LangChain compares them. */
function requestFrom(given: ModelRequest, before: OurRequest, now: OurRequest): ModelRequest {
  const { messages, system_prompt, tools } = now
  const settings = changedSettings(before, now)
  return {
    ...given,
    ...(messages !== before.messages && { messages: restoreOriginals(messages, newMessage) }),
    ...(system_prompt !== before.system_prompt && {
      systemMessage: new SystemMessage({ content: system_prompt ?? '' }),
    }),
    ...(tools !== before.tools && {
      tools: given.tools.filter(({ name }) => tools?.some((kept) => kept === name)),
    }),
    ...(settings !== undefined && { modelSettings: { ...Object(given.modelSettings), ...settings } }),
  }
}
