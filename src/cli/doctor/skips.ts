// Why an agent would skip hooks that stand in its settings: by files, and by what its own program says.
import { basename } from 'node:path'
import type { CheckPlace, Settings } from '../../agents/shared/agent.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { isObject } from '../../model/plain-object.ts'
import { createFiles } from '../../store/disk/files.ts'
import type { AgentFile } from '../shared/agent-files.ts'
import type { InstallableAgent } from '../shared/agent-list.ts'
import type { Finding } from './finding.ts'

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
  const told = program === undefined ? undefined : await checks?.ask?.({ ...checked, program })
  const isSilent = typeof told === 'string'
  const found = [...(checks?.skips?.(checked) ?? []), ...(isSilent ? [] : (told ?? []))]
  return [
    ...found.map((skip): Finding => ({ level: 'problem', ...skip })),
    ...(isSilent ? [silent(program, told)] : []),
  ]
}

function silent(program = '', why: string): Finding {
  const message = `${basename(program)} does not say whether it trusts our hooks: ${why}`
  return { level: 'warning', code: 'not-trusted', message }
}

function readObject(file: string): Settings {
  const parsed = parseJson(createFiles().read(file) ?? '{}', 'jsonc')
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
}
