import type { JudgedUnit } from '../../config/trust/trust.ts'

/** What does not run here, and the command that changes it; undefined when everything is trusted. */
export function untrustedNote(units: readonly JudgedUnit[]): string | undefined {
  const { length: count } = units.filter(({ is }) => is !== 'trusted')
  if (count === 0) return undefined
  const all = units.every(({ kind }) => kind === 'rule')
  const [one, many] = all ? ['rule', 'rules'] : ['part of the configuration', 'parts of the configuration']
  return count === 1
    ? `1 ${one} does not run until you trust it: hooks trust`
    : `${count} ${many} do not run until you trust them: hooks trust`
}
