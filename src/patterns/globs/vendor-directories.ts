// Directories of what others made: large, and never what a rule means by a glob for any depth.

export const vendorDirectories: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '__pycache__',
  '.venv',
])

/** Is the whole tree such a directory? What Git keeps is looked into where it is named, and so is what holds the root. */
export function isVendorDirectory(tree: string, root: string): boolean {
  const name = tree.slice(tree.lastIndexOf('/') + 1)
  return name !== '.git' && vendorDirectories.has(name) && !`${root}/`.startsWith(`${tree}/`)
}
