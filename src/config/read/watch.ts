import fs from 'node:fs'
import path from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import { stampOf } from './stamp.ts'

/** A burst of changes is one change: an editor writes, renames and touches in one go. */
const BURST_MS = 60
/** Longer bursts are not waited for. */
const MAX_BURST_MS = 400
/** How often the end of a burst is put off because files changed without an event: a busy process hears of them late. */
const MAX_DELAYS = 5
/** Polling sees what no event reports: swapped links, directories that come later, network file systems. */
const POLL_MS = 250

export interface FileWatcher {
  /** Watches these files from now on instead. */
  follow(files: readonly string[]): void
  stop(): Promise<void>
}

/** Calls back once for each burst of changes to the files; absent ones are seen when they come. */
export function watchFiles(files: readonly string[], changed: () => void): FileWatcher {
  let stamps = new Map<string, string>()
  /** Since it was last called. */
  const hasChanged = (): boolean => {
    const now = stampAll(stamps.keys())
    const isChanged = [...now].some(([file, stamp]) => stamps.get(file) !== stamp)
    stamps = now
    return isChanged
  }
  const burst = createDebounce(changed, hasChanged)
  const events = createEvents(() => {
    hasChanged()
    burst.touch()
  })
  const poll = (): void => {
    if (hasChanged()) burst.touch()
  }
  const looking = setInterval(poll, POLL_MS)
  const follow: FileWatcher['follow'] = (next) => {
    stamps = stampAll(next)
    events.follow(next)
  }
  follow(files)
  return {
    follow,
    stop: () => {
      clearInterval(looking)
      burst.end()
      return events.stop()
    },
  }
}

function stampAll(files: Iterable<string>): Map<string, string> {
  return new Map([...files].map((file) => [file, stampOf(file)]))
}

function createDebounce(over: () => void, hasChanged: () => boolean): Record<'touch' | 'end', () => void> {
  let timer: NodeJS.Timeout | undefined
  let began: number | undefined
  let delays = 0
  const fire = (): void => {
    if (delays < MAX_DELAYS && hasChanged()) {
      delays++
      timer = setTimeout(fire, BURST_MS)
      return
    }
    began = undefined
    delays = 0
    over()
  }
  return {
    touch: () => {
      const now = Date.now()
      began ??= now
      clearTimeout(timer)
      timer = setTimeout(fire, Math.max(0, Math.min(BURST_MS, began + MAX_BURST_MS - now)))
    },
    end: () => clearTimeout(timer),
  }
}

/** Events of the system for the files, by their directories: a file that is replaced is another file. */
function createEvents(touch: () => void): FileWatcher {
  const wanted = new Set<string>()
  const dirs = new Set<string>()
  const watcher: FSWatcher = watch([], {
    ignoreInitial: true,
    depth: 0,
    ignored: (file) => !dirs.has(path.resolve(file)) && !wanted.has(path.resolve(file)),
  })
  watcher.on('all', (_event, file) => {
    const changed = path.resolve(file)
    if (!fs.existsSync(changed)) dirs.delete(changed)
    if (wanted.has(changed)) touch()
  })
  watcher.on('error', () => undefined) // polling goes on without events
  const follow: FileWatcher['follow'] = (files) => {
    const fresh = files.filter((file) => !wanted.has(file))
    wanted.clear()
    for (const file of files) wanted.add(file)
    const freshDirs = [...new Set(files.map((file) => path.dirname(file)))].filter(
      (dir) => !dirs.has(dir) && fs.existsSync(dir),
    )
    for (const dir of freshDirs) dirs.add(dir)
    const all = [...freshDirs, ...fresh.filter((file) => fs.existsSync(file))]
    if (all.length > 0) watcher.add(all)
  }
  return { follow, stop: () => watcher.close() }
}
