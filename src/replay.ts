// What a run needs when a person looks, or when nothing can be decided.
export { agentNamed } from './commands/agent-named.ts'
export { replay } from './commands/replay.ts'
export { answerUnreadable, misused } from './commands/unreadable.ts'
