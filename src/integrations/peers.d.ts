// The used parts of the optional peers; tests compare them with the packages.

declare module 'ai' {
  interface UnparsedToolCall {
    readonly toolName: string
    readonly input: string
  }
  /** Gets a call that no tool takes, and returns one to take in its place; null: none. */
  export type ToolCallRepairFunction = (options: {
    readonly toolCall: UnparsedToolCall
    readonly error: unknown
  }) => Promise<UnparsedToolCall | null>
  interface GenerateOptions {
    readonly model: unknown
    readonly prompt?: string
    readonly messages?: readonly object[]
    readonly system?: string | undefined
    readonly tools?: object
    readonly experimental_repairToolCall?: ToolCallRepairFunction
    readonly abortSignal?: AbortSignal | undefined
    readonly onStepFinish?: (step: { readonly response: { readonly messages: readonly object[] } }) => void
    readonly stopWhen?: () => boolean
  }
  export function generateText(
    options: GenerateOptions,
  ): PromiseLike<{ readonly text: string; readonly finishReason: string }>
  export function wrapLanguageModel(options: { readonly model: object; readonly middleware: object }): object
  export function jsonSchema(schema: object): object
  export const NoSuchToolError: { isInstance(error: unknown): boolean }
  export function tool<T extends object>(tool: T): T
}

declare module 'zod' {
  interface Schema {
    optional(): Schema
  }
  export const z: { object(shape: Readonly<Record<string, Schema>>): Schema; string(): Schema }
}

declare module 'langchain' {
  interface MessageFields {
    readonly content: unknown
    readonly [field: string]: unknown
  }
  /** Our view of any message. */
  export interface BaseMessage {
    content: unknown
    readonly text: string
    readonly name?: string
    id?: string
    getType(): string
  }
  export interface AIMessage extends BaseMessage {
    readonly tool_calls?: readonly {
      readonly id?: string
      readonly name: string
      readonly args: Readonly<Record<string, unknown>>
    }[]
  }
  export interface ToolMessage extends BaseMessage {
    readonly tool_call_id: string
    readonly status?: 'success' | 'error'
    readonly artifact?: unknown
  }
  export const AIMessage: {
    new (fields: MessageFields): AIMessage
    isInstance(value: unknown): value is AIMessage
  }
  export const ToolMessage: {
    new (fields: MessageFields): ToolMessage
    isInstance(value: unknown): value is ToolMessage
  }
  export const HumanMessage: new (fields: MessageFields) => BaseMessage
  export const SystemMessage: new (fields: MessageFields) => BaseMessage
  export interface AgentMiddleware<Schema = unknown, Context = unknown> {
    name: string
    stateSchema?: Schema
    contextSchema?: Context
  }
  export function createMiddleware(config: unknown): AgentMiddleware<undefined, undefined>
}
