// Tools for an agent of one's own. Everything that may be imported from "hooks-yaml/tools".
export type { LayerName, StackLayer, StackOptions, StackRule } from './stack.ts'
export type { Todo } from './todos.ts'
export type { CommandOptions, CommandResult, FileEntry, FileSystem } from './tools/file-system.ts'
export { fileTools, type FileTools } from './tools/file-tools.ts'
export { type InMemory, inMemoryFiles } from './tools/in-memory.ts'
export { localFiles, type LocalOptions } from './tools/local.ts'
export { skillTools, type SkillTools, type SkillToolsOptions } from './tools/skill-tools.ts'
export {
  type AgentTools,
  createStack,
  type Stack,
  type StackChoice,
  type ThreadState,
  type ToolChoice,
  toolsFor,
} from './tools/stack.ts'
export { todoTools, type TodoTools, type TodoToolsOptions } from './tools/todo-tools.ts'
export {
  type AgentTool,
  type InputSchema,
  runTool,
  type ToolAnswer,
  ToolMistake,
  type ToolOptions,
} from './tools/tool.ts'
