// From which commands variables have their values.
import { isKnown, type SymbolicText } from '../words/marks.ts'
import type { Shell } from './shell.ts'

/** Variables that a text sets whose names are not known: those of a file that is sourced. */
export const UNNAMED = ' any'
export const UNNAMED_EXPORTS = ' exported'

/** A variable gets its value from the command that runs. */
export function recordSource({ sources, sink }: Shell, name: string): void {
  const known = sources.get(name)
  if (known === undefined) sources.set(name, new Set([sink.frame]))
  else known.add(sink.frame)
}

/** A variable's value reaches the command that runs. */
export function useSource({ sources, sink }: Shell, name: string, value?: SymbolicText): void {
  if (sources.size === 0) return
  const isUnnamed = value !== undefined && !isKnown(value)
  for (const each of isUnnamed ? [name, UNNAMED, UNNAMED_EXPORTS] : [name])
    for (const frame of sources.get(each) ?? []) if (frame !== sink.frame) sink.frame.fed.add(frame)
}

/** Exported variables reach every command. */
export function useExports(shell: Shell): void {
  for (const name of shell.sources.keys())
    if (name === UNNAMED_EXPORTS || shell.scope.get(name)?.exported === true) useSource(shell, name)
}
