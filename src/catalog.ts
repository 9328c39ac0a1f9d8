// The shipped matchers, built-ins and dialects.
import { artifacts } from './builtins/artifacts.ts'
import { capture } from './builtins/capture.ts'
import { checkpoint } from './builtins/checkpoint.ts'
import { commandPolicy } from './builtins/command-policy.ts'
import { compact } from './builtins/compact.ts'
import { critique } from './builtins/critique.ts'
import { dedupe } from './builtins/dedupe.ts'
import { evict } from './builtins/evict.ts'
import { filesystem } from './builtins/filesystem.ts'
import { followUp } from './builtins/follow-up.ts'
import { ledger } from './builtins/ledger.ts'
import { limits } from './builtins/limits.ts'
import { log } from './builtins/log.ts'
import { memory } from './builtins/memory.ts'
import { promise } from './builtins/promise.ts'
import { protect } from './builtins/protect.ts'
import { rateLimit } from './builtins/rate-limit.ts'
import { redact } from './builtins/redact.ts'
import { schemaNudge } from './builtins/schema-nudge.ts'
import { sideEffects } from './builtins/side-effects.ts'
import { skills } from './builtins/skills.ts'
import { todo } from './builtins/todo.ts'
import { summarize } from './builtins/summarize.ts'
import { swapContext } from './builtins/swap-context.ts'
import { toolSchema } from './builtins/tool-schema.ts'
import { tracing } from './builtins/tracing.ts'
import { workspace } from './builtins/workspace.ts'
import { acai } from './agents/acai/acai.ts'
import { amp } from './agents/amp.ts'
import { antigravity } from './agents/antigravity.ts'
import { claudeCode } from './agents/claude-code/claude-code.ts'
import { cline } from './agents/cline/cline.ts'
import { codex } from './agents/codex/codex.ts'
import { copilotCli } from './agents/copilot-cli/copilot-cli.ts'
import { cursor } from './agents/cursor/cursor.ts'
import { devin } from './agents/devin.ts'
import { droid } from './agents/droid.ts'
import { geminiCli } from './agents/gemini-cli/gemini-cli.ts'
import { goose } from './agents/goose.ts'
import { grokBuild } from './agents/grok-build.ts'
import { kiro } from './agents/kiro.ts'
import { kodelet } from './agents/kodelet/kodelet.ts'
import { opencode } from './agents/opencode/opencode.ts'
import { qwenCode } from './agents/qwen-code/qwen-code.ts'
import { universal } from './agents/universal.ts'
import { vscodeLocal } from './agents/vscode-local.ts'
import { windsurf } from './agents/windsurf.ts'
import { listener as claudeCodeListener } from './agents/claude-code/decode.ts'
import { context } from './agents/context.ts'
import { native } from './agents/native/native.ts'
import type { AgentDefinition, HookTrust, SettingsPlace } from './agents/shared/agent.ts'
import type { Client } from './agents/shared/client.ts'
import { adds } from './matchers/adds.ts'
import {
  agent,
  isError,
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
} from './matchers/fields.ts'
import { branch } from './matchers/branch.ts'
import { byHand, creates, path, reads, writes, deletes, edits } from './matchers/paths.ts'
import { command } from './matchers/command.ts'
import { commits } from './matchers/commits.ts'
import { cwd } from './matchers/cwd.ts'
import { does } from './matchers/does.ts'
import { git } from './matchers/git.ts'
import { host } from './matchers/host.ts'
import { inside } from './matchers/in.ts'
import { input, metadata } from './matchers/input.ts'
import { pushed } from './matchers/pushed.ts'
import { pushes } from './matchers/pushes.ts'
import { searches } from './matchers/searches.ts'
import { sends } from './matchers/sends.ts'
import { session } from './matchers/session.ts'
import { when } from './matchers/when.ts'
import type { Builtin, Catalog, Dialect, Listener, Matcher } from './model/types.ts'

export const matchers: readonly Matcher<never>[] = [
  adds,
  agent,
  branch,
  byHand,
  command,
  commits,
  creates,
  cwd,
  deletes,
  does,
  edits,
  git,
  host,
  inside,
  input,
  isError,
  metadata,
  model,
  output,
  path,
  permissionMode,
  prompt,
  pushed,
  pushes,
  reads,
  recipe,
  response,
  searches,
  sends,
  session,
  source,
  subagent,
  text,
  tool,
  turn,
  when,
  writes,
]

export const builtins: readonly Builtin<never>[] = [
  artifacts,
  capture,
  checkpoint,
  commandPolicy,
  compact,
  critique,
  dedupe,
  evict,
  filesystem,
  followUp,
  ledger,
  limits,
  log,
  memory,
  promise,
  protect,
  rateLimit,
  redact,
  schemaNudge,
  sideEffects,
  skills,
  summarize,
  swapContext,
  todo,
  toolSchema,
  tracing,
  workspace,
]

export const agents: readonly AgentDefinition[] = [
  acai,
  amp,
  antigravity,
  claudeCode,
  cline,
  codex,
  copilotCli,
  cursor,
  devin,
  droid,
  geminiCli,
  goose,
  grokBuild,
  kiro,
  kodelet,
  opencode,
  qwenCode,
  universal,
  vscodeLocal,
  windsurf,
]

export const dialects: readonly Dialect[] = /* @__PURE__ */ dialectsOf(agents)

function dialectsOf(all: readonly AgentDefinition[]): readonly Dialect[] {
  return [...all.map(({ dialect }) => dialect), context, native]
}

const protectedPaths: readonly string[] = /* @__PURE__ */ agents.flatMap((agent) => agent.protectedPaths)

const hookSettings: readonly string[] = /* @__PURE__ */ agents.flatMap(
  ({ protectedPaths: all, hookSettings: own = all }) => own,
)

export const catalog: Catalog = { matchers, builtins, dialects, protectedPaths, hookSettings }

export const scopes = ['project', 'local', 'user'] as const

/** The hook settings of every agent, a list for each, where its variables in this environment lead: absolute. */
export function settingsFiles(place: SettingsPlace): readonly (readonly string[])[] {
  return agents.map(({ settings }) =>
    scopes.flatMap((scope) => {
      const file = settings?.file(scope, place)
      return file === undefined
        ? []
        : [file, ...(settings?.beside ? [settings.beside.file(scope, place)] : [])]
    }),
  )
}

/** Dialects whose decoders are always loaded, because their agents are common. */
export const listeners: readonly Listener[] = [claudeCodeListener]

/** How the real clients of agents are started offline. */
export const clients: readonly Client[] = /* @__PURE__ */ agents.flatMap(({ client }) => client ?? [])

/** Agents that run only hooks which their user trusts. */
export const hookTrusts: readonly HookTrust[] = /* @__PURE__ */ agents.flatMap(({ trust }) => trust ?? [])
