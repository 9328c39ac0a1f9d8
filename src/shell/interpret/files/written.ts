// What the text writes to files, copies and links: as it will be when a later command of the text looks.
import { absolutePath } from '../../absolute-path.ts'
import type { CommandEffects, World } from '../../types.ts'
import {
  displayText,
  EMPTY,
  isLiteral,
  literalOf,
  literalText,
  markShownParts,
  symbolic,
  UNKNOWN,
  type SymbolicText,
} from '../../words/marks.ts'
import type { CommandCall } from '../call.ts'
import { baseName } from '../../../patterns/commands/command-words.ts'
import { spendCharacters, type Shell } from '../shell.ts'

/** Records a file's new content, in case it is run later. */
export function recordWrittenFile(shell: Shell, path: string, text: SymbolicText): void {
  const { writtenFiles } = shell
  if (text === UNKNOWN || text === EMPTY) return
  const before = writtenFiles.get(path)
  const whole = before === undefined ? text : symbolic`${before}\n${text}`
  if (spendCharacters(shell, whole.length)) writtenFiles.set(path, whole)
}

/** Puts a text before what a file of settings holds. */
export function recordSetting(shell: Shell, path: string, text: string): void {
  const before = shell.writtenFiles.get(path) ?? literalText(shell.world.files.read(path) ?? '')
  const whole = symbolic`${literalText(text)}\n${before}`
  if (spendCharacters(shell, whole.length)) shell.writtenFiles.set(path, whole)
}

const MAX_COPIES = 64

/** Records where copies are found. */
export function recordCopies(shell: Shell, copies: CommandEffects['copies']): void {
  const { writtenFiles, copiedFiles } = shell
  for (const { from, to } of copies) {
    if (copiedFiles.size >= MAX_COPIES || from === to) return
    const text = writtenFiles.get(from)
    const origin = originOf(shell, from)
    if (text !== undefined) writtenFiles.set(to, text)
    else if (origin !== to) {
      writtenFiles.delete(to)
      copiedFiles.set(to, origin)
    }
  }
}

/** The path itself, unless it is a copy. */
function originOf({ copiedFiles }: Pick<Shell, 'copiedFiles'>, path: string): string {
  const own = copiedFiles.get(path)
  if (own !== undefined) return own
  for (const [to, from] of copiedFiles) if (path.startsWith(`${to}/`)) return from + path.slice(to.length)
  return path
}

export type TextFiles = Pick<Shell, 'writtenFiles' | 'copiedFiles' | 'substitutionFiles' | 'shownTexts'>

/** Files as the text leaves them: what it has written, or copied, stands before what is on the disk. */
export function filesWith(text: TextFiles, files: World['files']): World['files'] {
  return {
    list: files.list,
    real: files.real,
    read(file, most) {
      const own = text.writtenFiles.get(file) ?? text.substitutionFiles.get(file)
      return own === undefined ? files.read(originOf(text, file), most) : showText(text, own)
    },
    kind(file) {
      if (text.writtenFiles.has(file)) return 'file'
      const origin = originOf(text, file)
      return files.kind(file) ?? (origin === file ? undefined : files.kind(origin))
    },
  }
}

/** The text that a program finds in a file. */
function showText({ shownTexts }: TextFiles, text: SymbolicText): string {
  const shown = displayText(text)
  if (!isLiteral(text)) shownTexts.set(shown, text)
  return shown
}

/** What a program takes from a file, with the marks of what the text has written there. */
export function markShown({ shownTexts }: Shell, text: string): SymbolicText {
  return shownTexts.get(text) ?? (shownTexts.size === 0 ? literalText(text) : markShownParts(text))
}

const systemDirs = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\//

/** `./x` that is a copy of or a link to `/bin/rm` is called by that name. */
export function underOwnName(shell: Shell, call: CommandCall): CommandCall {
  const [program, ...rest] = call.fields
  const word = literalOf(program?.text)
  if (word?.includes('/') !== true || call.context.remote || systemDirs.test(word)) return call
  const path = absolutePath(displayText(shell.scope.directory ?? EMPTY), word)
  if (path === undefined || path.startsWith('/proc/') || systemDirs.test(path)) return call
  const origin = originOf(shell, path)
  const real = origin === path ? shell.world.files.real(path) : origin
  const isOther = systemDirs.test(real) && !baseName(real).startsWith(baseName(path))
  return isOther ? { ...call, fields: [{ text: literalText(real), written: real }, ...rest] } : call
}
