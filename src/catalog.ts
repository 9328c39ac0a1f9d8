// The lists of what is shipped: the only file that imports matchers, built-ins and dialects.
import { artifacts } from './builtins/artifacts.ts'
import { capture } from './builtins/capture.ts'
import { checkpoint } from './builtins/checkpoint.ts'
import { compact } from './builtins/compact.ts'
import { dedupe } from './builtins/dedupe.ts'
import { evict } from './builtins/evict.ts'
import { followUp } from './builtins/follow-up.ts'
import { ledger } from './builtins/ledger.ts'
import { limits } from './builtins/limits.ts'
import { log } from './builtins/log.ts'
import { memory } from './builtins/memory.ts'
import { promise } from './builtins/promise.ts'
import { rateLimit } from './builtins/rate-limit.ts'
import { redact } from './builtins/redact.ts'
import { schemaNudge } from './builtins/schema-nudge.ts'
import { sideEffects } from './builtins/side-effects.ts'
import { skills } from './builtins/skills.ts'
import { toolSchema } from './builtins/tool-schema.ts'
import { workspace } from './builtins/workspace.ts'
import { claudeCode } from './dialects/claude-code.ts'
import { listener as claudeCodeListener } from './dialects/claude-code/listener.ts'
import { speaker as claudeCodeSpeaker } from './dialects/claude-code/speaker.ts'
import { context } from './dialects/context.ts'
import { native } from './dialects/native.ts'
import { agent } from './matchers/agent.ts'
import { cwd } from './matchers/cwd.ts'
import { input } from './matchers/input.ts'
import { isError } from './matchers/is-error.ts'
import { metadata } from './matchers/metadata.ts'
import { model } from './matchers/model.ts'
import { output } from './matchers/output.ts'
import { permissionMode } from './matchers/permission-mode.ts'
import { prompt } from './matchers/prompt.ts'
import { recipe } from './matchers/recipe.ts'
import { response } from './matchers/response.ts'
import { source } from './matchers/source.ts'
import { subagent } from './matchers/subagent.ts'
import { text } from './matchers/text.ts'
import { tool } from './matchers/tool.ts'
import { turn } from './matchers/turn.ts'
import type { Builtin, Dialect, Listener, Matcher, Speaker } from './types.ts'

export const matchers: readonly Matcher<never>[] = [
  agent,
  cwd,
  input,
  isError,
  metadata,
  model,
  output,
  permissionMode,
  prompt,
  recipe,
  response,
  source,
  subagent,
  text,
  tool,
  turn,
]

export const builtins: readonly Builtin<never>[] = [
  artifacts,
  capture,
  checkpoint,
  compact,
  dedupe,
  evict,
  followUp,
  ledger,
  limits,
  log,
  memory,
  promise,
  rateLimit,
  redact,
  schemaNudge,
  sideEffects,
  skills,
  toolSchema,
  workspace,
]

export const dialects: readonly Dialect[] = [claudeCode, context, native]

/** Of those dialects in which silence means that everything goes on: what hears them stands apart from what answers. */
export const listeners: readonly Listener[] = [claudeCodeListener]

/** Of the agents' dialects what answers. */
export const speakers: readonly Speaker[] = [claudeCodeSpeaker]
