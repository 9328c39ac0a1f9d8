// The chunks of the program, for commands that run in this process.
import * as parser from 'unbash'
import * as catalog from '../../src/catalog.ts'
import * as cel from '../../src/matchers/cel/cel.ts'
import type { chunks } from '../../src/chunks.ts'
import type { Load, Parts } from '../../src/run/call.ts'
import * as agentNamed from '../../src/run/payload.ts'
import * as recipes from '../../src/run/jobs.ts'
import * as decide from '../../src/run/decide.ts'
import * as compile from '../../src/run/open.ts'
import { run, start } from '../../src/run/run.ts'
import * as yaml from '../../src/recipes/front-matter.ts'
import * as handlersRun from '../../src/handlers/run.ts'
import * as contents from '../../src/store/ledger/contents.ts'
import * as mask from '../../src/store/ledger/append.ts'
import * as liquid from '../../src/recipes/liquid.ts'
import * as cli from '../../src/cli/main.ts'
import * as ancestors from '../../src/cli/person/ancestors.ts'
import * as otlp from '../../src/builtins/tracing/otlp/spool.ts'
import * as re2 from '../../src/patterns/regex/re2.ts'
import * as keepAlive from '../../src/handlers/spawn/keep-alive.ts'
import * as spawn from '../../src/handlers/spawn/spawn.ts'
import * as keep from '../../src/store/disk/keep-code.ts'
import * as drift from '../../src/run/drift.ts'
import * as inside from '../../src/cli/person/inside.ts'
import * as noteRefs from '../../src/store/records/session-refs.ts'
import * as ask from '../../src/serve/ask.ts'
import * as examine from '../../src/serve/examine.ts'
import * as server from '../../src/serve/server.ts'
import * as prune from '../../src/store/state/prune.ts'
import * as toolShapes from '../../src/shell/tool-shapes.ts'

type NamesIn<Files> = {
  [File in keyof Files]: Files[File] extends readonly (infer Name)[] ? Name : never
}[keyof Files]

/** What chunks.ts lists, by the types that are promised. */
const listed: {
  readonly [Name in keyof Parts]: Pick<Parts[Name], keyof Parts[Name] & NamesIn<(typeof chunks)[Name]>>
} = {
  run: { start, run },
  decide: { ...decide, ...mask, ...prune, ...toolShapes },
  builtins: { ...catalog, ...contents },
  scripts: { ...handlersRun, ...keepAlive, ...spawn },
  agents: { ...catalog, ...agentNamed },
  parser,
  compile,
  ancestors: { ...ancestors, ...inside },
  cli,
  cel,
  re2,
  recipes,
  liquid,
  yaml,
  keep,
  ask,
  examine,
  serve: server,
  drift: { ...drift, ...noteRefs },
  otlp,
}

/** Nothing that is promised is missing from the list. */
const parts: Parts = listed

export const loadChunk: Load = (name) => parts[name]
