import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Host, PlanInForce, RenewRequest } from '../call.ts'
import type { BrokenConfig, PlanKey } from '../../store/plan/plan-head.ts'
import { projectKey, type Dirs } from '../../store/disk/dirs.ts'
import { repositoryOf } from '../../store/project.ts'
import { readPauses } from '../../store/records/pauses.ts'
import { readUntold } from '../../store/records/untold.ts'
import { storePlan } from '../../store/plan/store-plan.ts'
import { createPrograms, isAsked } from '../../handlers/spawn/ask-program.ts'
import { judgeChange } from './judge-change.ts'
import { refsOf } from './note-refs.ts'
import { recipesFor } from './recipes-for.ts'
import { catalog, settingsFiles } from '../../catalog.ts'
import { compilePlan, type CompileResult } from '../../config/compile/compile.ts'
import { readTrust } from '../../store/records/trust.ts'
import { changedAt, contentOf, type StampedSource } from '../../config/read/stamp.ts'
import { countRules, rulesIn } from '../../model/rule-counts.ts'
import { type Trust, trustedNames } from '../../config/trust/trust.ts'
import { protectedPlaces } from '../../store/plan/protected-places.ts'
import { recordFiles } from '../../store/plan/sources.ts'

/**
 * Compiles a plan and stores it. That is too short for optimized code to pay: making it takes more of the other cores
 * than it saves on this one.
 */
export async function renewFor(host: Host, request: RenewRequest): Promise<PlanInForce> {
  if (host.isGuest === true) return renew(host, request)
  setFlagsFromString('--no-opt')
  try {
    return await renew(host, request)
  } finally {
    setFlagsFromString('--opt')
  }
}

async function renew(host: Host, request: RenewRequest): Promise<PlanInForce> {
  for (let looks = 1; ; looks++) {
    const read = readRules(host, request)
    if (looks < MAX_LOOKS && (await changedSince(read, request))) continue
    return store(host, request, read)
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

function readRules(host: Host, { key, layers, files, dirs }: RenewRequest): ReadRules {
  const { root } = key
  const recorded = recordFiles(files)
  const open = trustFor(dirs, key)
  const result = compilePlan({
    root,
    repository: repositoryOf(root, files),
    layers,
    files: recorded.files,
    catalog,
    env: { ...host.env, HOME: dirs.home },
    presetDir: path.join(host.packageDir, 'presets'),
    presetDataDir: path.join(host.packageDir, 'dist/presets'),
    ...recipesFor(host, dirs),
    version: host.version,
    programs: createPrograms(host.env, !key.dry),
    protects: protectedPlaces(dirs, {
      packageDir: host.packageDir,
      settings: settingsFiles({ root, home: dirs.home, env: host.env }),
    }),
    trust: open.trust,
  })
  const sources = [...recorded.sources(result.sources), ...open.sources]
  return { result, sources, unreadable: recorded.unreadable() }
}

function store(host: Host, { key, old, layers, dirs, files }: RenewRequest, read: ReadRules): PlanInForce {
  const { result, unreadable } = read
  const stateDir = path.join(dirs.state, projectKey(key.root))
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
      return judgeChange(changed, { root, env: host.env, files, refs })
    },
  }
  const stored = storePlan({ ...key, usable: key.usable && !isAsked(host.env) }, compiled, old)
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
