// A call that works in another repository also meets the denies and asks of the hooks.yaml there, held to its own root.
import path from 'node:path'
import { agentLimits } from '../engine/dispatch-state.ts'
import { dispatch, type DecideOptions, type DispatchResult } from '../engine/dispatch.ts'
import { joinReasons } from '../engine/flow.ts'
import { createRegistry, type RuleCompiler } from '../engine/live.ts'
import { withFields } from '../engine/subject.ts'
import { directoriesOf } from '../matchers/shared/branches.ts'
import { defaultSettings } from '../model/rule-defaults.ts'
import { defined, withoutKeys } from '../model/plain-object.ts'
import type { Event, Rule, Subject, Verdict } from '../model/types.ts'
import { relativeTo } from '../patterns/paths/paths.ts'
import { repositoryAt } from '../shell/git/dir.ts'
import { lookAt } from '../store/disk/files.ts'
import { projectKey } from '../store/disk/dirs.ts'
import { findRoot, projectFiles } from '../store/project.ts'
import { createMemoryState } from '../store/state/memory.ts'
import type { Opened } from './call.ts'
import { mayLeave, openPlanFor } from './open.ts'
import { rulesAt } from './rules-in-force.ts'

interface Asking {
  readonly opened: Opened
  readonly effects: DecideOptions['effects']
  readonly makers: RuleCompiler
}

const guarded: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'])

/** The verdict of the session's rules, with what other repositories deny or ask. */
export async function askOtherRepositories(asking: Asking, own: DispatchResult): Promise<DispatchResult> {
  const { event: asked, files, ...opened } = asking.opened
  const { updated_input: input, updated_prompt: prompt, decision } = own.verdict
  if (own.aborted === true || decision === 'deny' || !guarded.has(asked.event)) return own
  const isAsAsked = input === undefined && prompt === undefined
  const event = isAsAsked ? asked : withFields(asked, defined({ tool_input: input, prompt }))
  if (!(isAsAsked ? opened.mayLeave() : mayLeave(event, files))) return own
  let { verdict } = own
  for (const root of rootsOf(own.subject, asking.opened)) {
    const rules = await rulesThere(root, asking.opened)
    if (rules.length > 0) verdict = stricter(verdict, await judge(rules, withFields(event, { root }), asking))
  }
  return { ...own, verdict }
}

/** The projects of other repositories that the call works in. */
function rootsOf(subject: Subject, { files }: Opened): readonly string[] {
  const { event } = subject
  const named = event.tool_name === undefined ? [] : directoriesIn(subject)
  const home = repositoryAt(event.root, files)?.common
  const dirs = new Set([event.cwd, ...named].map((dir) => files.real(dir)))
  const roots = [...dirs].flatMap((dir) => {
    if (relativeTo(event.root, dir) !== undefined) return []
    const common = repositoryAt(dir, files)?.common
    return common === undefined || common === home ? [] : [findRoot(dir, lookAt).root]
  })
  return [...new Set(roots)].filter((root) =>
    projectFiles(root).some((file) => lookAt(file.path) !== undefined),
  )
}

function directoriesIn(subject: Subject): readonly string[] {
  const { reads, creates, edits, deletes } = subject.facts()
  const paths = [...reads, ...creates, ...edits, ...deletes]
  return [
    ...directoriesOf(subject).filter((dir) => dir !== ''),
    ...paths.map(({ path: file, tree }) => (tree === true ? file : path.dirname(file))),
  ]
}

/** What the files there deny or ask. They came with a repository that nobody has opened: nothing else of them counts. */
async function rulesThere(root: string, opened: Opened): Promise<readonly Rule[]> {
  const { host, sent, event, dirs, files, clock } = opened
  const plan = await openPlanFor(host, {
    root,
    project: projectKey(root),
    dirs,
    files,
    now: clock.now(),
    event: event.event,
    session: event.session_id,
    configs: [],
    dry: sent.options.dryRun,
    consent: false,
  })
  const shown = (file: string): string => path.relative(event.root, path.resolve(root, file))
  return rulesAt(event.event, host.env, plan).flatMap((rule) => {
    const { layer, mode, handler, at } = rule
    const guards = handler.kind === 'inline' && ['deny', 'ask'].includes(handler.inline.says)
    const isOwn = layer === 'project' || layer === 'local'
    return guards && isOwn && mode === 'enforce' ? [{ ...rule, at: { ...at, file: shown(at.file) } }] : []
  })
}

/** Leaves no traces: the session's state is only read. */
async function judge(rules: readonly Rule[], event: Event, asking: Asking): Promise<Verdict> {
  const { opened, effects, makers } = asking
  const { sent, clock, started, plan } = opened
  const settings = { ...defaultSettings, ...defined({ tool_groups: plan.settings?.tool_groups }) }
  const { verdict } = await dispatch(createRegistry(withoutNotices(rules), settings, makers), event, {
    effects: { ...effects, state: createMemoryState(clock), past: effects.past ?? effects.state },
    ...agentLimits(sent.live ? sent.dialect.capabilities : undefined, event, clock.elapsed() - started),
  })
  return verdict
}

function withoutNotices(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => withoutKeys(rule, ['notify', 'once']))
}

const changes = [
  'updated_input',
  'updated_prompt',
  'updated_system',
  'updated_request',
  'reason',
  'user_reason',
] as const

function stricter(own: Verdict, other: Verdict): Verdict {
  const warnings = [...own.warnings, ...other.warnings.filter(({ rule }) => rule !== undefined)]
  const trace = [...own.trace, ...other.trace]
  const both = { ...own, warnings, trace }
  if (own.decision === 'deny' || (other.decision !== 'deny' && other.decision !== 'ask')) return both
  const said = own.decision === 'ask' && other.decision === 'ask' ? [own, other] : [other]
  const { text, user } = joinReasons(said.map((each) => ({ text: each.reason, user: each.user_reason })))
  const left =
    other.decision === 'deny' ? withoutKeys(both, changes) : withoutKeys(both, ['reason', 'user_reason'])
  return { ...left, decision: other.decision, ...defined({ reason: text, user_reason: user }) }
}
