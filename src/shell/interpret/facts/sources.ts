// From which commands variables have their values.
import { isKnown, type SymbolicText } from '../../words/marks.ts'
import { createFrame } from './frame.ts'
import type { Shell } from '../shell.ts'

/** Variables whose names are not known: those of a file that is sourced. */
export const UNNAMED = ' any'
/** All that are exported: they reach every program. */
export const EXPORTS = ' exported'

/** A variable gets its value from the command that runs; what it had before may stay. */
export function recordSource(shell: Shell, name: string): void {
  const { sources, sink, scope } = shell
  const before = sources.get(name)
  if (before?.fed.has(sink.frame) !== true)
    sources.set(name, createFrame(undefined, before === undefined ? [sink.frame] : [before, sink.frame]))
  if (name !== EXPORTS && (scope.exportsAll || scope.get(name)?.exported === true))
    recordSource(shell, EXPORTS)
}

/** A variable's value reaches the command that runs. */
export function useSource({ sources, sink }: Shell, name: string, value?: SymbolicText): void {
  const isUnnamed = value !== undefined && !isKnown(value)
  for (const each of isUnnamed ? [name, UNNAMED, EXPORTS] : [name]) {
    const source = sources.get(each)
    if (source !== undefined) sink.frame.fed.add(source)
  }
}
