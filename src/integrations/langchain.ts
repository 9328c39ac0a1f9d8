// What may be imported from "hooks-yaml/langchain".
export { hooksMiddleware, type HooksMiddlewareOptions } from './langchain/middleware.ts'
export { withSubagents, type DeepAgentOptions } from './langchain/subagents.ts'
