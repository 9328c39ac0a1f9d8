import type { RuleLayer } from './types.ts'

/** Of layers that come with a clone. */
export function isOfProject(layer: RuleLayer): boolean {
  return layer === 'project' || layer === 'local'
}
