// What the agent's model reads when it is refused: which rule, what would have run, why, what instead; and what its user reads.
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import { commandFields } from '../../model/tool-groups.ts'
import type { Decision, Event, Flow, TraceEntry, Verdict } from '../../model/types.ts'

const maxChars = 500
const maxCall = 140
/** More of a text is not even looked at. */
const maxLook = 2_000
const noRetry = 'Do not retry this in another form. If it is needed, ask the user.'
const again = 'Correct the call and make it again.'

// Controls, and what hides or reorders text.
const unseen = (): RegExp => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu // made when needed: its classes cost a start

function escapeChar(char: string): string {
  if (char === '\n') return '\\n'
  if (char === '\t') return '\\t'
  if (char === '\r') return '\\r'
  return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

function escapeLine(text: string): string {
  return text.replace(unseen(), escapeChar)
}

function escapeText(text: string): string {
  return text.replace(unseen(), (char) => (char === '\n' || char === '\t' ? char : escapeChar(char)))
}

function mask(text: string): string {
  return hideSecrets(text.slice(0, maxLook), '***')
}

/** At most so many characters, an ellipsis where it was cut; never half a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  return max < 2 ? '' : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Where a rule stands, relative to the root when it is inside. */
function placeOf(entry: TraceEntry, root: string): string {
  if (entry.at === undefined) return ''
  const { file, line } = entry.at
  const shown = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
  return ` (${clip(escapeLine(shown), 60)}:${line})`
}

function ruleOf(verdict: Verdict, is: (entry: TraceEntry) => boolean): TraceEntry | undefined {
  return verdict.trace.find(is)
}

function byDecision(decision: Decision): (entry: TraceEntry) => boolean {
  return (entry) => entry.decision === decision
}

function inputField(input: unknown, names: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  for (const name of names) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.map(String).join(' ')
  }
  return undefined
}

const objectFields =
  'file_path path notebook_path filePath target_file TargetFile AbsolutePath url Url pattern'.split(' ')

/** The call in one line: its command, or its tool and path; undefined when the event is no call. */
function callOf(event: Event): string | undefined {
  if (event.event !== 'PreToolUse' && event.event !== 'PermissionRequest') return undefined
  const command = inputField(event.tool_input, commandFields)
  if (command !== undefined) return command
  const on = inputField(event.tool_input, objectFields)
  const words = [event.tool_name, on].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : words.join(' ')
}

/** The first sentence is why, the rest is what to do instead. */
function splitReason(reason: string): { why: string; instead?: string } {
  const found = /^([^]+?[.!?])\s+(?=[\p{Lu}\p{N}"'`([{])([^]+)$/u.exec(reason.trim())
  if (found === null) return { why: reason.trim() }
  return { why: found[1] ?? '', instead: lowerFirst(found[2] ?? '') }
}

/** A word begins a sentence no longer; names and acronyms stay. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}*\s/u.test(text) && !/^I\s/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** The part of the call that the rule met, else the whole call: `run: git push -f`. */
function refusedIn(entry: TraceEntry | undefined, event: Event): string | undefined {
  if (entry?.part !== undefined) return entry.part
  const call = callOf(event)
  return call === undefined ? undefined : `run: ${call}`
}

function wouldRun(entry: TraceEntry | undefined, event: Event): string[] {
  const part = refusedIn(entry, event)
  return part === undefined ? [] : [`Would ${clip(escapeLine(mask(part)), maxCall)}`]
}

function whyLines(reason: string | undefined, max: number): string[] {
  if (reason === undefined || reason.trim() === '') return []
  const { why, instead } = splitReason(escapeText(mask(reason)))
  const whyLine = clip(`Why: ${why}`, instead === undefined ? max : Math.floor(max * 0.6))
  if (instead === undefined) return [whyLine]
  return [whyLine, clip(`Instead: ${instead}`, max - whyLine.length - 1)]
}

/** The rule that said so: of an ask that an agent cannot put to its user the one that asked. */
function refuser(verdict: Verdict): TraceEntry | undefined {
  return ruleOf(verdict, byDecision('deny')) ?? ruleOf(verdict, byDecision('ask'))
}

function ruleName(entry: TraceEntry, event: Event): string {
  if (entry.layer === 'built-in') return `${entry.rule}, which is built in`
  return `rule ${clip(escapeLine(entry.rule), 80)}${placeOf(entry, event.root)}`
}

/** What the model reads on a deny: at most 500 characters, nothing in it that hides. */
export function formatDenial(verdict: Verdict, event: Event): string {
  const entry = refuser(verdict)
  if (entry?.unresolved === true) return formatUnresolved('Denied', verdict.reason, ruleName(entry, event))
  const by = entry === undefined ? 'Denied.' : `Denied by ${ruleName(entry, event)}.`
  const head = [by, ...wouldRun(entry, event)]
  const last = entry?.correctable === true ? again : noRetry
  const left = maxChars - [...head, last].join('\n').length - 2
  return [...head, ...whyLines(verdict.reason, left), last].join('\n')
}

/** What cannot be known can be written so that it is: then the same call may pass. */
function formatUnresolved(how: 'Asked' | 'Denied', text = '', by: string): string {
  const reason = clip(escapeText(mask(text)), maxChars - by.length - how.length - 12)
  return `${how} because ${lowerFirst(reason)}\n– ${by}`
}

/** Why, for the user: the text that is for them, else the model's. */
export function userReason({
  user_reason,
  reason,
  user_flow_reason,
  flow_reason,
}: Verdict): string | undefined {
  return user_reason ?? reason ?? user_flow_reason ?? flow_reason
}

/** A rule that is certain comes first. */
function asker({ trace }: Verdict): TraceEntry | undefined {
  const entries = trace.filter(byDecision('ask'))
  return entries.find(({ unresolved }) => unresolved !== true) ?? entries[0]
}

/** What the user reads when asked: the rules' reasons, and whose they are. */
export function formatAsk(verdict: Verdict, event: Event): string {
  const entry = asker(verdict)
  const by = entry === undefined ? '' : ruleName(entry, event)
  const said = userReason(verdict)
  if (entry?.unresolved === true) return formatUnresolved('Asked', said, by)
  const met = unseenPart(entry, event)
  const reason = clip(escapeText(mask(said ?? '')), maxChars - by.length - met.length - 3) + met
  if (by === '') return reason
  return reason === '' ? `Asked by ${by}` : `${reason}\n– ${by}`
}

/** What the model reads beside a dialog that is its user's. */
export function formatAskContext(verdict: Verdict, event: Event): string {
  const met = unseenPart(asker(verdict), event)
  return clip(escapeText(mask(verdict.reason ?? '')), maxChars - met.length) + met
}

/** What the rule met where the call does not show it: in a script, a Makefile, behind an alias. */
function unseenPart(entry: TraceEntry | undefined, event: Event): string {
  const call = callOf(event)
  if (entry?.part === undefined || call === undefined) return ''
  const [, run] = /^run: ([^]*)$/.exec(entry.part) ?? []
  if (run === undefined || bare(call).includes(bare(run))) return ''
  return `\nWould ${clip(escapeLine(mask(entry.part)), maxCall)}`
}

/** As a command is compared with what the call says: spaces, quotes and escapes aside. */
const bare = (text: string): string => text.replace(/["'\\\s]/g, '')

/** The rule's own words, for an agent that shows no others. */
export function formatPlain(reason: string): string {
  return clip(escapeText(mask(reason)), maxChars)
}

/** For an agent that cuts a longer reason itself: the rule's own words say more than where the call stands. */
export function shortDenial(denial: string, { reason = '' }: Verdict, max: number): string {
  return denial.length <= max ? denial : clip(reason.trim() === '' ? denial : formatPlain(reason), max)
}

const maxNotice = 100

/** The id is for people: it never stands in a text that the model may read. */
function falseAlarm({ id }: Verdict): string {
  return `False alarm? hooks explain ${id ?? '--last'}`
}

/** What the user sees beside a decision: the one place that says how to look into it. */
export function formatNotice(verdict: Verdict, event: Event): string | undefined {
  const entry = refuser(verdict)
  if (entry === undefined || refusedIn(entry, event) === undefined) return undefined
  return formatDecision(verdict, event, {
    how: 'denied',
    entry,
    why: verdict.user_reason ?? verdict.user_flow_reason,
  })
}

/** The same beside an ask; `why` where the dialog does not show the reason. */
export function formatAskNotice(verdict: Verdict, event: Event, why?: string): string {
  return formatDecision(verdict, event, { how: 'asked about', entry: asker(verdict), why })
}

interface DecisionText {
  readonly how: string
  readonly entry: TraceEntry | undefined
  readonly why: string | undefined
}

function formatDecision(verdict: Verdict, event: Event, { how, entry, why }: DecisionText): string {
  const part = refusedIn(entry, event) ?? 'run: this call'
  const words = part.replace(/^(\w+): /, (_, verb: string) =>
    verb === 'run' ? '' : `${doing[verb] ?? verb} `,
  )
  const by = entry === undefined ? '' : ` (${clip(escapeLine(entry.rule), 80)})`
  return `hooks ${how} ${clip(escapeLine(mask(words)), maxNotice)}${by}${whyForUser(why)} ${falseAlarm(verdict)}`
}

const doing: Readonly<Record<string, string>> = {
  read: 'reading',
  create: 'creating',
  edit: 'editing',
  delete: 'deleting',
  touch: 'touching',
  contact: 'contacting',
}

/** `: The text.`, or the end of the sentence where the user has no text of their own. */
function whyForUser(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return '.'
  const said = formatPlain(text.trim())
  return `: ${/[.!?…]$/.test(said) ? said : `${said}.`}`
}

/** What the user sees beside a stop that is held up; undefined where there is nothing to say. */
export function formatHeld(verdict: Verdict): string | undefined {
  const { flow, user_flow_reason: text, id } = verdict
  if (!goesOn.has(flow) || (text === undefined && id === undefined)) return undefined
  const entry = ruleOf(verdict, ({ flow }) => goesOn.has(flow))
  const by = entry === undefined ? '' : ` (${clip(escapeLine(entry.rule), 80)})`
  const more = id === undefined ? '' : ` ${falseAlarm(verdict)}`
  return `hooks: not done yet${by}${whyForUser(text)}${more}`
}

const goesOn: ReadonlySet<Flow | undefined> = new Set(['continue', 'restart'])

/** What the model reads when it is not let go: which rule, the how-manyeth time, and what is missing. */
export function formatGate(verdict: Verdict, event: Event): string {
  const entry = ruleOf(verdict, ({ flow }) => goesOn.has(flow))
  const times =
    event.stop_active === undefined || event.stop_active === 0 ? '' : `, time ${event.stop_active + 1}`
  const by = entry === undefined ? '' : ` (rule ${escapeLine(entry.rule)}${times})`
  const said = [verdict.flow_reason, ...verdict.follow_up_messages, verdict.next_prompt]
  const texts = [...new Set(said)].filter((text) => text !== undefined && text !== '')
  return texts.length === 0 ? `Not done yet${by}.` : `Not done yet${by}: ${escapeText(texts.join('\n\n'))}`
}
