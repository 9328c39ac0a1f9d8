// The plan in force, swapped as a whole when the files change.
import { errorMessage } from '../model/errors.ts'
import type { watchFiles, FileWatcher } from '../config/read/watch.ts'
import { createDiagnostic } from '../config/diagnostics/diagnostics.ts'
import type { StampedSource } from '../config/read/stamp.ts'
import type { Diagnostic, Plan } from '../model/types.ts'
import { isCurrent, type LoadedRules } from './load.ts'

/** Files that changed while they were read are read again after so long. */
const AGAIN_MS = 20

export interface ReloadHandlers {
  /** Looks at the files, given which of them held the rules in force. */
  load(held: ReadonlySet<string>): LoadedRules
  swap(loaded: LoadedRules & { readonly plan: Plan }): void
  /** Every look at the files that is of one piece, after its plan was swapped in. */
  looked(loaded: LoadedRules, swapped: boolean): void
}

/** Follows the files from the first look on. */
export function followFiles(
  first: LoadedRules,
  following: ReloadHandlers,
  watch: typeof watchFiles,
): FileWatcher {
  let held = first.held
  let timer: NodeJS.Timeout | undefined
  let inForce = JSON.stringify(first.plan)
  const settle = (loaded: LoadedRules): void => {
    const { plan } = loaded
    const text = JSON.stringify(plan)
    const isNew = plan !== undefined && text !== inForce
    if (plan !== undefined) held = loaded.held
    if (isNew) {
      inForce = text
      following.swap({ ...loaded, plan })
    }
    following.looked(loaded, isNew)
  }
  const look = (): void => {
    clearTimeout(timer)
    const loaded = attempt(() => following.load(held), first.sources)
    watching.follow(pathsOf(loaded.sources))
    // Watch before comparing, so that no later change is missed.
    if (isCurrent(loaded.sources)) settle(loaded)
    else timer = setTimeout(look, AGAIN_MS)
  }
  const watching = watch(pathsOf(first.sources), look)
  if (!isCurrent(first.sources)) timer = setTimeout(look, AGAIN_MS)
  return {
    follow: (files) => watching.follow(files),
    stop: () => {
      clearTimeout(timer)
      return watching.stop()
    },
  }
}

export function pathsOf(sources: readonly StampedSource[]): readonly string[] {
  return sources.map((source) => source.path)
}

/** No file may take down the process that watches it. */
function attempt(look: () => LoadedRules, sources: readonly StampedSource[]): LoadedRules {
  try {
    return look()
  } catch (error) {
    const message = `the files could not be compiled: ${errorMessage(error)}`
    const found: Diagnostic = createDiagnostic(
      'unreadable',
      { file: 'hooks.yaml', line: 1, column: 1 },
      { message },
    )
    return { diagnostics: [found], text: message, sources, held: new Set() }
  }
}
