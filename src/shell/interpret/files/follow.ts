// A file that is not the call's own text: a Makefile, a git hook, code. Only what is sure in it counts.
import { markSpent, SPENT, spendingFrom } from '../../../patterns/work.ts'
import { everything } from '../../kinds.ts'
import { isOwnFile } from '../../run-files.ts'
import type { Shell } from '../shell.ts'

/** Files that run files. */
export const MAX_FILES = 2

/** A shell script of the project, or one that the call wrote, is the call's own affair where it is too long to be read. */
export function followFile(shell: Shell, file: string, follow: () => void): void {
  const { sink, world, filesWork } = shell
  const mark = sink.mark()
  spendingFrom(filesWork, follow)
  shell.stopped = false
  sink.keepSure(mark, { file, root: world.root })
  if (!filesWork.spent || !(isOwnFile(file, world) || shell.writtenFiles.has(file))) return
  sink.unresolved(SPENT, file, everything)
  markSpent()
}
