// Rules of the machine's owner that no lower layer can pause or disable.
import { type ConfigFile, diagnosticAt, type ReportDiagnostic, lineage } from './config-file.ts'
import type { UnorderedRule } from '../compile/order.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

interface LockOptions {
  readonly file: ConfigFile
  readonly drafts: readonly RuleDraft[]
  readonly report: ReportDiagnostic
}

/** The managed layer's rules are locked: all of them, unless its file says which. */
export function lockRules(rules: readonly UnorderedRule[], options: LockOptions): readonly UnorderedRule[] {
  const { file, drafts, report } = options
  warnOfUselessLocks(file, report)
  const { lock = true } = file.keys
  if (file.layer !== 'managed' || lock === false) return rules
  const targets = new Map(drafts.map(({ name, target }) => [name, target]))
  if (Array.isArray(lock)) reportUnknownNames(lock, options)
  const isLocked = ({ name }: UnorderedRule) =>
    !Array.isArray(lock) || lock.includes(name) || lock.includes(targets.get(name))
  return rules.map((rule) => (isLocked(rule) ? { ...rule, locked: true } : rule))
}

function reportUnknownNames(lock: readonly unknown[], { file, drafts, report }: LockOptions): void {
  const all = drafts.flatMap(({ name, target }) => [name, target])
  const names = [...new Set(all.filter((name) => name !== undefined))]
  for (const [index, name] of lock.entries()) {
    if (typeof name !== 'string' || names.includes(name)) continue
    const meant = nearest(name, names) ?? names.find((each) => each.endsWith(`/${name}`))
    const message = `there is no rule "${name}" to lock`
    const hint = meant === undefined ? 'remove it' : `write "${meant}"`
    report(diagnosticAt({ file, path: ['lock', index] }, 'unknown-lock', { message, hint }))
  }
}

/** Only the owner of the machine may lock; a package with `lock` is refused elsewhere. */
function warnOfUselessLocks(own: ConfigFile, report: ReportDiagnostic): void {
  for (const file of lineage(own)) {
    const counts = own.layer === 'managed' && file === own
    if (counts || file.package !== undefined || !Object.hasOwn(file.keys, 'lock')) continue
    const message = 'only the managed hooks.yaml of a machine locks rules; here nothing is locked'
    const hint = 'remove it, unless this file is going to be the managed one'
    const location = { file, path: ['lock'], on: 'key' as const }
    report(diagnosticAt(location, 'useless-key', { message, hint, severity: 'warning' }))
  }
}
