// `hooks allow`: prints the exception that would have let a recorded call pass; writes nothing.
import type { Command } from 'commander'
import { builtinOf, draftsOf, type RuleDraft } from '../../config/expand/rule-drafts.ts'
import type { ConfigFile, Keys } from '../../config/read/config-file.ts'
import { textOfData, toYaml } from '../../config/read/to-yaml.ts'
import type { Event, Plan, TraceEntry, Verdict } from '../../model/types.ts'
import { type Host, writeFailure } from '../../run/host.ts'
import { chooseDialect } from '../../run/agent-named.ts'
import { createFiles } from '../../store/files.ts'
import { type Change, changeFor, keysWithException } from './change.ts'
import { filesWith } from '../shared/files-with.ts'
import { decisionById, isDecisionId, noDecision, type RecordedDecision } from '../shared/decision.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../shared/project-config.ts'
import { createCaseRunner, environmentFor } from '../test/play/case-runner.ts'

export function addAllow(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('allow')
    .helpGroup('Live:')
    .description(
      'print the exception in hooks.yaml that would let a denied or asked call pass; writes nothing',
    )
    .argument('<id>', 'the id of the decision, from its message or hooks ledger')
    .action(async (id: string) => exit(await allow(host, id)))
}

async function allow(host: Host, id: string): Promise<number> {
  const found = isDecisionId(id) ? decisionById(host, id) : undefined
  if (found === undefined) return writeFailure(host, noDecision(id))
  const said = await exceptionFor(host, found)
  if (typeof said === 'string') return writeFailure(host, said)
  host.out(said.text)
  return 0
}

async function exceptionFor(
  host: Host,
  found: RecordedDecision,
): Promise<string | { readonly text: string }> {
  const { row } = found
  const { id = '', rule: name, decision } = row
  if (decision !== 'deny' && decision !== 'ask')
    return `${id} is no denied or asked call: what its rule asks for can only be changed in the rule${name === undefined ? '' : ` ${name}`}`
  if (name === undefined)
    return `${id} was refused by hooks itself, not by a rule: hooks explain ${id} says why`
  const here = findProjectConfig(host)
  const { plan, parsed } = compileLayers(host, here)
  if (plan === undefined) return 'the rules have errors: hooks validate shows them'
  const draft = parsed.flatMap((file) => draftsOf(file)).find((each) => each.name === name)
  const refused = draft === undefined ? noExceptionTo(name, plan) : whyNot(draft, plan)
  if (refused !== undefined || draft === undefined) return refused ?? ''
  const event = eventOf(host, found, here.root)
  if (typeof event === 'string') return event
  const judged = await judge(host, plan, event)
  const entry = entryOf(judged, name)
  if (entry === undefined) return `rule ${name} would not ${decision} this call any more`
  const project = here.layers.find(({ layer }) => layer === 'project')
  const target = parsed.find((file) => file.path === project?.path)
  if (target === undefined) return 'this project has no hooks.yaml: hooks init writes one'
  for (const keys of keysWithException(draft, event, entry.part)) {
    const change = changeFor(draft, keys, target)
    const after = await judgeWith(host, here, { target, value: change.value, event })
    if (after === undefined || entryOf(after, name) !== undefined || isHeldBy(after, change.name)) continue
    return { text: drawn(found, { draft, target, change, left: after }) }
  }
  return `no pattern lets only this call pass: change rule ${name} (${placeOf(draft)}); hooks explain ${id} shows what it met`
}

function placeOf({ file, path }: RuleDraft): string {
  const { file: shown, line } = file.document.place(path)
  return `${shown}:${line}`
}

function noExceptionTo(name: string, plan: Plan): string {
  const isThere = Object.values(plan.events).some((rules) => rules.some((rule) => rule.name === name))
  return isThere
    ? `rule ${name} is part of a built-in, and no exception lifts it: change the options of the rule that uses it`
    : `there is no rule ${name} any more`
}

/** What a project's file cannot make an exception to. */
function whyNot(draft: RuleDraft, plan: Plan): string | undefined {
  const { name = '', keys, file } = draft
  const isLocked = Object.values(plan.events).some((rules) =>
    rules.some((rule) => rule.name === name && rule.locked === true),
  )
  if (isLocked || file.layer === 'managed')
    return `rule ${name} is the administrator's (${file.file}): only they can make an exception`
  const use = builtinOf(draft)
  if (use === 'command-policy') return `rule ${name} is of command-policy: add the command to its with.allow`
  if (typeof use === 'string')
    return `rule ${name} is of the built-in ${use}, which no exception lifts: its options decide`
  if (!['deny', 'ask'].some((key) => Object.hasOwn(keys, key)))
    return `rule ${name} asks a program, which decides: change what it answers`
  return file.layer === 'project' ? undefined : `rule ${name} is in ${file.file}: change it there`
}

function eventOf(host: Host, { payload, agent }: RecordedDecision, root: string): Event | string {
  const dialect = chooseDialect(payload, { env: host.env, from: agent ?? 'native', option: '--agent' })
  if (typeof dialect === 'string') return dialect
  return dialect.decode(payload, { env: host.env, cwd: root, root, files: createFiles() })
}

async function judge(host: Host, plan: Plan, event: Event): Promise<Verdict> {
  return (await createCaseRunner(plan, environmentFor(host, false)).ask([event])).verdict
}

function entryOf({ trace }: Verdict, name: string): TraceEntry | undefined {
  return trace.find((entry) => entry.rule === name && (entry.decision === 'deny' || entry.decision === 'ask'))
}

function isHeldBy({ trace }: Verdict, name: string): boolean {
  return trace.some((entry) => entry.rule === name && entry.decision !== undefined)
}

/** The call's verdict with the changed file in place of the one on disk; undefined where that has errors. */
async function judgeWith(
  host: Host,
  here: ProjectConfig,
  { target, value, event }: { target: ConfigFile; value: Keys; event: Event },
): Promise<Verdict | undefined> {
  const { plan } = compileLayers(host, here, { files: filesWith(target.path, textOfData(value)) })
  return plan === undefined ? undefined : judge(host, plan, event)
}

function drawn(
  { row }: RecordedDecision,
  { draft, target, change, left }: { draft: RuleDraft; target: ConfigFile; change: Change; left: Verdict },
): string {
  const said = row.decision === 'deny' ? 'denied' : 'asked about'
  const rest = left.trace.find(({ decision }) => decision === 'deny' || decision === 'ask')
  const after =
    rest === undefined
      ? 'With this change it proceeds:'
      : `With this change only rule ${rest.rule} still answers "${rest.decision}":`
  const steps = change.steps.flatMap(({ what, before, after: now }) => [
    '',
    `${target.file}: ${what}`,
    ...difference(before === undefined ? [] : linesOf(before), linesOf(now)),
  ])
  return [
    `${row.id ?? ''} ${said} ${row.subject ?? row.tool_name ?? ''}, by ${draft.name ?? ''} (${placeOf(draft)}).`,
    after,
    ...steps,
    '',
    `Nothing was written. Then: hooks test`,
    '',
  ].join('\n')
}

const linesOf = (data: unknown): readonly string[] => toYaml(data).trimEnd().split('\n')

/** The lines of both texts: with a minus what only the old one has, with a plus what only the new one has. */
function difference(old: readonly string[], now: readonly string[]): readonly string[] {
  // How many lines the rests of both have in common, from each place of them.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const rest = (from: number, at: number): number => common[from]?.[at] ?? 0
  for (let from = old.length - 1; from >= 0; from--)
    for (let at = now.length - 1; at >= 0; at--)
      (common[from] ?? [])[at] =
        old[from] === now[at] ? rest(from + 1, at + 1) + 1 : Math.max(rest(from + 1, at), rest(from, at + 1))
  const lines: string[] = []
  let [from, at] = [0, 0]
  while (from < old.length || at < now.length) {
    const isSame = from < old.length && old[from] === now[at]
    const isGone =
      !isSame && from < old.length && (at === now.length || rest(from + 1, at) >= rest(from, at + 1))
    lines.push(`${isSame ? ' ' : isGone ? '-' : '+'} ${(isSame || isGone ? old[from] : now[at]) ?? ''}`)
    if (isSame || isGone) from += 1
    if (!isGone) at += 1
  }
  return lines
}
