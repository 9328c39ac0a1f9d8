// `hooks propose`: keeps a change of the rules until a person has looked at it. For agents as well.
import path from 'node:path'
import { errorMessage } from '../../model/errors.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { lineId } from '../../store/ledger/append.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import {
  countProposals,
  type FileChange,
  MAX_PROPOSALS,
  writeProposal,
} from '../../store/records/proposals.ts'
import { agentMark } from '../person/inside.ts'
import { choosePaint } from '../page/page.ts'
import { filesWith, findProjectConfig, type ProjectConfig } from '../open-project.ts'
import { assess, isBroken, projectFiles } from './assess.ts'
import { drawEffects } from './offer.ts'
import { type Editable, readProposal } from './read-proposal.ts'

const MAX_REASON = 300

export async function propose(host: Host, options: { readonly reason: string }): Promise<number> {
  const reason = visible(hideSecrets(options.reason.trim(), '***')).slice(0, MAX_REASON)
  if (reason === '')
    return writeFailure(host, 'give a reason: --reason "releases come from this branch, too"')
  if (host.stdinIsTerminal)
    return writeFailure(host, 'give the change on stdin: git diff hooks.yaml | hooks propose --reason "why"')
  const here = findProjectConfig(host)
  const stateDir = stateDirOf(here)
  if (countProposals(stateDir) >= MAX_PROPOSALS)
    return writeFailure(host, `${MAX_PROPOSALS} proposals wait already: ask the user to run hooks review`)
  const changes = readProposal(await host.stdin(), editableIn(host, here))
  if (typeof changes === 'string') return writeFailure(host, changes)
  const files = filesWith(...changes.map((change) => [change.path, change.after] as const))
  const assessment = await assess(host, here, { changes, files })
  if (isBroken(assessment)) {
    host.out(`${drawEffects(host, here, assessment).join('\n')}\n`)
    return writeFailure(host, 'nothing was proposed: correct this first')
  }
  return keep(host, here, { reason, changes })
}

export function stateDirOf({ root, dirs }: ProjectConfig): string {
  return path.join(dirs.state, projectKey(root))
}

/** The files that a proposal may change. */
export function editableIn(host: Host, here: ProjectConfig): Editable {
  const project = here.layers.find(({ layer }) => layer === 'project')
  const main = project?.path ?? path.join(here.root, 'hooks.yaml')
  const own = projectFiles(host, here)
    .filter((file) => file.data === undefined && file.package === undefined)
    .map((file) => file.path)
    .filter((file) => file.startsWith(`${here.root}${path.sep}`))
  return { roots: [host.cwd, here.root], main, files: [...new Set([main, ...own])] }
}

function keep(
  host: Host,
  here: ProjectConfig,
  { reason, changes }: { readonly reason: string; readonly changes: readonly FileChange[] },
): number {
  const mark = agentMark(host)
  const by =
    mark === undefined ? visible(host.env.USER ?? host.env.USERNAME ?? 'somebody') : `an agent: ${mark}`
  const id = lineId()
  const time = new Date(createClock().now()).toISOString()
  try {
    writeProposal(stateDirOf(here), { id, time, reason, by, changes })
  } catch (error) {
    return writeFailure(host, `the proposal could not be kept: ${errorMessage(error)}`)
  }
  const paint = choosePaint(host)
  host.out(
    `${paint('green', '✓')} proposed as ${id}, ${plural(changes.length, 'file')}\n  nothing changes until a person accepts it: hooks review\n`,
  )
  return 0
}
