// Scripts that wait until their test lets them pass: no test has to guess how long one takes.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'

/** A file that a script waits at with `read -r _ <FILE`. */
export interface Gate {
  /** Lets so many of those that wait pass. */
  pass(count: number): void
  /** Lets all pass, also those that come later. */
  open(): void
}

export function closedGate(file: string): Gate {
  execFileSync('mkfifo', [file])
  const fd = openSync(file, constants.O_RDWR) // a reader waits as long as somebody could write
  let isOpen = false
  return {
    pass: (count) => void writeSync(fd, '\n'.repeat(count)),
    open: () => {
      if (isOpen) return
      isOpen = true
      writeFileSync(`${file}.open`, '')
      renameSync(`${file}.open`, file)
      closeSync(fd)
    },
  }
}
