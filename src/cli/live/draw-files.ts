// Draws the files of `hooks status`, and which version of their rules is in force.
import path from 'node:path'
import { rulesIn, sayCounts } from '../../model/rule-counts.ts'
import { fit, pad, plural, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import type { Page, Paint } from '../page/page.ts'
import type { Force, GoneFigures } from '../health/kept.ts'
import type { FileFigures } from '../health/rule-files.ts'

/** One row for each file, and one for each package. */
export function drawFiles(
  files: readonly FileFigures[],
  { paint, width }: Pick<Page, 'paint' | 'width'>,
): string[] {
  if (files.length === 0) return [`  ${paint('dim', 'no hooks.yaml')}`]
  const rows = joined(files).map((each) => ({ ...each, shown: fit(each.name, width >> 1) }))
  const name = Math.max(...rows.map(({ shown }) => widthOf(shown)))
  const counts = rows.map(({ rules }) => plural(rules, 'rule'))
  const count = Math.max(...counts.map((each) => each.length))
  const indent = 2 + name + 2 + count + 3
  return rows.flatMap((each, at) => {
    const [first = '', ...rest] = wrap(drawHealth(each).join(' · '), Math.max(20, width - indent))
    const head = `  ${pad(each.shown, name)}  ${(counts[at] ?? '').padStart(count)}   `
    return [head + coloured(first, each, paint), ...rest.map((line) => ' '.repeat(indent) + line)]
  })
}

/** The files of one package as one. */
function joined(files: readonly FileFigures[]): readonly FileFigures[] {
  const rows = new Map<string, FileFigures>()
  for (const file of files) {
    const key = file.package === undefined ? file.file : `${file.layer} ${file.package.name}`
    const known = rows.get(key)
    rows.set(key, known === undefined ? titled(file) : sum(known, file))
  }
  return [...rows.values()]
}

function titled(file: FileFigures): FileFigures {
  const { package: from } = file
  return from === undefined ? file : { ...file, name: `${from.name} ${from.version}`.trim() }
}

const states = ['accepted', 'new', 'changed'] as const

function sum(one: FileFigures, other: FileFigures): FileFigures {
  const is = states.findLast((state) => [one, other].some((each) => each.package?.is === state)) ?? 'accepted'
  return {
    ...one,
    rules: one.rules + other.rules,
    errors: one.errors + other.errors,
    warnings: one.warnings + other.warnings,
    overridden: one.overridden + other.overridden,
    locked: one.locked + other.locked,
    untrusted: one.untrusted + other.untrusted,
    quarantined: [...one.quarantined, ...other.quarantined],
    ...(one.package !== undefined && { package: { ...one.package, is } }),
  }
}

function drawHealth(file: FileFigures): readonly string[] {
  const { errors, warnings, quarantined, overridden, untrusted, layer } = file
  return [
    ...(errors > 0 ? [`${plural(errors, 'error')} (hooks validate)`] : trustOf(file)),
    ...(warnings > 0 && errors === 0 ? [plural(warnings, 'warning')] : []),
    ...(quarantined.length === 0
      ? []
      : [`${quarantined.length} set aside: ${visible(quarantined.join(', '))}`]),
    ...(untrusted === 0 ? [] : [`${untrusted} not trusted (hooks trust)`]),
    ...(overridden === 0 ? [] : [`${overridden} overridden`]),
    ...lockedOf(file),
    ...(layer === 'project' ? [] : [layer]),
  ]
}

function trustOf({ package: from }: FileFigures): readonly string[] {
  if (from === undefined) return ['valid']
  if (from.is === 'accepted') return ['valid', 'accepted']
  return [from.is === 'new' ? 'not accepted: hooks trust' : 'changed since accepted: hooks trust']
}

function lockedOf({ locked, rules }: FileFigures): readonly string[] {
  if (locked === 0) return []
  return [locked === rules ? 'locked' : `${locked} locked`]
}

/** The first word tells how it is. */
function coloured(line: string, { errors, package: from }: FileFigures, paint: Paint): string {
  const [word = '', ...rest] = line.split(' · ')
  const isFine = errors === 0 && (from === undefined || from.is === 'accepted')
  return [paint(isFine ? 'green' : errors > 0 ? 'red' : 'yellow', word), ...rest].join(' · ')
}

export function drawForce({ version, counts, on_config_error, gone, kept }: Force): readonly string[] {
  switch (version) {
    case 'current':
      return [
        ...(rulesIn(counts) === 0 ? [] : [sayCounts(counts)]),
        ...(gone === undefined ? [] : [drawKept(gone, 'which is gone')]),
        ...(kept === undefined ? [] : [drawKept(kept, 'which Git changed')]),
      ]
    case 'last-good':
      return [`the last good version, ${sayCounts(counts)}`]
    case 'partial': {
      const what = rulesIn(counts) === 0 ? 'no rules' : `only ${sayCounts(counts)} of files without errors`
      return [`${what}; tool calls get "${on_config_error ?? 'ask'}" (on_config_error)`]
    }
  }
}

function drawKept({ files, rules, sessions, lost }: GoneFigures, how: string): string {
  const what = `${plural(rules, 'rule')} of ${files.map((file) => path.basename(file)).join(', ')}, ${how},`
  const whom = `${plural(sessions, 'session')} not ended yet`
  return lost === undefined
    ? `${what} in force for ${whom}`
    : `${what} lost with the cache; tool calls of ${whom} get "${lost}" (on_config_error)`
}
