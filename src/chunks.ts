// What is loaded apart: each chunk is one CommonJS file in dist/, read when a run first needs it.

/** The exports of each chunk, by the module that has them: a file of ours, or a package. */
export const chunks = {
  /** What an agent calls: finds the rules of an event, and answers when none could match. */
  run: { 'src/commands/start.ts': ['start'] },
  /** Decision engine, loaded when a rule could match. */
  decide: {
    'src/commands/decide.ts': ['decide'],
    'src/commands/rehearse.ts': ['rehearse'],
    'src/ledger/mask.ts': ['maskedJson'],
    'src/state/prune.ts': ['forgetOld'],
  },
  /** Built-ins and what they keep, loaded when a rule uses one. */
  builtins: { 'src/catalog.ts': ['builtins'], 'src/ledger/contents.ts': ['appendContents'] },
  /** Script rules. */
  scripts: { 'src/handlers/run.ts': ['makeRun'], 'src/spawn.ts': ['createSpawn'] },
  /** Every agent's protocol; the one that is heard most is in `run`. */
  agents: {
    'src/catalog.ts': ['dialects'],
    'src/commands/agent-named.ts': ['agentNamed'],
    'src/commands/unreadable.ts': ['answerUnreadable', 'misused'],
  },
  /** Shell parser, for commands that are not simple. */
  parser: { unbash: ['parse'] },
  /** Compiler, loaded when hooks.yaml changed. */
  compile: { 'src/commands/renew-for.ts': ['renewFor'] },
  /** Every other command, and replays. */
  cli: { 'src/main.ts': ['main', 'replay'] },
  /** Expressions of `when`. */
  cel: { 'src/cel.ts': ['askExpression'] },
  /** Regular expressions in linear time, for long texts. */
  re2: { 'src/re2.ts': ['compileLinear', 'compileRe2'] },
  /** Recipes, their templates, and the models that answer them. */
  recipes: { 'src/commands/answerers.ts': ['answerersFor'] },
  liquid: { 'src/liquid.ts': ['render', 'templateProblem'] },
  /** YAML front matter of skills. */
  yaml: { 'src/front-matter.ts': ['frontMatter'] },
  /** Traces for a collector. */
  otlp: { 'src/otlp/spool.ts': ['spoolSpans'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

type Modules = {
  readonly 'src/catalog.ts': typeof import('./catalog.ts')
  readonly 'src/cel.ts': typeof import('./cel.ts')
  readonly 'src/commands/agent-named.ts': typeof import('./commands/agent-named.ts')
  readonly 'src/commands/answerers.ts': typeof import('./commands/answerers.ts')
  readonly 'src/commands/decide.ts': typeof import('./commands/decide.ts')
  readonly 'src/commands/rehearse.ts': typeof import('./commands/rehearse.ts')
  readonly 'src/commands/renew-for.ts': typeof import('./commands/renew-for.ts')
  readonly 'src/commands/start.ts': typeof import('./commands/start.ts')
  readonly 'src/commands/unreadable.ts': typeof import('./commands/unreadable.ts')
  readonly 'src/front-matter.ts': typeof import('./front-matter.ts')
  readonly 'src/handlers/run.ts': typeof import('./handlers/run.ts')
  readonly 'src/ledger/contents.ts': typeof import('./ledger/contents.ts')
  readonly 'src/ledger/mask.ts': typeof import('./ledger/mask.ts')
  readonly 'src/state/prune.ts': typeof import('./state/prune.ts')
  readonly 'src/liquid.ts': typeof import('./liquid.ts')
  readonly 'src/main.ts': typeof import('./main.ts')
  readonly 'src/otlp/spool.ts': typeof import('./otlp/spool.ts')
  readonly 'src/re2.ts': typeof import('./re2.ts')
  readonly 'src/spawn.ts': typeof import('./spawn.ts')
  readonly unbash: typeof import('unbash')
}

type Both<Of> = (Of extends unknown ? (of: Of) => void : never) extends (of: infer All) => void ? All : never

type Exports<Chunk> = Both<
  {
    [File in keyof Chunk & keyof Modules]: Chunk[File] extends readonly (keyof Modules[File])[]
      ? Pick<Modules[File], Chunk[File][number]>
      : never
  }[keyof Chunk & keyof Modules]
>

export type Chunks = { readonly [Name in keyof typeof chunks]: Exports<(typeof chunks)[Name]> }

/** Loads a chunk, once. */
export type LoadChunk = <Name extends keyof Chunks>(name: Name) => Chunks[Name]
