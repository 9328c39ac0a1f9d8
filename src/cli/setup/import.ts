import fs from 'node:fs'
import path from 'node:path'
import { errorMessage, hasCode } from '../../model/errors.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { findToImport } from './import-find.ts'
import { compileLayers, filesWith, findProjectConfig, type ProjectConfig } from '../open-project.ts'
import { toYaml } from '../../config/read/yaml/edit.ts'
import type { EventName } from '../../model/types.ts'
import type { FoundHook, ImportedRule } from '../../agents/shared/import/imported.ts'

export function runImport(host: Host, { write }: { readonly write?: string }): number {
  const here = findProjectConfig(host)
  const { found, files, problems } = findToImport(host, here)
  for (const problem of problems) host.err(`hooks: ${visible(problem)}\n`)
  if (found.length === 0) {
    host.err("hooks: nothing to import: no hooks or permissions in agents' settings, no hookify rules\n")
    return problems.length > 0 ? 1 : 0
  }
  const { text, rules, left_out } = writeImport(host, here, found)
  if (write === undefined) {
    host.out(text)
    return 0
  }
  try {
    fs.writeFileSync(path.resolve(host.cwd, write), text, { flag: 'wx' })
  } catch (error) {
    const why = hasCode(error, 'EEXIST') ? 'exists already, nothing was written' : errorMessage(error)
    return writeFailure(host, `${write} ${why}`)
  }
  const rest = left_out === 0 ? '' : `, ${left_out} left as comments`
  host.out(`wrote ${write} with ${plural(rules, 'rule')}${rest}\n  from: ${files.map(visible).join(', ')}\n`)
  return 0
}

interface NamedRule extends ImportedRule {
  readonly from: string
  readonly name: string
}

type LeftComment = Readonly<Record<'from' | 'why', string>>

/** What was found as a hooks.yaml; only rules that hooks accepts stand in it as rules. */
function writeImport(host: Host, here: ProjectConfig, found: readonly FoundHook[]) {
  const rules: NamedRule[] = []
  const left: LeftComment[] = []
  const names = new Set<string>()
  const seen = new Set<string>()
  for (const { from, result } of found) {
    if ('why' in result) {
      left.push({ from, why: result.why })
      continue
    }
    const key = keyOf(result)
    if (seen.has(key)) continue
    seen.add(key)
    const name = unusedName(result.title, names)
    const rule = { ...result, from, name }
    const problem = problemOf(host, here, rule)
    if (problem === undefined) rules.push(rule)
    else left.push({ from, why: problem })
  }
  return { text: textFor(rules, left), rules: rules.length, left_out: left.length }
}

/** A script that several agents' settings name for the same calls is one rule. */
function keyOf({ event, rule: { run, match, ...rest } }: ImportedRule): string {
  return JSON.stringify([event, match, run ?? rest])
}

/** Why hooks would not accept it alone. */
function problemOf(host: Host, here: ProjectConfig, rule: NamedRule): string | undefined {
  const file = path.join(here.root, 'hooks.yaml')
  const layers = [{ layer: 'project' as const, path: file, file: 'hooks.yaml' }]
  const files = filesWith([file, textFor([rule], [])])
  const { diagnostics } = compileLayers(host, { ...here, layers }, { asks: false, files })
  return diagnostics.find(({ severity }) => severity === 'error')?.message
}

const MAX_NAME_CHARS = 48

function unusedName(title: string, names: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_NAME_CHARS)
      .replaceAll(/^-+|-+$/g, '') || 'imported'
  let name = base
  for (let number = 2; names.has(name); number++) name = `${base}-${number}`
  names.add(name)
  return name
}

function textFor(rules: readonly NamedRule[], left: readonly LeftComment[]): string {
  const events = [...new Set(rules.map(({ event }) => event))]
  return [
    '# Imported by hooks import. After a change: hooks validate, hooks test.\n',
    'version: 1\n',
    ...(rules.length === 0 ? [] : ['\nhooks:\n', events.map((event) => eventText(event, rules)).join('\n')]),
    ...(left.length === 0
      ? []
      : ['\n# Not imported:\n', ...left.map(({ from, why }) => `${comment(from)}#   ${visible(why)}\n`)]),
  ].join('')
}

function eventText(event: EventName, rules: readonly NamedRule[]): string {
  const own = rules.filter((rule) => rule.event === event)
  return `  ${event}:\n${own.map(ruleText).join('\n')}`
}

function ruleText({ from, differs, name, rule }: NamedRule): string {
  const comments = comment(from) + (differs === undefined ? '' : comment(differs))
  return (comments + toYaml([{ name, ...rule }])).replaceAll(/^(?=.)/gm, '    ')
}

function comment(text: string): string {
  return `# ${visible(text)}\n`
}
