// The chunks of the program, for commands that run in this process.
import * as parser from 'unbash'
import * as catalog from '../../src/catalog.ts'
import * as cel from '../../src/cel.ts'
import type { Chunks, LoadChunk } from '../../src/chunks.ts'
import * as agentNamed from '../../src/commands/agent-named.ts'
import * as recipes from '../../src/commands/answerers.ts'
import * as decide from '../../src/commands/decide.ts'
import * as rehearse from '../../src/commands/rehearse.ts'
import * as compile from '../../src/commands/renew-for.ts'
import * as run from '../../src/commands/start.ts'
import * as unreadable from '../../src/commands/unreadable.ts'
import * as yaml from '../../src/front-matter.ts'
import * as handlersRun from '../../src/handlers/run.ts'
import * as contents from '../../src/ledger/contents.ts'
import * as mask from '../../src/ledger/mask.ts'
import * as liquid from '../../src/liquid.ts'
import * as cli from '../../src/main.ts'
import * as otlp from '../../src/otlp/spool.ts'
import * as re2 from '../../src/re2.ts'
import * as spawn from '../../src/spawn.ts'
import * as prune from '../../src/state/prune.ts'

const chunks: Chunks = {
  run,
  decide: { ...decide, ...rehearse, ...mask, ...prune },
  builtins: { ...catalog, ...contents },
  scripts: { ...handlersRun, ...spawn },
  agents: { ...catalog, ...agentNamed, ...unreadable },
  parser,
  compile,
  cli,
  cel,
  re2,
  recipes,
  liquid,
  yaml,
  otlp,
}

export const loadChunk: LoadChunk = (name) => chunks[name]
