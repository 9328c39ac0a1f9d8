import fs from 'node:fs'
import path from 'node:path'
import { createFiles } from '../store/files.ts'
import type { Host } from '../run/host.ts'
import { lookAt } from './init/look.ts'
import { rulesFor } from './init/rules.ts'
import { describeProject, writeConfig } from './init/write.ts'
import { PROJECT_FILE } from '../store/plan/root.ts'
import { plural } from '../patterns/text/terminal-text.ts'
import type { Files } from '../model/types.ts'
import { findHere } from './shared/compile-here.ts'

export interface InitOptions {
  /** Prints what would be written. */
  readonly dryRun: boolean
  /** Puts a file that is there aside. */
  readonly force: boolean
}

const FINE = 0
const PROBLEMS = 1

/** `hooks init`: a first hooks.yaml for this project. Exit 1 when there is one already. */
export function init(host: Host, { dryRun, force }: InitOptions): number {
  const files = createFiles()
  const { root: found, dirs } = findHere(host)
  const root = files.kind(path.join(found, PROJECT_FILE)) === undefined ? repositoryOf(found, files) : found
  const file = path.join(root, PROJECT_FILE)
  const project = lookAt(root, dirs.home, files)
  const text = writeConfig(project)
  if (dryRun) {
    host.out(text)
    return FINE
  }
  const shown = path.relative(host.cwd, file)
  const isThere = files.kind(file) !== undefined
  if (isThere && !force) {
    host.err(`hooks: ${shown} is there already, nothing was written\n  ${unwritten.join('\n  ')}\n`)
    return PROBLEMS
  }
  try {
    const backup = isThere ? putAside(file) : undefined
    fs.writeFileSync(file, text, { flag: 'wx' })
    const aside = backup === undefined ? '' : `, the one before is ${path.basename(backup)}`
    host.out(
      `wrote ${shown} with ${plural(rulesFor(project).length, 'rule')}${aside}\n  seen: ${describeProject(project)}\n${next}`,
    )
    return FINE
  } catch (error) {
    host.err(
      `hooks: ${shown} could not be written: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return PROBLEMS
  }
}

const unwritten = [
  'hooks init --dry-run   prints what would be written',
  'hooks init --force     puts it aside and writes a new one',
]

const next = `
next
  hooks test                  plays its examples; change a rule and see one fail
  hooks install claude-code   makes Claude Code ask the rules
  hooks run --last --explain  tells why its last call was stopped, or was not
`

/** The top of the repository that a directory is in; without one the directory itself. */
function repositoryOf(from: string, files: Files): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (files.kind(path.join(dir, '.git')) !== undefined) return dir
    if (path.dirname(dir) === dir) return from
  }
}

/** Renames a file to a name that is free. */
function putAside(file: string): string {
  for (let number = 1; ; number++) {
    const backup = `${file}.bak${number === 1 ? '' : number}`
    if (fs.existsSync(backup)) continue
    fs.renameSync(file, backup)
    return backup
  }
}
