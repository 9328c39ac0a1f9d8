import fs from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { errorMessage, hasCode } from '../model/errors.ts'
import { plural, visible } from '../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../run/call.ts'
import { findToImport } from './import/find.ts'
import { writeImport } from './import/write.ts'
import { findProjectConfig } from './shared/project-config.ts'

export function addImport(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('import')
    .helpGroup('Set up:')
    .description("print agents' hooks and permissions and hookify's rules as a hooks.yaml")
    .option('--write <file>', 'write it into this new file; an existing one is never changed')
    .addHelpText(
      'after',
      '\nIt reads the settings of Claude Code, Codex, Copilot CLI, Cursor, Gemini CLI and Qwen Code,\nthose of the machine, of you and of the project, and .claude/hookify.*.local.md. What hooks\ncannot express stands below as comments, with the reason. Where a rule is stricter than before, a comment says so. The sources stay as they\nare: remove from them what hooks does now.\nExit code: 0 imported, or nothing was found; 1 it could not be done',
    )
    .action((options: { readonly write?: string }) => exit(runImport(host, options)))
}

function runImport(host: Host, { write }: { readonly write?: string }): number {
  const here = findProjectConfig(host)
  const { found, files, problems } = findToImport(host, here)
  for (const problem of problems) host.err(`hooks: ${visible(problem)}\n`)
  if (found.length === 0) {
    host.err("hooks: nothing to import: no hooks or permissions in agents' settings, no hookify rules\n")
    return problems.length > 0 ? 1 : 0
  }
  const { text, rules, left_out } = writeImport(host, here, found)
  if (write === undefined) {
    host.out(text)
    return 0
  }
  try {
    fs.writeFileSync(path.resolve(host.cwd, write), text, { flag: 'wx' })
  } catch (error) {
    const why = hasCode(error, 'EEXIST') ? 'exists already, nothing was written' : errorMessage(error)
    return writeFailure(host, `${write} ${why}`)
  }
  const rest = left_out === 0 ? '' : `, ${left_out} left as comments`
  host.out(`wrote ${write} with ${plural(rules, 'rule')}${rest}\n  from: ${files.map(visible).join(', ')}\n`)
  return 0
}
