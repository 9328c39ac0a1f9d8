import path from 'node:path'
import type { Host } from '../../run/call.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { Files } from '../../model/types.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { createFiles } from '../../store/disk/files.ts'
import { compileLayers, type ProjectConfig } from '../shared/project-config.ts'

/** How many rules a shipped preset has, and how many of them deny: `70 rules: 9 deny, 60 ask`. */
export function describePreset(host: Host, here: ProjectConfig, name: string): string {
  const file = path.join(here.root, 'hooks.yaml')
  const text = `version: 1\nextends: [${name}]\n`
  const { plan } = compileLayers(
    host,
    { ...here, layers: [{ layer: 'project', path: file, file }] },
    { asks: false, files: withFile(file, text) },
  )
  const rules = new Map(
    Object.values(plan?.events ?? {})
      .flat()
      .filter(isWritten)
      .map((rule) => [rule.name, rule.handler]),
  )
  const count = (says: string): number =>
    [...rules.values()].filter((handler) => handler.kind === 'inline' && handler.inline.says === says).length
  return `${plural(rules.size, 'rule')}: ${count('deny')} deny, ${count('ask')} ask`
}

/** The files of this machine and one that is not written. */
function withFile(file: string, text: string): Files {
  const files = createFiles()
  return {
    ...files,
    read: (path) => (path === file ? text : files.read(path)),
    kind: (path) => (path === file ? 'file' : files.kind(path)),
  }
}
