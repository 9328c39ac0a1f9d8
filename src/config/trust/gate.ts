// Holds back what nobody has trusted: such rules stay in the plan, marked, and are not run.
import type {
  Builtin,
  CoveredFile,
  Place,
  RecipeSettings,
  Rule,
  RunnerSpec,
  Untrusted,
  HandlerSpec,
} from '../../model/types.ts'
import { isOfProject } from '../../model/layers.ts'
import type { RuleDraft, FoundPrograms, ProgramTrust } from '../expand/expand.ts'
import { digestOf, ruleKeyOf, ruleUnit, runnerFiles, unitFiles } from './units.ts'
import {
  acceptedHook,
  isAccepted,
  isFileAccepted,
  judgeUnits,
  type JudgedUnit,
  type Trust,
  type TrustRecords,
  type TrustUnit,
  type UnitFile,
} from './trust.ts'

export interface TrustGate {
  /** The programs that an entry of `discover` finds; undefined where they need nobody's trust. */
  programs(entry: FoundPrograms): ProgramTrust | undefined
  /** May the project's own runner of recipes be used? */
  mayRun(runner: RunnerSpec, at: Place): boolean
  /** Notes a draft and the rules that were made of it. */
  add(draft: RuleDraft, rules: readonly UnorderedRule[]): void
  /** The recipes in the project that scripts may ask for. */
  recipes(files: readonly string[], at: Place): Pick<RecipeSettings, 'covers' | 'runner_covers'>
  judged(): readonly JudgedUnit[]
  /** The rules with what holds them back, and the files to look at before they start. */
  finish<R extends UnorderedRule>(rules: readonly R[]): readonly R[]
  untrusted(): Untrusted | undefined
}

export type UnorderedRule = Omit<Rule, 'order'>

interface GateContext {
  readonly root: string
  readonly builtins: ReadonlyMap<string, Builtin<never>>
}

interface GateState extends GateContext {
  readonly records: TrustRecords
  readonly units: Map<string, TrustUnit>
  /** The programs of discovered rules, by the rules' keys. */
  readonly hooks: Map<string, string>
  judged: ReadonlyMap<string, JudgedUnit> | undefined
}

const RUNNER = 'project runner'

/** Undefined: everything is trusted. */
export function createTrustGate(trust: Trust, context: GateContext): TrustGate | undefined {
  if (trust === 'all') return undefined
  const state: GateState = {
    ...context,
    records: trust,
    units: new Map(),
    hooks: new Map(),
    judged: undefined,
  }
  return {
    programs: (entry) => (isOfProject(entry.layer) ? programTrust(state, entry) : undefined),
    mayRun: (runner, at) => isAccepted(runnerUnit(state, runner, at), trust) || trust.played === true,
    add: (draft, rules) => addRules(state, draft, rules),
    recipes: (files, at) => trustedRecipes(state, files, at),
    judged: () => [...judge(state).values()],
    finish: (rules) => rules.map((rule) => (asks(state, rule) ? finishRule(state, rule) : rule)),
    untrusted: () => untrusted(state),
  }
}

function put({ units }: GateState, unit: TrustUnit): TrustUnit {
  units.set(unit.key, unit)
  return unit
}

function judge(state: GateState): ReadonlyMap<string, JudgedUnit> {
  state.judged ??= new Map(
    judgeUnits([...state.units.values()], state.records).map((unit) => [unit.key, unit]),
  )
  return state.judged
}

function asks({ builtins, records }: GateState, rule: UnorderedRule): boolean {
  return records.played !== true && isOfProject(rule.layer) && needsTrust(rule, builtins)
}

function programTrust(state: GateState, { layer, dir, keys, at, files }: FoundPrograms): ProgramTrust {
  const { records, root } = state
  const unit = put(state, {
    key: `${layer} discover ${dir}`,
    kind: 'discover',
    name: dir,
    at,
    events: [],
    says: `discover ${dir}`,
    digest: digestOf(keys),
    files: unitFiles(files, { root, look: records.look }),
  })
  return {
    judge: (program) => {
      const file = unit.files.find(({ path }) => path === program)
      if (file === undefined) return undefined
      return isFileAccepted(unit, file, records) ? 'now' : acceptedHook(unit, file.shown, records)
    },
  }
}

function runnerUnit(state: GateState, runner: RunnerSpec, at: Place): TrustUnit {
  const { records, root } = state
  return put(state, {
    key: RUNNER,
    kind: 'runner',
    name: 'recipes.runner',
    at,
    events: [],
    says: describeRunner(runner),
    digest: digestOf(runner),
    files: unitFiles(runnerFiles(runner, { root, kind: records.kind }), { root, look: records.look }),
  })
}

function describeRunner(runner: RunnerSpec): string {
  if ('command' in runner) return `run ${[runner.command].flat().join(' ')}`
  const { provider, model, url } = runner
  return `ask ${provider} ${model}${url === undefined ? '' : ` at ${url}`}`
}

function addRules(state: GateState, draft: RuleDraft, rules: readonly UnorderedRule[]): void {
  const asking = rules.filter((rule) => asks(state, rule))
  if (asking.length === 0) return
  const { look, kind } = state.records
  if (draft.program === undefined) put(state, ruleUnit(draft, asking, { ...state, look, kind }))
  else for (const rule of asking) noteHook(state, rule, { program: draft.program, draft })
}

/** A hook program's rule is trusted with its program. */
function noteHook(
  state: GateState,
  rule: UnorderedRule,
  { program, draft }: { readonly program: string; readonly draft: RuleDraft },
): void {
  const unit = unitOf(state, program)
  if (unit === undefined) return
  state.hooks.set(ruleKeyOf(rule), program)
  const hook = { name: rule.name, events: draft.when.events }
  const files = unit.files.map((file): UnitFile => (file.path === program ? { ...file, hook } : file))
  put(state, { ...unit, files })
}

function unitOf({ units }: GateState, program: string): TrustUnit | undefined {
  return [...units.values()].find(
    ({ kind, files }) => kind === 'discover' && files.some(({ path }) => path === program),
  )
}

function trustedRecipes(
  state: GateState,
  files: readonly string[],
  at: Place,
): Pick<RecipeSettings, 'covers' | 'runner_covers'> {
  const { records, root } = state
  const found = unitFiles(files, { root, look: records.look })
  const own = state.units.get(RUNNER)?.files ?? []
  const runner = own.length > 0 && { runner_covers: own.map(covered) }
  if (found.length === 0) return { covers: [], ...runner }
  const unit = put(state, {
    key: 'project recipes',
    kind: 'recipes',
    name: 'recipes',
    at,
    events: [],
    says: 'recipes that scripts may ask for',
    digest: digestOf('recipes'),
    files: found,
  })
  const covers = found.filter((file) => isFileAccepted(unit, file, records)).map(covered)
  return { covers, ...runner }
}

function finishRule<R extends UnorderedRule>(state: GateState, rule: R): R {
  const program = state.hooks.get(ruleKeyOf(rule))
  return program === undefined ? finishWritten(state, rule) : finishHook(state, rule, program)
}

function finishWritten<R extends UnorderedRule>(state: GateState, rule: R): R {
  const { is, files } = judge(state).get(ruleKeyOf(rule)) ?? { is: 'new', files: [] }
  if (is !== 'trusted') return { ...rule, withheld: is }
  return files.length === 0 ? rule : { ...rule, covers: files.map(covered) }
}

/** A program that was never accepted is not asked, so it gives no rule. */
function finishHook<R extends UnorderedRule>(state: GateState, rule: R, program: string): R {
  const unit = unitOf(state, program)
  const file = unit?.files.find(({ path }) => path === program)
  const isTrusted = unit !== undefined && file !== undefined && isFileAccepted(unit, file, state.records)
  return isTrusted ? { ...rule, covers: [covered(file)] } : { ...rule, withheld: 'changed' }
}

function untrusted(state: GateState): Untrusted | undefined {
  const all = [...judge(state).values()]
  const named = (is: JudgedUnit['is']): readonly string[] =>
    all.flatMap((unit) => (unit.is === is ? unit.name : []))
  const [fresh, changed] = [named('new'), named('changed')]
  if (fresh.length + changed.length === 0) return undefined
  const { refused } = state.records
  return { new: fresh, changed, ...(refused !== undefined && { refused }) }
}

function covered({ path, stamp, digest }: UnitFile): CoveredFile {
  return { path, stamp, digest }
}

/** Inline handlers that can only keep an agent from something, or tell it something. */
const tightening: ReadonlySet<string> = new Set(['deny', 'ask', 'context', 'notify', 'stop'])

/** Does it start, let through or change something? Such a rule of a project holds once its user has trusted it. */
function needsTrust(
  { handler, half, background }: Pick<Rule, 'handler' | 'half' | 'background'>,
  builtins: ReadonlyMap<string, Builtin<never>>,
): boolean {
  return half !== undefined || background === true || !tightens(handler, builtins)
}

function tightens(handler: HandlerSpec, builtins: ReadonlyMap<string, Builtin<never>>): boolean {
  switch (handler.kind) {
    case 'inline':
      return tightening.has(handler.inline.says)
    case 'remember':
      return true
    case 'use': {
      const { tightens: does } = builtins.get(handler.name) ?? {}
      // Options of this very built-in, checked by its schema.
      return handler.recipe === undefined && (does === true || does?.(handler.with as never) === true)
    }
    case 'run':
    case 'recipe':
      return false
  }
}
