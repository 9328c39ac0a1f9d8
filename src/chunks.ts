// What is loaded apart: each chunk is one CommonJS file in dist/, read when a run first needs it.

/** The exports of each chunk, by the module that has them: a file of ours, or a package. */
export const chunks = {
  /** What an agent calls: finds the rules of an event, and answers when none could match. */
  run: { 'src/run/start.ts': ['start'], 'src/run/run.ts': ['run'] },
  /** Decision engine, loaded when a rule could match. */
  decide: {
    'src/run/decide/decide.ts': ['decide', 'reportTo'],
    'src/shell/tool-shapes.ts': ['shellCommandIn'],
    'src/store/ledger/mask.ts': ['maskedJson'],
    'src/store/state/prune.ts': ['removeOldState'],
  },
  /** Built-ins and what they keep, loaded when a rule uses one. */
  builtins: { 'src/catalog.ts': ['builtins'], 'src/store/ledger/contents.ts': ['appendContents'] },
  /** Script rules. */
  scripts: {
    'src/handlers/run.ts': ['makeRun'],
    'src/handlers/spawn/spawn.ts': ['createSpawn'],
    'src/handlers/spawn/keep-alive.ts': ['createKeptPrograms'],
  },
  /** Every agent's protocol; the one that is heard most is in `run`. */
  agents: {
    'src/catalog.ts': ['dialects'],
    'src/run/agent-named.ts': ['agentNamed', 'senderOf'],
  },
  /** Shell parser, for commands that are not simple. */
  parser: { unbash: ['parse'] },
  /** Compiler, loaded when hooks.yaml changed. */
  compile: { 'src/run/plan/renew-for.ts': ['renewFor'] },
  /** Every other command, and runs by hand. */
  cli: { 'src/cli/main.ts': ['main', 'runByHand'] },
  /** Who started this process: an agent's call asks as well, and the commands of a person take its stdin. */
  ancestors: {
    'src/cli/person/ancestors.ts': ['readAncestors'],
    'src/cli/person/inside.ts': ['isBelowAgent'],
  },
  /** Expressions of `when`. */
  cel: { 'src/matchers/cel/cel.ts': ['askExpression'] },
  /** Regular expressions in linear time, for long texts. */
  re2: { 'src/patterns/regex/re2.ts': ['compileLinear', 'compileRe2'] },
  /** Recipes, their templates, and the models that answer them. */
  recipes: { 'src/run/decide/answerers.ts': ['answerersFor'] },
  liquid: { 'src/recipes/liquid.ts': ['render', 'templateProblem'] },
  /** YAML front matter of skills. */
  yaml: { 'src/recipes/front-matter.ts': ['frontMatter'] },
  /** The engine that stays, and who asks it. */
  serve: { 'src/serve/server.ts': ['serve'] },
  examine: { 'src/serve/examine.ts': ['examineEngine'] },
  ask: {
    'src/serve/ask.ts': ['askEngine', 'isThere', 'startEngine', 'abandonEngine', 'statsOf', 'stopEngine'],
  },
  /** Writes the code cache. */
  keep: { 'src/store/keep-code.ts': ['keepCode'] },
  /** What changed since a person last saw the rules. */
  drift: { 'src/run/plan/drift.ts': ['noteDrift'], 'src/run/plan/note-refs.ts': ['noteRefs'] },
  /** Traces for a collector. */
  otlp: { 'src/builtins/tracing/otlp/spool.ts': ['spoolSpans'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

type Modules = {
  readonly 'src/catalog.ts': typeof import('./catalog.ts')
  readonly 'src/matchers/cel/cel.ts': typeof import('./matchers/cel/cel.ts')
  readonly 'src/run/agent-named.ts': typeof import('./run/agent-named.ts')
  readonly 'src/run/decide/answerers.ts': typeof import('./run/decide/answerers.ts')
  readonly 'src/run/decide/decide.ts': typeof import('./run/decide/decide.ts')
  readonly 'src/run/plan/drift.ts': typeof import('./run/plan/drift.ts')
  readonly 'src/run/plan/note-refs.ts': typeof import('./run/plan/note-refs.ts')
  readonly 'src/run/plan/renew-for.ts': typeof import('./run/plan/renew-for.ts')
  readonly 'src/shell/tool-shapes.ts': typeof import('./shell/tool-shapes.ts')
  readonly 'src/run/start.ts': typeof import('./run/start.ts')
  readonly 'src/run/run.ts': typeof import('./run/run.ts')
  readonly 'src/recipes/front-matter.ts': typeof import('./recipes/front-matter.ts')
  readonly 'src/handlers/run.ts': typeof import('./handlers/run.ts')
  readonly 'src/store/ledger/contents.ts': typeof import('./store/ledger/contents.ts')
  readonly 'src/store/ledger/mask.ts': typeof import('./store/ledger/mask.ts')
  readonly 'src/store/state/prune.ts': typeof import('./store/state/prune.ts')
  readonly 'src/recipes/liquid.ts': typeof import('./recipes/liquid.ts')
  readonly 'src/cli/main.ts': typeof import('./cli/main.ts')
  readonly 'src/cli/person/ancestors.ts': typeof import('./cli/person/ancestors.ts')
  readonly 'src/cli/person/inside.ts': typeof import('./cli/person/inside.ts')
  readonly 'src/builtins/tracing/otlp/spool.ts': typeof import('./builtins/tracing/otlp/spool.ts')
  readonly 'src/patterns/regex/re2.ts': typeof import('./patterns/regex/re2.ts')
  readonly 'src/serve/examine.ts': typeof import('./serve/examine.ts')
  readonly 'src/serve/ask.ts': typeof import('./serve/ask.ts')
  readonly 'src/serve/server.ts': typeof import('./serve/server.ts')
  readonly 'src/store/keep-code.ts': typeof import('./store/keep-code.ts')
  readonly 'src/handlers/spawn/keep-alive.ts': typeof import('./handlers/spawn/keep-alive.ts')
  readonly 'src/handlers/spawn/spawn.ts': typeof import('./handlers/spawn/spawn.ts')
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
