import fs from 'node:fs'
import path from 'node:path'
import { errorMessage } from '../../model/errors.ts'
import type { Plan } from '../../model/types.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { PROJECT_FILE, repositoryOf } from '../../store/project.ts'
import { findToImport } from './import-find.ts'
import { detectProject } from './detect-project.ts'
import { rulesFor, describeProject, writeConfig } from './init-rules.ts'
import { type PersonAction, recordDone, whyNotHere } from '../person/consent.ts'
import {
  compileLayers,
  filesWith,
  findProjectConfig,
  type ProjectConfig,
  untrustedNote,
  sinceTime,
} from '../open-project.ts'
import { play } from '../past/replay-calls.ts'
import { openReplaySource } from '../past/chosen-calls.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { JudgedUnit } from '../../config/trust/trust.ts'
import { readTrust } from '../../store/records/trust.ts'
import { agentMark } from '../person/inside.ts'
import { recordEvent, saveTrust } from './trust.ts'

interface InitOptions {
  readonly dryRun?: true
  readonly force?: true
}

export async function init(host: Host, { dryRun, force }: InitOptions): Promise<number> {
  const files = createFiles()
  const here = findProjectConfig(host)
  const { root: found, dirs } = here
  const root = files.kind(path.join(found, PROJECT_FILE)) === undefined ? repositoryOf(found, files) : found
  const file = path.join(root, PROJECT_FILE)
  const project = detectProject({ root, home: dirs.home, env: host.env }, files)
  const preset = describePreset(host, here, 'recommended')
  const text = writeConfig(project, preset)
  if (dryRun === true) {
    host.out(text)
    return 0
  }
  const shown = path.relative(host.cwd, file)
  const isThere = files.kind(file) !== undefined
  if (isThere && force !== true)
    return writeFailure(host, `${shown} exists already, nothing was written\n  ${unwritten.join('\n  ')}`)
  const refused = isThere ? whyNotHere(host, here, replacing) : undefined
  if (refused !== undefined) return writeFailure(host, refused)
  const past = await judgePastCalls(host, { ...here, root }, { file, text })
  try {
    const backup = isThere ? renameToBackup(file) : undefined
    fs.writeFileSync(file, text, { flag: 'wx' })
    if (isThere) recordDone(host, here, replacing)
    const aside = backup === undefined ? '' : `, the previous one is ${path.basename(backup)}`
    host.out(
      `wrote ${shown} with ${plural(rulesFor(project).length, 'rule')}${aside}\n  found: ${describeProject(project)}\n${trustWritten(host)}${proposeAdvice(past)}${next}${past.calls > 0 ? nextReplay : ''}${findToImport(host, here).found.some(({ result }) => 'rule' in result) ? nextImport : ''}`,
    )
    return 0
  } catch (error) {
    return writeFailure(host, `${shown} could not be written: ${errorMessage(error)}`)
  }
}

const replacing: PersonAction = { verb: 'init', what: 'replace rules' }

const unwritten = [
  'hooks init --dry-run   prints what would be written',
  'hooks init --force     renames it to hooks.yaml.bak and writes a new one',
]

const MAX_PROPOSED = 6

/** Every rule enforces; which of them should begin by advising is the person's word, rule by rule. */
function proposeAdvice({ calls, frequent }: PastCalls): string {
  if (frequent.size === 0) return ''
  const rules = [...frequent].map(
    ([name, count]) => `    ${name} (${plural(count, 'call')})\n      ${advising(name)}\n`,
  )
  const more = rules.length - MAX_PROPOSED
  return `
proposed, from ${plural(calls, 'call')} of past sessions: rules that would have stopped many of
them, and what to write in hooks.yaml where one should only say so
${rules.slice(0, MAX_PROPOSED).join('')}${more > 0 ? `    ${plural(more, 'more rule')}: hooks replay\n` : ''}`
}

function advising(name: string): string {
  return name.includes('/') ? `overrides: { ${name}: { mode: advise } }` : 'mode: advise, beside its name'
}

const nextImport = '  hooks import                prints the hooks and permissions of your agents as rules\n'

const nextReplay = '  hooks replay                shows what these rules would have done in past sessions\n'

const next = `
next
  hooks test                  runs its examples; change a rule and see one fail
  hooks install claude-code   makes Claude Code call the rules
  hooks run --last --explain  shows why its last call was stopped, or was not
`

/** Renames a file to an unused name. */
function renameToBackup(file: string): string {
  for (let number = 1; ; number++) {
    const backup = `${file}.bak${number === 1 ? '' : number}`
    if (fs.existsSync(backup)) continue
    fs.renameSync(file, backup)
    return backup
  }
}

/** What the rules of a new hooks.yaml would have done to them. */
interface PastCalls {
  readonly calls: number
  /** Rules that object to more than a few of them, by name with the number of calls. */
  readonly frequent: ReadonlyMap<string, number>
}

const FEW_CALLS = 3
/** The newest; a whole history takes `hooks replay`. */
const MAX_CALLS = 5000

/** `text` is that of a file which is not written yet. */
async function judgePastCalls(host: Host, here: ProjectConfig, unwritten: Unwritten): Promise<PastCalls> {
  const since = sinceTime('30d', createClock().now()) ?? ''
  const which = { files: [], ledger: false, all: false, since, results: false, newest: true }
  const source = openReplaySource(host, here, which)
  const plan = source.count === 0 ? undefined : planOf(host, here, unwritten)
  if (plan === undefined) return { calls: 0, frequent: new Map() }
  const { calls, rules } = await play(host, onlyAdvising(plan), { events: source.events, max: MAX_CALLS })
  source.end()
  const isEnforced = (name: string): boolean =>
    plan.events.PreToolUse?.some((rule) => rule.name === name && rule.mode === 'enforce') === true
  const frequent = rules.filter(({ rule, count }) => count > FEW_CALLS && isEnforced(rule))
  return { calls, frequent: new Map(frequent.map(({ rule, count }) => [rule, count])) }
}

/** A rule that denies would hide those behind it. */
function onlyAdvising(plan: Plan): Plan {
  const rules = (plan.events.PreToolUse ?? []).map((rule) => ({ ...rule, mode: 'advise' as const }))
  return { ...plan, events: { ...plan.events, PreToolUse: rules } }
}

/** How many rules a shipped preset has, and how many of them deny: `70 rules: 9 deny, 60 ask`. */
function describePreset(host: Host, here: ProjectConfig, name: string): string {
  const file = path.join(here.root, PROJECT_FILE)
  const plan = planOf(host, here, { file, text: `version: 1\nextends: [${name}]\n` })
  const written = Object.values(plan?.events ?? {})
    .flat()
    .filter(isWritten)
  const rules = [...new Map(written.map((rule) => [rule.name, rule.handler])).values()]
  const count = (says: string): number =>
    rules.filter((handler) => handler.kind === 'inline' && handler.inline.says === says).length
  return `${plural(rules.length, 'rule')}: ${count('deny')} deny, ${count('ask')} ask`
}

interface Unwritten {
  readonly file: string
  readonly text: string
}

/** Of a project's file that is not written yet, alone. */
function planOf(host: Host, here: ProjectConfig, { file, text }: Unwritten): Plan | undefined {
  const layers = [{ layer: 'project' as const, path: file, file: PROJECT_FILE }]
  return compileLayers(host, { ...here, layers }, { asks: false, files: filesWith([file, text]) }).plan
}

/** Trusts what the new hooks.yaml needs, because its user has written it; returns the line that says so. */
function trustWritten(host: Host): string {
  try {
    const here = findProjectConfig(host)
    const written = here.layers.find(({ layer }) => layer === 'project')?.file
    const { units } = compileLayers(host, here, { asks: false })
    const own = units.filter(({ at, kind }) => at.file === written && kind !== 'recipes')
    if (own.length === 0) return ''
    const mark = agentMark(host)
    if (mark !== undefined) return noteFor(own, `this runs inside an agent (${mark}), so `)
    const { trust } = readTrust(here.dirs, here.root, Date.now())
    if (trust.refused !== undefined) return `! nothing can be trusted here: ${trust.refused}\n`
    saveTrust(host, here, { units: own, content: false, kept: Object.assign({}, ...(trust.own ?? [])) })
    recordEvent(host, here, { units: own, by: 'hooks init' })
    return `  trusted, because you wrote it: ${visible(own.map(({ name }) => name).join(', '))}\n`
  } catch (error) {
    return `! its rules could not be trusted: ${visible(errorMessage(error))}: hooks trust\n`
  }
}

function noteFor(units: readonly JudgedUnit[], where: string): string {
  const note = untrustedNote(units.map((unit) => ({ ...unit, is: 'new' })))
  return `! ${where}${note ?? ''}\n`
}
