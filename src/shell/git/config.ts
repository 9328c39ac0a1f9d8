// Parser of git's configuration files.

/** `section.name.key` to its values; sections and keys in lower case. */
export function parseGitConfig(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  let section = ''
  for (const line of text.slice(0, 200_000).replaceAll('\\\n', '').split('\n')) {
    const head = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (head !== null)
      section =
        head[2] === undefined ? (head[1] ?? '').toLowerCase() : `${(head[1] ?? '').toLowerCase()}.${head[2]}`
    const pair = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(
      head === null ? line : line.slice(head[0].length),
    )
    if (pair === null) continue
    const key = `${section}.${(pair[1] ?? '').toLowerCase()}`
    const value = (pair[2] ?? 'true')
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll(/\\(["\\])/g, '$1')
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return values
}
