import { errorMessage } from '../model/errors.ts'
import fs from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import type { Files } from '../model/types.ts'
import { plural } from '../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../run/call.ts'
import { createFiles } from '../store/disk/files.ts'
import { PROJECT_FILE } from '../store/project.ts'
import { findToImport } from './import/find.ts'
import { detectProject } from './init/detect-project.ts'
import { describePreset } from './init/preset-facts.ts'
import { judgePastCalls, type PastCalls } from './init/past-calls.ts'
import { rulesFor, describeProject, writeConfig } from './init/rules.ts'
import { trustWritten } from './init/trust-written.ts'
import { type Deed, recordDone, whyNotHere } from './person/consent.ts'
import { findProjectConfig } from './shared/project-config.ts'

interface InitOptions {
  readonly dryRun?: true
  readonly force?: true
}

export function addInit(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('init')
    .helpGroup('Write:')
    .description('inspect the project and write a first hooks.yaml with examples that pass')
    .option('--dry-run', 'print it, write nothing')
    .option('--force', 'rename an existing one to hooks.yaml.bak')
    .action(async (options: InitOptions) => exit(await init(host, options)))
}

async function init(host: Host, { dryRun, force }: InitOptions): Promise<number> {
  const files = createFiles()
  const here = findProjectConfig(host)
  const { root: found, dirs } = here
  const root = files.kind(path.join(found, PROJECT_FILE)) === undefined ? repositoryOf(found, files) : found
  const file = path.join(root, PROJECT_FILE)
  const project = detectProject(root, dirs.home, files)
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

const replacing: Deed = { verb: 'init', what: 'replace rules' }

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

/** The repository's root, else the directory itself. */
function repositoryOf(from: string, files: Files): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (files.kind(path.join(dir, '.git')) !== undefined) return dir
    if (path.dirname(dir) === dir) return from
  }
}

/** Renames a file to an unused name. */
function renameToBackup(file: string): string {
  for (let number = 1; ; number++) {
    const backup = `${file}.bak${number === 1 ? '' : number}`
    if (fs.existsSync(backup)) continue
    fs.renameSync(file, backup)
    return backup
  }
}
