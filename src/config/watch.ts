import fs from 'node:fs'
import path from 'node:path'
import { watch, type FSWatcher } from 'chokidar'

/** A burst of changes is one change: an editor writes, renames and touches in one go. */
const BURST_MS = 60

export interface Watching {
  /** Watches these files from now on instead. */
  follow(files: readonly string[]): void
  stop(): Promise<void>
}

/** Calls back once for each burst of changes to the files; absent ones are seen when they come. */
export function watchFiles(files: readonly string[], changed: () => void): Watching {
  const wanted = new Set<string>()
  const dirs = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watcher: FSWatcher = watch([], { ignoreInitial: true, depth: 0 })
  watcher.on('all', (_event, file) => {
    if (!wanted.has(path.resolve(file))) return
    clearTimeout(timer)
    timer = setTimeout(changed, BURST_MS)
  })
  const follow: Watching['follow'] = (next) => {
    wanted.clear()
    for (const file of next) wanted.add(file)
    const fresh = [...new Set(next.map((file) => path.dirname(file)))].filter(
      (dir) => !dirs.has(dir) && fs.existsSync(dir),
    )
    for (const dir of fresh) dirs.add(dir)
    if (fresh.length > 0) watcher.add(fresh)
  }
  follow(files)
  return {
    follow,
    stop: () => {
      clearTimeout(timer)
      return watcher.close()
    },
  }
}
