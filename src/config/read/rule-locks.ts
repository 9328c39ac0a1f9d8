// Rules of the machine's owner that nobody below can pause or switch off.
import { type ConfigFile, diagnosticAt, type ReportDiagnostic, lineage } from './config-file.ts'
import type { UnorderedRule } from '../compile/order.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** The managed layer's rules are locked: all of them, unless its file says which. */
export function lockRules(
  rules: readonly UnorderedRule[],
  {
    file,
    drafts,
    report,
  }: { readonly file: ConfigFile; readonly drafts: readonly RuleDraft[]; readonly report: ReportDiagnostic },
): readonly UnorderedRule[] {
  warnOfUselessLocks(file, report)
  if (file.layer !== 'managed') return rules
  const { lock = true } = file.keys
  if (lock === false) return rules
  if (!Array.isArray(lock)) return rules.map(locked)
  const named = new Set(lock.filter((name) => typeof name === 'string'))
  const targets = new Map(drafts.map(({ name, target }) => [name, target]))
  const names = new Set([...targets].flat().filter((name) => name !== undefined))
  for (const [index, name] of lock.entries())
    if (typeof name === 'string' && !names.has(name)) reportUnknown(name, { file, index, names, report })
  const isNamed = (name: string) => named.has(name) || named.has(targets.get(name) ?? name)
  return rules.map((rule) => (isNamed(rule.name) ? locked(rule) : rule))
}

function locked(rule: UnorderedRule): UnorderedRule {
  return { ...rule, locked: true }
}

interface UnknownLock {
  readonly file: ConfigFile
  readonly index: number
  readonly names: ReadonlySet<string>
  readonly report: ReportDiagnostic
}

function reportUnknown(name: string, { file, index, names, report }: UnknownLock): void {
  const meant = nearest(name, [...names]) ?? [...names].find((each) => each.endsWith(`/${name}`))
  const message = `there is no rule "${name}" to lock`
  const hint = meant === undefined ? 'remove it' : `write "${meant}"`
  report(diagnosticAt({ file, path: ['lock', index] }, 'unknown-lock', { message, hint }))
}

/** What only the owner of the machine may say; a package that says it is refused as a whole. */
function warnOfUselessLocks(own: ConfigFile, report: ReportDiagnostic): void {
  for (const file of lineage(own)) {
    const counts = own.layer === 'managed' && file === own
    if (counts || file.package !== undefined || !Object.hasOwn(file.keys, 'lock')) continue
    const message = 'only the managed hooks.yaml of a machine locks rules; here nothing is locked'
    const hint = 'remove it, unless this file is going to be the managed one'
    report({
      ...diagnosticAt({ file, path: ['lock'], on: 'key' }, 'useless-key', { message, hint }),
      severity: 'warning',
    })
  }
}
