// An agent's loop as the library sees it: a run, and what goes through it.
import type { Event, Message, Stop, Usage, Verdict } from '../../model/types.ts'
import type { HooksStop } from './stop.ts'

/** An event in our own terms: `event` by any of its names, the fields as in the documentation; `cwd` and `root` are the engine's root when they are absent. */
export interface EventInput extends Readonly<Record<string, unknown>> {
  readonly event: string
}

/** What goes to the model. Fields of one's own pass through. */
export interface ModelRequest {
  /** In their order, without the system prompt. */
  readonly messages: readonly Message[]
  readonly system_prompt?: string | undefined
  /** Names of the tools that the model may call. */
  readonly tools?: readonly string[] | undefined
  readonly model?: string | undefined
  readonly [extra: string]: unknown
}

/** What comes back from the model. Fields of one's own pass through. */
export interface ModelResponse {
  readonly text?: string | undefined
  /** In the order in which their results have to stand. */
  readonly tool_calls?: readonly ToolCall[] | undefined
  /** Calls that the provider itself made while it answered, such as a search. Rules hear of them as PreToolUse and PostToolUse, and can change nothing of them any more. */
  readonly provider_calls?: readonly ProviderCall[] | undefined
  /** Of this call alone, in tokens; the run adds them up. */
  readonly usage?: Usage | undefined
  readonly finish_reason?: string | undefined
  /** By the id of their calls: results that rules gave. `wrapToolCall` answers with them in place of running the call. */
  readonly tool_results?: Readonly<Record<string, ToolResult>> | undefined
  readonly [extra: string]: unknown
}

export interface ToolCall {
  /** The model's id of the call; what is remembered of a call goes by it. */
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface ProviderCall extends ToolCall {
  /** Undefined while it is still under way. */
  readonly result?: ToolResult | undefined
}

export interface ToolResult {
  /** A text, or whatever the tool gives. */
  readonly output: unknown
  /** It failed, or was not let run: the output says why. */
  readonly is_error?: boolean | undefined
}

/** A call between its two halves. */
export interface OpenToolCall {
  /** The verdict of PreToolUse. */
  readonly verdict: Verdict
  /** The call as the rules changed it. */
  readonly call: ToolCall
  /** Set: do not run it, this is its result; it needs no `close`. */
  readonly answer?: ToolResult
  /** PostToolUse: the result as the rules changed it. Rejects with a HooksStop after a hard stop; a second close rejects. */
  close(result: ToolResult): Promise<ToolResult>
}

/** A rule wants a person to allow something. */
export interface Question {
  /** For the person: the rules' reasons, and whose they are. */
  readonly text: string
  readonly event: Event
  /** At PreToolUse. */
  readonly call?: ToolCall
  readonly verdict: Verdict
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export interface RunOptions {
  /** What rules see as `agent`. Absent: none, as of any host that speaks our own terms. */
  readonly agent?: string | undefined
  /** Its `session_id`: what is remembered between runs goes by it. Absent: a new one. */
  readonly session?: string | undefined
  /** With it UserPromptSubmit is dispatched. */
  readonly prompt?: string | undefined
  /** What came before the prompt. */
  readonly messages?: readonly Message[] | undefined
  readonly system_prompt?: string | undefined
  readonly model?: string | undefined
  /** The size of the model's window in tokens, for rules that ask how full it is. */
  readonly max_context?: number | undefined
  /** The run of a subagent: it begins with SubagentStart and ends with SubagentStop, in its parent's session. `id`: of the tool call that it runs in, so that rules of SubagentStop do not hear of its end again by that call's result. */
  readonly subagent?: { readonly name?: string | undefined; readonly id?: string | undefined } | undefined
  /** What rules see as `metadata`, at every event. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Ends whatever is under way: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Hears of every event and its verdict, in order. What it throws is thrown on. */
  readonly onEvent?: ((event: Event, verdict: Verdict) => void) | undefined
  /** Asks a person when a rule says `ask`; true lets the call run. Absent, and when it does not answer within `ask_timeout_ms`: the call is denied. */
  readonly onAsk?: ((question: Question) => Promise<boolean> | boolean) | undefined
  /** Milliseconds; at most a day. Absent: half an hour. */
  readonly ask_timeout_ms?: number | undefined
}

/** How a run ends. */
export interface RunEnd {
  /** The agent's last words. */
  readonly response?: string | undefined
  readonly messages?: readonly Message[] | undefined
  /** What ended it: then nobody is asked whether it may stop. Rules of SubagentStop are told of it, and cannot make a subagent go on. */
  readonly error?: unknown
  /** Why the session ends, for the rules of SessionEnd. */
  readonly reason?: string | undefined
}

/**
 * One run of an agent: from a prompt of its user to the end.
 *
 * What rules say about the system prompt, and the context that they add at any event, stands in the requests that
 * `wrapModelCall` hands on, as do messages that they replaced: a host goes on with its own list and adds nothing.
 */
export interface Run {
  readonly session_id: string
  readonly run_id: string
  /** The prompt as the rules left it. */
  readonly prompt?: string
  /** A rule stopped the run: a host's loop ends with its step, the next model call rejects with it. */
  readonly stopped: HooksStop | undefined
  /** What SessionStart and the prompt came to, together. `stopped` when a rule ended it before it began: then nothing but `end` is left to call. */
  readonly started: { readonly verdict: Verdict; readonly stopped?: Stop }
  /** Any event of this run: session, run, step, turn, usage and metadata are filled in. */
  dispatch(event: EventInput): Promise<Verdict>
  /** PreModelCall, the call, PostModelCall, around it the ModelCall wrappers. Rejects with a HooksStop when a rule stops the run or denies the call, and with what `next` throws. */
  wrapModelCall(
    request: ModelRequest,
    next: (request: ModelRequest) => Promise<ModelResponse>,
  ): Promise<ModelResponse>
  /** PreToolUse, the call, PostToolUse, around it the ToolUse wrappers. A denied call is answered with the reason, `is_error: true`, and never rejects for a verdict; a hard stop of PostToolUse rejects with a HooksStop. */
  wrapToolCall(call: ToolCall, next: (call: ToolCall) => Promise<ToolResult>): Promise<ToolResult>
  /** For hosts that only give before and after. */
  openToolCall(call: ToolCall): Promise<OpenToolCall>
  /** The host's messages as the rules left them, so that it can keep them: the same list where none was replaced. */
  history(messages: readonly Message[]): readonly Message[]
  /** AgentStop (unless `error`), then SessionEnd. With `flow` continue or restart in the verdict the host goes on, and calls it again later. */
  end(end?: RunEnd): Promise<Verdict>
}

/** Goes around every model call: it may change the request and the response, or answer without `next`. Calling `next` twice rejects. */
export type ModelCallWrapper = (
  request: ModelRequest,
  next: (request: ModelRequest) => Promise<ModelResponse>,
  run: Run,
) => Promise<ModelResponse>

/** Goes around every tool call: it may change the call and its result, or answer without `next`. Calling `next` twice rejects. */
export type ToolUseWrapper = (
  call: ToolCall,
  next: (call: ToolCall) => Promise<ToolResult>,
  run: Run,
) => Promise<ToolResult>

/** Functions around calls, the first outermost; the rules of `hooks.yaml` stand inside of them. */
export interface Wrappers {
  readonly ModelCall?: readonly ModelCallWrapper[] | undefined
  readonly ToolUse?: readonly ToolUseWrapper[] | undefined
}
