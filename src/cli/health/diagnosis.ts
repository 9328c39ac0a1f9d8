// All that `hooks doctor` finds, as data.
import type { Scope } from '../../agents/shared/agent.ts'
import { agents as catalog } from '../../catalog.ts'
import { rulesIn, sayCounts } from '../../model/rule-counts.ts'
import type { Env } from '../../model/types.ts'
import { plural, span, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, isDisabled } from '../../run/call.ts'
import { defaultAgent } from '../agents/agents.ts'
import { isThere, untrustedNote } from '../open-project.ts'
import { type AgentHealth, examineAgent } from './agent-health.ts'
import { type Finding, type FindingLevel, fine, found, note, problem, warning } from './finding.ts'
import { examine, type Health } from './health.ts'
import { examineMachine, type MachineReport } from './machine.ts'

/** Fields stay as they are named; more may come. */
export interface Diagnosis {
  readonly version: string
  readonly root: string
  readonly problems: number
  readonly warnings: number
  /** What `--fix` would install again. */
  readonly repairs: readonly { readonly agent: string; readonly scope: Scope }[]
  readonly rules: readonly Finding[]
  readonly agents: readonly AgentHealth[]
  readonly machine: MachineReport
}

/** What sees at the agents themselves that rules hold. */
type Prove = (host: Host, agents: readonly AgentHealth[], health: Health) => Promise<readonly AgentHealth[]>

export async function diagnose(host: Host, name: string | undefined, prove?: Prove): Promise<Diagnosis> {
  const health = examine(host)
  const isNamed = name !== undefined
  const wanted = catalog.filter((agent) => !isNamed || agent.name === name)
  const examined = await Promise.all(wanted.map((agent) => examineAgent(agent, health, isNamed)))
  const seen = examined.filter((each) => each !== undefined)
  const agents = (await prove?.(host, seen, health)) ?? seen
  const machine = examineMachine(health.place, agents)
  const rules = [
    ...rulesFindings(host.env, health),
    ...(isNamed ? [] : unasked(agents, health)),
    ...stateFindings(health),
  ]
  const all = [
    rules,
    ...agents.flatMap((agent) => [agent, ...agent.files].map(({ findings }) => findings)),
    machine.findings,
  ]
  const count = (level: FindingLevel): number => all.flat().filter((each) => each.level === level).length
  const repairs = repairsIn(agents, machine)
  const sums = { problems: count('problem'), warnings: count('warning'), repairs }
  return { ...sums, rules, agents, machine, version: host.version, root: health.here.root }
}

/** Whether there are any rules, and whether they hold. */
function rulesFindings(env: Env, { here, compiled, paused, now }: Health): readonly Finding[] {
  if (!here.layers.some(isThere)) return [note('no-rules', 'no hooks.yaml here or for you', 'hooks init')]
  const { diagnostics, info, units } = compiled
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const [untrusted, trusting] = untrustedNote(units)?.split(': ') ?? []
  const off = "HOOKS_DISABLE=1 is set: the project's rules are not asked"
  return [
    errors === 0
      ? fine('rules', `${sayCounts(info.counts)}, valid`)
      : problem('rules', plural(errors, 'error'), 'hooks validate'),
    ...found(
      untrusted !== undefined && problem('untrusted-rules', untrusted, trusting),
      isDisabled(env) && problem('switched-off', off, 'unset HOOKS_DISABLE'),
    ),
    ...paused.map(({ rule, until, reason }) => {
      const message = `${visible(rule)} is paused, ${span(until - now)} left: ${visible(reason)}`
      return warning('paused', message, `hooks pause --end ${visible(rule)}`)
    }),
  ]
}

function unasked(agents: readonly AgentHealth[], { compiled }: Health): readonly Finding[] {
  if (agents.some(({ files }) => files.length > 0)) return []
  const report = rulesIn(compiled.info.counts) === 0 ? note : problem
  const first = agents.find(({ findings }) => findings.some(({ code }) => code === 'not-installed'))
  const fix = `hooks install ${first?.agent ?? defaultAgent}`
  return [report('not-installed', 'no agent calls us, so no rule is asked', fix)]
}

function stateFindings({ problem: why, changed }: Health): readonly Finding[] {
  return [
    ...found(why !== undefined && problem('state', why, 'make it a directory that only you can write')),
    ...changed.map((message) => warning('changed', message, 'if that is right: hooks review')),
  ]
}

function repairsIn(agents: readonly AgentHealth[], machine: MachineReport): Diagnosis['repairs'] {
  const hasNode = !machine.findings.some(({ code, level }) => code === 'node' && level === 'problem')
  const files = agents.flatMap((agent) => agent.files)
  const startless = files.filter(({ current }) => !hasNode && current.length > 0)
  const broken = files.filter(({ findings }) => findings.some(({ repair }) => repair !== undefined))
  const repairs = [...startless, ...broken].map(({ agent, scope }) => ({ agent, scope }))
  return [...new Map(repairs.map((each) => [`${each.agent} ${each.scope}`, each])).values()]
}
