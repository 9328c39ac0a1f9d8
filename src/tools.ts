// Tools for an agent of one's own. Everything that may be imported from "hooks-yaml/tools".
export type { LayerName, StackLayer, StackOptions, StackRule } from './config/read/default-stack.ts'
export type { Todo } from './builtins/shared/todos.ts'
export type {
  CommandOptions,
  CommandResult,
  FileEntry,
  FileSystem,
  FindOptions,
} from './library/tools/file-system.ts'
export { fileTools, type FileTools } from './library/tools/file-tools.ts'
export { type InMemory, inMemoryFiles } from './library/tools/in-memory.ts'
export { localFiles, type LocalOptions } from './library/tools/local.ts'
export { remoteFiles, type RemoteOptions } from './library/tools/remote.ts'
export { skillTools, type SkillTools, type SkillToolsOptions } from './library/tools/skill-tools.ts'
export {
  type AgentTools,
  createStack,
  type Stack,
  type StackChoice,
  type ThreadState,
  type ToolChoice,
  toolsFor,
} from './library/tools/stack.ts'
export { todoTools, type TodoTools, type TodoToolsOptions } from './library/tools/todo-tools.ts'
export {
  type AgentTool,
  type InputSchema,
  runTool,
  type ToolAnswer,
  ToolMistake,
  type ToolOptions,
} from './library/tools/tool.ts'
