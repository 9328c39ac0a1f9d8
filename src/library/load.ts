// One look at the files: a plan, or what is wrong with them.
import path from 'node:path'
import { compilePlan, type CompileResult } from '../config/compile/compile.ts'
import { createDiagnostic } from '../config/check/diagnostics/diagnostic.ts'
import { formatDiagnostics } from '../config/check/diagnostics/formats.ts'
import { createFiles } from '../store/files.ts'
import { templateProblem } from '../recipes/liquid.ts'
import { recordFiles } from '../store/plan/record-files.ts'
import { PROJECT_FILE, repositoryOf } from '../store/plan/root.ts'
import { contentOf, type StampedSource, stampOf } from '../config/read/stamp.ts'
import { createPrograms } from '../handlers/spawn/ask-program.ts'
import type { Builtin, Catalog, Diagnostic, Plan, Rule } from '../model/types.ts'
import { type RulesPlace, withData } from './place.ts'

export interface LoadRequest {
  readonly place: RulesPlace
  readonly catalog: Catalog
  /** Built-ins whose options the schemas check already. */
  readonly shipped: readonly Builtin<never>[]
  readonly packageDir: string
  readonly version: string
  /** Recipes that functions answer. */
  readonly callbacks?: readonly string[]
  /** Files that held rules before: without them there is no new plan. */
  readonly held: ReadonlySet<string>
}

export interface Loaded {
  /** Absent when there is an error: here nobody has to go on with the rules that are left. */
  readonly plan?: Plan
  readonly diagnostics: readonly Diagnostic[]
  /** The diagnostics as people read them. */
  readonly text: string
  /** How everything that was looked at looked just before. */
  readonly sources: readonly StampedSource[]
  /** Files that say something. */
  readonly held: ReadonlySet<string>
}

export function load(request: LoadRequest): Loaded {
  const { place } = request
  const recorded = recordFiles(createFiles())
  const files = withData(recorded.files, place.data)
  const shippedRecipes = path.join(request.packageDir, 'recipes')
  const compiled = compilePlan({
    root: place.root,
    repository: repositoryOf(place.root, createFiles()),
    layers: place.layers,
    env: { ...process.env, HOME: place.dirs.home },
    files,
    catalog: request.catalog,
    presetDir: path.join(request.packageDir, 'presets'),
    // Beside the built library; the sources have none, so that nothing of an older build is used with them.
    presetDataDir: path.join(import.meta.dirname, 'presets'),
    version: request.version,
    recipeDirs: [place.recipes ?? shippedRecipes, shippedRecipes],
    templateProblem,
    ...(request.callbacks && { recipeNames: request.callbacks }),
    programs: createPrograms(process.env),
  })
  const held = new Set(compiled.parsed.filter(isFilled).map((file) => file.path))
  const refusals = [
    ...missingFiles(request),
    ...emptiedFiles(compiled, request),
    ...refusedOptions(compiled.plan, request),
  ]
  const sources = recorded.sources(lookedAt(compiled, place))
  const found = [...refusals, ...compiled.diagnostics]
  const diagnostics = [...found, ...unreadableFiles(found, recorded.unreadable())]
  const isSound = diagnostics.every(({ severity }) => severity !== 'error')
  return {
    ...(isSound && compiled.plan !== undefined && { plan: compiled.plan }),
    diagnostics,
    text: formatDiagnostics(diagnostics, 'pretty', { texts: compiled.texts }),
    sources,
    held,
  }
}

function lookedAt({ sources }: CompileResult, { data }: RulesPlace): readonly string[] {
  return sources.filter((file) => file !== data?.path)
}

function isFilled({ document }: CompileResult['parsed'][number]): boolean {
  return document.source.text.trim() !== ''
}

/** What could not be looked at is not gone: without an error that says so, it is one. */
function unreadableFiles(found: readonly Diagnostic[], message: string | undefined): readonly Diagnostic[] {
  if (message === undefined || found.some(({ severity }) => severity === 'error')) return []
  return [createDiagnostic('unreadable', topOf(PROJECT_FILE), { message })]
}

/** A file that was asked for by name, or that rules in force came from, and that is not there. */
function missingFiles({ place, held }: LoadRequest): readonly Diagnostic[] {
  const files = createFiles()
  const missing = place.layers.filter(
    ({ path: file }) => (held.has(file) || place.named.has(file)) && files.kind(file) === undefined,
  )
  return missing
    .filter(({ path: file }) => file !== place.data?.path)
    .map(({ path: file, file: shown }) =>
      held.has(file)
        ? stays(shown, { message: `"${shown}" is gone`, hint: 'put it back' })
        : createDiagnostic('missing-file', topOf(shown), {
            message: `there is no file "${shown}"`,
            hint: 'create it, or name another one',
          }),
    )
}

/** A file that rules in force came from and that says nothing any more: most likely it is being written. */
function emptiedFiles({ parsed }: CompileResult, { held }: LoadRequest): readonly Diagnostic[] {
  const emptied = parsed.filter((file) => held.has(file.path) && !isFilled(file))
  return emptied.map(({ file }) => stays(file, { message: `"${file}" is empty`, hint: 'write it anew' }))
}

function stays(
  file: string,
  { message, hint }: { readonly message: string; readonly hint: string },
): Diagnostic {
  return createDiagnostic('missing-file', topOf(file), {
    message: `${message}; the rules that it held stay in force`,
    hint: `${hint}, or start again to go on without it`,
  })
}

function topOf(file: string): Diagnostic['at'] {
  return { file, line: 1, column: 1 }
}

/** A built-in of one's own refuses its options by throwing. */
function refusedOptions(plan: Plan | undefined, { catalog, shipped }: LoadRequest): readonly Diagnostic[] {
  const rules = Object.values(plan?.events ?? {}).flat()
  const refused = rules.flatMap((rule) => {
    const message = refusalOf(
      rule,
      catalog.builtins.filter((builtin) => !shipped.includes(builtin)),
    )
    return message === undefined ? [] : [{ rule, message }]
  })
  const first = refused.filter(
    ({ rule }, index) => refused.findIndex((each) => each.rule.name === rule.name) === index,
  )
  return first.map(({ rule, message }) =>
    createDiagnostic('bad-value', rule.at, {
      message,
      hint: 'mend what stands under "with"',
      rule: rule.name,
    }),
  )
}

function refusalOf({ handler }: Rule, own: readonly Builtin<never>[]): string | undefined {
  if (handler.kind !== 'use') return undefined
  try {
    // What it takes is for the built-in itself to say.
    own.find((builtin) => builtin.name === handler.name)?.compile(handler.with as never)
    return undefined
  } catch (error) {
    return `built-in "${handler.name}" refuses its options: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Nothing changed since it was looked at: what was read belongs together. */
export function isCurrent(sources: readonly StampedSource[]): boolean {
  return sources.every(
    ({ path: file, stamp, content }) =>
      stampOf(file) === stamp && (content === undefined || contentOf(file) === content),
  )
}
