// A file that is not the call's own text: a Makefile, a git hook, code. Only what is sure in it counts.
import type { Shell } from '../shell.ts'

/** Files that run files. */
export const MAX_FILES = 2

/** Follows it with limits of its own, so that a long file does not keep the rest of the call from being read. */
export function followFile(shell: Shell, file: string, follow: () => void): void {
  const { sink, world, commandsLeft, charactersLeft, filesLeft } = shell
  const mark = sink.mark()
  shell.commandsLeft = filesLeft.commands
  shell.charactersLeft = filesLeft.characters
  follow()
  filesLeft.commands = shell.commandsLeft
  filesLeft.characters = shell.charactersLeft
  shell.commandsLeft = commandsLeft
  shell.charactersLeft = charactersLeft
  shell.stopped = false
  sink.keepSure(mark, { file, root: world.root })
}
