import type { Rule } from './types.ts'

/** Whether it stands in a file; people who count rules mean these. */
export function isWritten({ layer }: Pick<Rule, 'layer'>): boolean {
  return layer !== 'built-in'
}
