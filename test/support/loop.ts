// A small agent loop over the library's runs, with a scripted model: what an embedding host does, and nothing more.
import type { Engine, Message, RunOptions, Verdict } from '../../src/index.ts'
import type { ModelRequest, ModelResponse, Run, ToolCall, ToolResult } from '../../src/index.ts'

export type Tool = (input: ToolCall['input'], call: ToolCall) => unknown

export interface Agent extends Omit<RunOptions, 'model'> {
  readonly engine: Engine
  readonly model: (request: ModelRequest) => ModelResponse | Promise<ModelResponse>
  readonly tools?: Readonly<Record<string, Tool>>
  /** The host's own limit of iterations. */
  readonly most?: number
}

export interface Finished {
  readonly events: readonly string[]
  readonly verdicts: readonly Verdict[]
  readonly messages: readonly Message[]
  readonly requests: readonly ModelRequest[]
  /** Calls that really ran. */
  readonly tool_runs: readonly ToolCall[]
  readonly response?: string | undefined
  readonly forced: boolean
  readonly last: Verdict
  readonly error?: unknown
  readonly run: Run
}

const MOST = 25

export async function runAgent(agent: Agent): Promise<Finished> {
  const { engine, model: _model, tools: _tools, most: _most, ...options } = agent
  const events: string[] = []
  const verdicts: Verdict[] = []
  const onEvent: RunOptions['onEvent'] = (event, verdict) => {
    events.push(event.event)
    verdicts.push(verdict)
    options.onEvent?.(event, verdict)
  }
  const run = await engine.start({ prompt: 'Go.', ...options, onEvent })
  const loop = createLoop(run, agent)
  const error = await loop.through().catch((thrown: unknown) => ({ thrown }))
  const last = await loop.end(error?.thrown)
  const { response } = loop.said
  return {
    events,
    verdicts,
    messages: run.history(loop.messages),
    requests: loop.requests,
    tool_runs: loop.ran,
    response: response?.text,
    forced: loop.said.forced || last.forced === true,
    last,
    ...(error !== undefined && { error: error.thrown }),
    run,
  }
}

function createLoop(run: Run, { model, tools = {}, most = MOST, messages: before = [], ...agent }: Agent) {
  const messages: Message[] = [...before]
  if (run.prompt !== undefined) messages.push({ role: 'user', content: run.prompt })
  const requests: ModelRequest[] = []
  const ran: ToolCall[] = []
  const said: { response?: ModelResponse; forced: boolean; steps: number } = { forced: false, steps: 0 }

  const askModel = async (request: ModelRequest): Promise<ModelResponse> => {
    requests.push(request)
    return model(request)
  }
  const runTool = async (call: ToolCall): Promise<ToolResult> => {
    const tool = tools[call.name]
    if (tool === undefined) return { output: `Error: tool "${call.name}" not found`, is_error: true }
    ran.push(call)
    return { output: await tool(call.input, call) }
  }
  /** One iteration; true when the loop goes on. */
  const step = async (): Promise<boolean> => {
    if (said.steps === most) said.forced = true
    if (said.forced) return false
    const before = await run.dispatch({ event: 'PreStep', messages })
    if (before.decision === 'deny' || before.flow === 'stop') return false
    said.steps++
    const { system_prompt } = agent
    const request = { messages: [...messages], tools: Object.keys(tools), system_prompt }
    const response = await run.wrapModelCall(request, askModel)
    const { tool_calls: calls = [], text = '' } = response
    said.response = response
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) })
    const results = await Promise.all(calls.map((call) => run.wrapToolCall(call, runTool)))
    results.forEach(({ output, is_error }, index) => {
      const call = calls[index]
      messages.push({ role: 'tool', content: output, tool_call_id: call?.id, name: call?.name, is_error })
    })
    const after = await run.dispatch({ event: 'PostStep', messages })
    const again = await run.dispatch({ event: 'ShouldContinue', messages })
    if (run.stopped !== undefined || after.flow === 'stop' || again.flow === 'stop') return false
    return goesOn(again) ? (tell(again), true) : calls.length > 0
  }
  const tell = ({ follow_up_messages, flow_reason, next_prompt }: Verdict): void => {
    const texts = next_prompt === undefined ? follow_up_messages : [next_prompt, ...follow_up_messages]
    const all = texts.length === 0 && flow_reason !== undefined ? [flow_reason] : texts
    for (const content of all) messages.push({ role: 'user', content })
  }
  const through = async (): Promise<undefined> => {
    while (run.started.stopped === undefined && (await step()));
  }
  const end = async (error: unknown): Promise<Verdict> => {
    const verdict = await run.end(
      error === undefined ? { response: said.response?.text, messages } : { error, messages },
    )
    if (!goesOn(verdict)) return verdict
    tell(verdict)
    return end(await through().catch((thrown: unknown) => thrown))
  }
  return { messages, requests, ran, said, through, end }
}

function goesOn({ flow }: Verdict): boolean {
  return flow === 'continue' || flow === 'restart'
}

/** A model that says these things one after the other, then nothing more. */
export function says(...responses: readonly ModelResponse[]): Agent['model'] {
  let said = 0
  return () => responses[said++] ?? { text: 'done' }
}

let calls = 0

/** A response that calls tools. */
export function callsTools(...tools: readonly (readonly [name: string, input?: object])[]): ModelResponse {
  return {
    tool_calls: tools.map(([name, input = {}]) => ({ id: `c${++calls}`, name, input: { ...input } })),
  }
}
