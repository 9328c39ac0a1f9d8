// Directories of what others made: large, and never what a rule means by a glob for any depth.

export const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '__pycache__', '.venv'])

/** Is the whole tree such a directory? What Git keeps is looked into where it is named. */
export function isPassedOver(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name !== '.git' && passedOver.has(name)
}
