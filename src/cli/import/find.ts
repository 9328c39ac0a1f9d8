// The files that an import reads, and what it finds in them.
import fs from 'node:fs'
import path from 'node:path'
import { agents } from '../../catalog.ts'
import { errorMessage } from '../../model/errors.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Host } from '../../run/host.ts'
import { parsePayload } from '../../run/payload.ts'
import { createFiles } from '../../store/files.ts'
import { tilde } from '../print/page.ts'
import { defaultAgent, scopes } from '../shared/agent-list.ts'
import type { ProjectConfig } from '../shared/project-config.ts'
import { importHookify } from './hookify.ts'
import type { Found } from './imported.ts'
import { importPermission, type Answer } from './permissions.ts'
import { importHooks } from './settings-hooks.ts'

export interface FoundToImport {
  readonly found: readonly Found[]
  /** As they are named to a person. */
  readonly files: readonly string[]
  /** Files that are there and could not be used, and why. */
  readonly problems: readonly string[]
}

export function findToImport(host: Host, here: ProjectConfig): FoundToImport {
  const { root, dirs } = here
  const settings = settingsFiles(host, here).map((file) => ({ file, read: settingsIn }))
  const rules = hookifyFiles(root).map((file) => ({ file, read: hookifyIn }))
  const found: Found[] = []
  const files: string[] = []
  const problems: string[] = []
  for (const { file, read } of [...settings, ...rules]) {
    const text = textOf(file)
    if (text === undefined) continue
    const shown = file.startsWith(`${root}/`) ? path.relative(root, file) : tilde(file, dirs.home)
    if (text instanceof Error) {
      problems.push(`${shown}: ${text.message}`)
      continue
    }
    const inFile = read(text, { file, shown, host, root })
    if (typeof inFile === 'string') problems.push(`${shown}: ${inFile}`)
    else if (inFile.length > 0) {
      found.push(...inFile)
      files.push(shown)
    }
  }
  return { found, files, problems }
}

/** Those of the machine first, then the user's, the project's and a person's own for it. */
function settingsFiles({ env }: Host, { root, dirs: { home } }: ProjectConfig): readonly string[] {
  const { settings } = agents.find(({ name }) => name === defaultAgent) ?? {}
  const own = scopes.toReversed().flatMap((scope) => settings?.file(scope, { root, home, env }) ?? [])
  return [path.join(managedDir(), 'managed-settings.json'), ...own]
}

function managedDir(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode'
  return process.platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code'
}

function hookifyFiles(root: string): readonly string[] {
  const dir = path.join(root, '.claude')
  const names = createFiles().list(dir)
  return names.filter((name) => /^hookify\..+\.local\.md$/.test(name)).map((name) => path.join(dir, name))
}

const MAX_BYTES = 1024 * 1024

function textOf(file: string): string | Error | undefined {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    if (!stat.isFile() || stat.size > MAX_BYTES) return new Error('it is no file of at most 1 MiB')
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    return new Error(errorMessage(error))
  }
}

interface ImportedFile {
  readonly file: string
  readonly shown: string
  readonly host: Host
  readonly root: string
}

const answers: readonly Answer[] = ['deny', 'ask', 'allow']

function settingsIn(text: string, { file, shown, root }: ImportedFile): readonly Found[] | string {
  const parsed = parsePayload(text)
  if ('problem' in parsed) return parsed.problem.replace('the payload', 'it')
  const { permissions, hooks } = parsed.value
  const lists: PlainObject = isObject(permissions) ? permissions : {}
  const dir = file.startsWith(`${root}/`) ? root : path.dirname(file)
  return [
    ...answers.flatMap((answer) => {
      const list = lists[answer]
      return (Array.isArray(list) ? list : []).map((each): Found => ({
        from: `${shown}: permissions.${answer} ${JSON.stringify(each)}`,
        result:
          typeof each === 'string' ? importPermission(each, answer, { dir, root }) : { why: 'it is no text' },
      }))
    }),
    ...importHooks(hooks, shown),
  ]
}

function hookifyIn(text: string, { shown, host }: ImportedFile): readonly Found[] | string {
  const { data, body } = host.load('yaml').frontMatter(text)
  return data === undefined
    ? 'its front matter cannot be read'
    : [{ from: shown, result: importHookify({ data, body }) }]
}
