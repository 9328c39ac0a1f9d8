// Each system call with which a run writes files fails, or kills the run: the rule holds now, or at the next run.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, finish, makeProject, type Finished, type Project } from './support/cli.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-deploys, match: { tool: Bash, input: { command: 'deploy*' } }, deny: Deploys are closed. }
`
const args = ['run', '--agent', 'claude-code'] as const
const kinds = ['mkdir', 'openat', 'write', 'rename', 'fsync', 'fdatasync', 'ftruncate', 'unlink', 'rmdir']

/** The nth call of a kind. */
interface Call {
  readonly kind: string
  readonly nth: number
}

const shop = (): Project => makeProject({ 'hooks.yaml': RULES })

function deploy(project: Project, ...before: readonly string[]): Promise<Finished> {
  const payload = {
    session_id: 's',
    cwd: project.root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'deploy now' },
    tool_use_id: 'toolu_fault',
  }
  const argv = [...before, process.execPath, bin, ...args]
  return finish(argv, { cwd: project.root, env: project.env }, { input: JSON.stringify(payload) })
}

/** Those of a run with nothing kept, or with everything; what it only reads is not among them. */
async function callsOf(project: Project): Promise<readonly Call[]> {
  const log = path.join(project.dir, 'calls')
  await deploy(project, 'strace', '-y', '-o', log, '-e', `trace=${kinds.join()}`)
  const counted = new Map<string, number>()
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const kind = /^(\w+)\(/.exec(line)?.[1]
      if (kind === undefined) return []
      const nth = (counted.get(kind) ?? 0) + 1
      counted.set(kind, nth)
      const isOurs = /\/\.(?:cache|local)\//.test(line) && !line.includes('O_RDONLY')
      return isOurs ? [{ kind, nth }] : []
    })
}

const runs = [
  { run: 'the first run', prepare: () => Promise.resolve(shop()) },
  {
    run: 'a later run',
    prepare: async () => {
      const project = shop()
      await deploy(project)
      return project
    },
  },
]
const ways = ['error=ENOSPC', 'error=EACCES', 'error=EIO', 'signal=SIGKILL']

test.each(runs.flatMap((each) => ways.map((how) => ({ ...each, how }))))(
  '$run, $how',
  { timeout: 600_000 },
  async ({ prepare, how }) => {
    const calls = await callsOf(await prepare())
    expect(calls.map(({ kind }) => kind)).toContain('write')
    const softer: unknown[] = []
    for (const { kind, nth } of calls) {
      const project = await prepare()
      const inject = `inject=${kind}:${how}:when=${nth}`
      const faulty = await deploy(project, 'strace', '-o', '/dev/null', '-e', `trace=${kind}`, '-e', inject)
      const next = await deploy(project)
      const isKilled = how.startsWith('signal')
      if ((!isKilled && faulty.exit !== 2) || next.exit !== 2) softer.push({ inject, faulty, next })
    }
    expect(softer).toEqual([])
  },
)
