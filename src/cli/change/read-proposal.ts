// What `hooks propose` reads: a unified diff, or the whole text of a hooks.yaml.
import path from 'node:path'
import { applyPatch, parsePatch, type StructuredPatch } from 'diff'
import { errorMessage } from '../../model/errors.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import type { FileChange } from '../../store/records/proposals.ts'

export interface Editable {
  /** Where names in a patch are looked for. */
  readonly roots: readonly string[]
  /** The project's hooks.yaml. */
  readonly main: string
  /** It and the files of the project that it extends, absolute. */
  readonly files: readonly string[]
}

const MAX_CHARS = 256 * 1024

/** What would change, or why it is no change of the rules. */
export function readProposal(text: string, editable: Editable): readonly FileChange[] | string {
  if (text.trim() === '') return 'nothing came on stdin: give a patch of hooks.yaml, or its whole new text'
  if (text.length > MAX_CHARS) return `it has more than ${MAX_CHARS / 1024} KiB of text`
  try {
    const changes = isPatch(text) ? patched(text, editable) : [changeOf(editable.main, text)]
    if (typeof changes === 'string') return changes
    return changes.some(({ before, after }) => before !== after) ? changes : 'it changes nothing'
  } catch (error) {
    return `it cannot be read: ${errorMessage(error)}`
  }
}

function isPatch(text: string): boolean {
  return /^(?:diff --git |--- |Index: )/m.test(text) && /^@@ /m.test(text)
}

function changeOf(file: string, after: string): FileChange {
  const before = createInstallFiles().read(file)
  return { path: file, ...(before !== undefined && { before }), after }
}

function patched(text: string, editable: Editable): readonly FileChange[] | string {
  const changes: FileChange[] = []
  for (const patch of parsePatch(text)) {
    const change = patchedFile(patch, text, editable)
    if (typeof change === 'string') return change
    changes.push(change)
  }
  const paths = new Set(changes.map((change) => change.path))
  return paths.size === changes.length ? changes : 'the patch names a file twice: join its hunks'
}

function patchedFile(patch: StructuredPatch, text: string, editable: Editable): FileChange | string {
  const { oldFileName: old = '', newFileName: name = '', hunks } = patch
  const at = `line ${lineOf(text, name)} of the patch`
  if (name === '/dev/null')
    return `${at}: ${nameIn(old)} would be deleted; a proposal changes rules, its person deletes files`
  const file = fileFor(name, editable)
  if (file === undefined || (old !== '/dev/null' && fileFor(old, editable) !== file))
    return `${at}: ${notOurs(nameIn(name), editable)}`
  const { before = '' } = changeOf(file, '')
  const after = applyPatch(before, patch)
  if (after !== false) return changeOf(file, after)
  const { oldStart = 1 } =
    hunks.find((hunk) => applyPatch(before, { ...patch, hunks: [hunk] }) === false) ?? {}
  return `${at}: the hunk for line ${oldStart} of ${nameIn(name)} does not fit the file as it is: read it again, and make the patch from it`
}

export function notOurs(name: string, { files, main }: Editable): string {
  const others = files.filter((file) => file !== main).map((file) => path.basename(file))
  const names = [path.basename(main), ...others].join(', ')
  return `${name} is not one of the rules' files; a proposal changes only ${names}`
}

function fileFor(name: string, { roots, files }: Editable): string | undefined {
  const found = roots.map((root) => path.resolve(root, nameIn(name)))
  return found.find((file) => files.includes(file))
}

/** Git writes `a/` and `b/` before names. */
function nameIn(name: string): string {
  return name.replace(/^[ab]\//, '')
}

function lineOf(text: string, name: string): number {
  return text.split('\n').findIndex((line) => line.startsWith(`+++ ${name}`)) + 1 || 1
}
