// What may be imported from "hooks-yaml/openai-agents".
export { wrapModel, type AgentModel, type ModelOptions } from './openai-agents/model.ts'
export { followHandoffs, type Emitter } from './openai-agents/model.ts'
export { wrapTools } from './openai-agents/tools.ts'
export { runAgent, type Turn } from './shared/run-agent.ts'
