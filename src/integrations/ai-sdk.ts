// What may be imported from "hooks-yaml/ai-sdk".
export { hooksMiddleware, type HooksMiddleware, type MiddlewareOptions } from './ai-sdk/model.ts'
export { modelRunner, type SdkRunner } from './ai-sdk/model.ts'
export { wrapTools } from './ai-sdk/tools.ts'
export { runAgent, type Turn } from './shared/run-agent.ts'
