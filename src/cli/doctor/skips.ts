// Why an agent would skip hooks that stand in its settings: by files, and by what its own program says.
import { basename } from 'node:path'
import { execa } from 'execa'
import type { AgentServer, CheckPlace, Settings, Skip } from '../../agents/shared/agent.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { field, isObject } from '../../model/plain-object.ts'
import { createFiles } from '../../store/files.ts'
import type { AgentFile } from '../shared/agent-files.ts'
import type { InstallableAgent } from '../shared/agent-list.ts'
import type { Finding } from './finding.ts'
import { endGroup } from './live/processes.ts'

const TIMEOUT_MS = 10_000

interface Asked {
  readonly file: AgentFile
  readonly place: Pick<CheckPlace, 'root' | 'home' | 'env'>
  readonly program: string | undefined
}

export async function skipFindings(
  { checks }: InstallableAgent,
  { file, place, program }: Asked,
): Promise<readonly Finding[]> {
  const path = createInstallFiles().target(file.path)
  const checked: CheckPlace = { ...place, scope: file.scope, path, read: readObject }
  const server = checks?.server
  const told = server === undefined || program === undefined ? [] : await ask(program, server, checked)
  const found = [...(checks?.skips?.(checked) ?? []), ...(told ?? [])]
  return [
    ...found.map((skip): Finding => ({ level: 'problem', ...skip })),
    ...(told === undefined ? [silent(program)] : []),
  ]
}

function silent(program = ''): Finding {
  const message = `${basename(program)} does not say whether it trusts our hooks`
  return { level: 'warning', code: 'not-trusted', message }
}

function readObject(file: string): Settings {
  const parsed = parseJson(createFiles().read(file) ?? '{}', 'jsonc')
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
}

/** Undefined when the program does not answer: an older one knows no such server. */
async function ask(
  program: string,
  server: AgentServer,
  place: CheckPlace,
): Promise<readonly Skip[] | undefined> {
  const messages = server.messages(place)
  const child = execa(program, server.args, {
    cwd: place.root,
    env: place.env,
    extendEnv: false,
    reject: false,
    stderr: 'ignore',
    detached: true,
  })
  const end = (): void => endGroup(child.pid)
  const late = setTimeout(end, TIMEOUT_MS)
  const wanted = messages.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  const results = new Map<number, unknown>()
  child.stdin.on('error', () => undefined) // it ended already
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
  for await (const line of child) {
    const said = messageIn(line)
    const id = field(said, 'id')
    if (typeof id === 'number') results.set(id, field(said, 'result'))
    if (results.size === wanted.length) end() // and with it the loop
  }
  clearTimeout(late)
  await child
  return results.size === wanted.length ? server.skips(results, place) : undefined
}

function messageIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
