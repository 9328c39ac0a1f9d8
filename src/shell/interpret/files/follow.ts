// A file that is not the call's own text: a Makefile, a git hook, code. Only what is sure in it counts.
import { spendingFrom } from '../../../patterns/work.ts'
import type { Shell } from '../shell.ts'

/** Files that run files. */
export const MAX_FILES = 2

export function followFile(shell: Shell, file: string, follow: () => void): void {
  const { sink, world, filesWork } = shell
  const mark = sink.mark()
  spendingFrom(filesWork, follow)
  shell.stopped = false
  sink.keepSure(mark, { file, root: world.root })
}
