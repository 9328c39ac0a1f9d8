// Compiles the plan of a call whose files changed, and keeps it.
import { setFlagsFromString } from 'node:v8'
import type { CompileResult } from '../../config/compile/compile.ts'
import { changedAt, contentOf, type StampedSource } from '../../config/read/stamp.ts'
import { type Trust, trustedNames } from '../../config/trust/trust.ts'
import { isAsked } from '../../handlers/spawn/ask-program.ts'
import { countRules, rulesIn } from '../../model/rule-counts.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { type Dirs, projectKey } from '../disk/dirs.ts'
import { readPauses } from '../records/pauses.ts'
import { refsOf } from '../records/session-refs.ts'
import { readTrust } from '../records/trust.ts'
import { readUntold } from '../records/untold.ts'
import { judgeChange } from './judge-change.ts'
import { type Compiler, compileProject, type PlanInForce, type RenewRequest } from './plan.ts'
import type { BrokenConfig, PlanKey } from './plan-head.ts'
import { recordFiles } from './sources.ts'
import { storePlan } from './store-plan.ts'

/**
 * Compiles a plan and stores it. That is too short for optimized code to pay: making it takes more of the other cores
 * than it saves on this one. The settings of a process that outlives the call are not the call's to change.
 */
export async function renewPlan(
  request: RenewRequest,
  compiler: Compiler,
  isGuest: boolean,
): Promise<PlanInForce> {
  if (isGuest) return renew(compiler, request)
  setFlagsFromString('--no-opt')
  try {
    return await renew(compiler, request)
  } finally {
    setFlagsFromString('--opt')
  }
}

async function renew(compiler: Compiler, request: RenewRequest): Promise<PlanInForce> {
  for (let looks = 1; ; looks++) {
    const read = readRules(compiler, request)
    if (looks < MAX_LOOKS && (await changedSince(read, request))) continue
    return store(compiler, request, read)
  }
}

/** Files that are being written are read again, so often. */
const MAX_LOOKS = 5
/** Who has written this long ago may go on writing. */
const YOUNG_MS = 2000
const PAUSE_MS = 100

/** A file that is cut off where it is valid has lost rules: whoever writes it gets time for the rest. */
async function changedSince({ sources, result }: ReadRules, { key, old }: RenewRequest): Promise<boolean> {
  const young = sources.filter(
    ({ stamp, content }) => content !== undefined && (changedAt(stamp) ?? 0) > key.now - YOUNG_MS,
  )
  if (young.length === 0) return false
  const rules = rulesIn(countRules(Object.values(result.plan?.events ?? {}).flat()))
  if (old !== undefined && rules < rulesIn(old.counts))
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return young.some(({ path: file, content }) => contentOf(file) !== content)
}

interface ReadRules {
  readonly result: CompileResult
  readonly sources: readonly StampedSource[]
  readonly unreadable: string | undefined
}

function readRules(compiler: Compiler, { key, layers, files, dirs }: RenewRequest): ReadRules {
  const { root, dry } = key
  const recorded = recordFiles(files)
  const open = trustFor(dirs, key)
  const request = { root, dirs, layers, files: recorded.files, trust: open.trust, asks: !dry }
  const result = compileProject(request, compiler)
  const sources = [...recorded.sources(result.sources), ...open.sources]
  return { result, sources, unreadable: recorded.unreadable() }
}

function store(
  { env }: Compiler,
  { key, old, layers, dirs, files }: RenewRequest,
  read: ReadRules,
): PlanInForce {
  const { result, unreadable } = read
  const stateDir = childPath(dirs.state, projectKey(key.root))
  const pauses = readPauses(stateDir)
  const { untold, source: changes } = readUntold(stateDir, key.now)
  const sources = [...read.sources, pauses.source, changes]
  const isBroken = result.plan === undefined || unreadable !== undefined
  const isUnsure = unreadable !== undefined || result.diagnostics.some(({ code }) => code === 'unreadable')
  const compiled = {
    plan: result.plan ?? result.sound,
    ...(isBroken && { broken: describeErrors(result, unreadable) }),
    ...(isUnsure && { unsure: true as const }),
    sources,
    layers: layers.map((layer) => layer.path),
    paused: pauses.pauses,
    trusted: trustedNames(result.units),
    judge: (changed: readonly string[]) => {
      const { root, session } = key
      const refs = refsOf({ root, session, stateDir, files })
      return judgeChange(changed, { root, env, files, refs })
    },
  }
  const stored = storePlan({ ...key, usable: key.usable && !isAsked(env) }, compiled, old)
  return { ...stored, untold }
}

/** A person's own replay at a terminal is consent for that run. */
function trustFor(
  dirs: Dirs,
  { root, consent, now }: PlanKey,
): { trust: Trust; sources: readonly StampedSource[] } {
  return consent ? { trust: 'all', sources: [] } : readTrust(dirs, root, now)
}

function describeErrors(
  { diagnostics, on_config_error = 'ask' }: CompileResult,
  otherwise = 'it cannot be compiled',
): BrokenConfig {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const message =
    first === undefined ? otherwise : `${first.at.file}:${first.at.line}:${first.at.column}: ${first.message}`
  return { message, errors: Math.max(1, errors.length), on_config_error }
}
