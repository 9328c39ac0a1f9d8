// `hooks allow`: the exception that would have let a recorded call pass, written once its person has seen it.
import { builtinOf, draftsOf, type RuleDraft } from '../../config/expand/expand.ts'
import type { ConfigFile } from '../../config/read/config-file.ts'
import { textOfData, editYaml } from '../../config/read/yaml/edit.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { Event, Plan, Rule, TraceEntry, Verdict } from '../../model/types.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { visible } from '../../patterns/text/terminal-text.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { type PersonAction, whyNotHere } from '../person/consent.ts'
import { showChange, writeChange } from './offer.ts'
import { type RuleChange, changeFor, keysWithException } from './exception.ts'
import { compileLayers, filesWith, findProjectConfig, type ProjectConfig } from '../open-project.ts'
import {
  decisionById,
  decodeRecorded,
  isDecisionId,
  noDecision,
  type RecordedDecision,
} from '../call/recorded.ts'
import { createBench } from '../trial/bench.ts'

export async function allow(host: Host, id: string): Promise<number> {
  const here = findProjectConfig(host)
  const inside = whyNotHere(host, here, allowing)
  if (inside !== undefined) return writeFailure(host, inside)
  const found = isDecisionId(id) ? decisionById(host, id) : undefined
  if (found === undefined) return writeFailure(host, noDecision(id))
  const made = await exceptionFor(host, found)
  if (typeof made === 'string') return writeFailure(host, made)
  host.out(`${made.says}\n\n`)
  const isFine = await showChange(host, here, [made.change])
  if (!isFine) return writeFailure(host, 'nothing was written: the rules would be broken by it')
  return writeChange(host, here, { changes: [made.change], action: allowing })
}

const allowing: PersonAction = {
  verb: 'allow',
  what: 'make exceptions to rules',
  otherwise: 'nothing was written: this is not a terminal to ask at',
}

interface MadeException {
  readonly says: string
  readonly change: FileChange
}

async function exceptionFor(host: Host, found: RecordedDecision): Promise<string | MadeException> {
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
  const event = decodeRecorded(host, here.root, found)
  const judged = await judge(host, plan, { event })
  const entry = entryOf(judged, name)
  if (entry === undefined) return `rule ${name} would not ${decision} this call any more`
  const project = here.layers.find(({ layer }) => layer === 'project')
  const target = parsed.find((file) => file.path === project?.path)
  if (target === undefined) return 'this project has no hooks.yaml: hooks init writes one'
  for (const keys of keysWithException(draft, event, entry.part)) {
    const change = changeFor(draft, keys, target)
    const after = await judgeWith(host, here, { target, change, event })
    if (after === undefined || entryOf(after.verdict, name) !== undefined || after.isHeld) continue
    const { text } = target.document.source
    const edited = editYaml(text, target.keys, change.value)
    if (edited === undefined)
      return `${target.file} cannot be edited: write an exception to rule ${name} (${placeOf(draft)}) yourself`
    const says = summary(found, { draft, left: after.verdict })
    return { says, change: { path: target.path, before: text, after: edited } }
  }
  return `no pattern lets only this call pass: change rule ${name} (${placeOf(draft)}); hooks explain ${id} shows what it met`
}

function placeOf({ file, path }: RuleDraft): string {
  const { file: shown, line } = file.document.place(path)
  return `${shown}:${line}`
}

function noExceptionTo(name: string, plan: Plan): string {
  const rule = Object.values(plan.events)
    .flat()
    .find((each) => each.name === name)
  if (rule === undefined) return `there is no rule ${name} any more`
  return isWritten(rule)
    ? `rule ${name} is part of a built-in, and no exception lifts it: change the options of the rule that uses it`
    : `rule ${name} is hooks' own, and no exception lifts it: make the change yourself`
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

interface AllowedCall {
  readonly event: Event
  readonly without?: ReadonlySet<Rule>
}

async function judge(host: Host, plan: Plan, { event, without = new Set() }: AllowedCall): Promise<Verdict> {
  return (await createBench(host, plan).ask([event], { without })).verdict
}

function entryOf({ trace }: Verdict, name: string): TraceEntry | undefined {
  return trace.find((entry) => entry.rule === name && (entry.decision === 'deny' || entry.decision === 'ask'))
}

interface ChangedVerdict {
  readonly verdict: Verdict
  /** The changed rule alone objects still; another that decides first would hide it. */
  readonly isHeld: boolean
}

/** With the changed file in place of the one on disk; undefined where that has errors. */
async function judgeWith(
  host: Host,
  here: ProjectConfig,
  { target, change, event }: { target: ConfigFile; change: RuleChange; event: Event },
): Promise<ChangedVerdict | undefined> {
  const files = filesWith([target.path, textOfData(change.value)])
  const { plan } = compileLayers(host, here, { files })
  if (plan === undefined) return undefined
  const isOther = ({ name }: Rule): boolean => name !== change.name && !name.startsWith(`${change.name}/`)
  const without = new Set(Object.values(plan.events).flat().filter(isOther))
  const alone = await judge(host, plan, { event, without })
  return {
    verdict: await judge(host, plan, { event }),
    isHeld: alone.decision === 'deny' || alone.decision === 'ask',
  }
}

function summary(
  { row }: RecordedDecision,
  { draft, left }: { readonly draft: RuleDraft; readonly left: Verdict },
): string {
  const said = row.decision === 'deny' ? 'denied' : 'asked about'
  const rest = left.trace.find(({ decision }) => decision === 'deny' || decision === 'ask')
  const after =
    rest === undefined
      ? 'With this change it proceeds:'
      : `With this change only rule ${rest.rule} still answers "${rest.decision}":`
  const head = `${row.id ?? ''} ${said} ${row.subject ?? row.tool_name ?? ''}, by ${draft.name ?? ''} (${placeOf(draft)}).`
  return visible(head) + `\n${after}`
}
