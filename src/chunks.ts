// What is loaded apart: each chunk is one CommonJS file in dist/, read when a run first needs it.
import type { Parts } from './run/call.ts'

/** The exports of each chunk, by the module that has them: a file of ours, or a package. */
export const chunks = {
  /** What an agent calls: finds the rules of an event, and answers when none could match. */
  run: { 'src/run/run.ts': ['start', 'run'] },
  /** Decision engine, loaded when a rule could match. */
  decide: {
    'src/run/decide.ts': ['decide', 'reportTo'],
    'src/shell/tool-shapes.ts': ['shellCommandIn'],
    'src/store/ledger/append.ts': ['maskedJson'],
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
    'src/run/payload.ts': ['agentNamed', 'senderOf'],
  },
  /** Shell parser, for commands that are not simple. */
  parser: { unbash: ['parse'] },
  /** Compiler, loaded when hooks.yaml changed. */
  compile: { 'src/run/open.ts': ['renewFor'] },
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
  recipes: { 'src/run/jobs.ts': ['answerersFor'] },
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
  keep: { 'src/store/disk/keep-code.ts': ['keepCode'] },
  /** What changed since a person last saw the rules. */
  drift: { 'src/run/drift.ts': ['noteDrift'], 'src/store/records/session-refs.ts': ['noteRefs'] },
  /** Traces for a collector. */
  otlp: { 'src/builtins/tracing/otlp/spool.ts': ['spoolSpans'] },
} as const satisfies {
  readonly [Name in keyof Parts]: Readonly<Record<string, readonly (keyof Parts[Name])[]>>
}
