// The used parts of the optional peers; tests compare them with the packages.

declare module 'ai' {
  export function generateText(options: {
    readonly model: unknown
    readonly prompt: string
    readonly abortSignal?: AbortSignal | undefined
  }): PromiseLike<{ readonly text: string }>
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
