import fs from 'node:fs'
import path from 'node:path'

export interface Found {
  /** Absolute, sorted. */
  readonly files: readonly string[]
  /** There were more directories than anybody wants to wait for. */
  readonly cut: boolean
}

const MAX_DIRS = 20_000
/** Where others' files are, or what can be made again. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'vendor',
  'dist',
  'build',
  'target',
  'coverage',
  '__pycache__',
])
const VISITED: ReadonlySet<string> = new Set(['.claude', '.hooks', '.github'])

export function isTestFile(file: string): boolean {
  return /\.hooks-test\.ya?ml$/.test(file)
}

/** The `*.hooks-test.yaml` below a directory, what is hidden or built left out; links are not followed. */
export function findTestFiles(root: string): Found {
  const files: string[] = []
  const dirs = [root]
  for (const [index, dir] of dirs.entries()) {
    if (index >= MAX_DIRS) return { files: files.sort(), cut: true }
    for (const entry of entriesOf(dir)) {
      const found = path.join(dir, entry.name)
      if (entry.isFile() && isTestFile(entry.name)) files.push(found)
      if (entry.isDirectory() && isVisited(entry.name)) dirs.push(found)
    }
  }
  return { files: files.sort(), cut: false }
}

function isVisited(name: string): boolean {
  return name.startsWith('.') ? VISITED.has(name) : !SKIPPED.has(name)
}

function entriesOf(dir: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(dir, { withFileTypes: true })
  } catch {
    return []
  }
}
