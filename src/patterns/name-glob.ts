const compiled = new Map<string, RegExp>()

/** A name against a glob of `*` and `?`, upper and lower case alike. */
export function matchesNameGlob(glob: string, name: string): boolean {
  if (!/[*?]/.test(glob)) return glob.toLowerCase() === name.toLowerCase()
  let pattern = compiled.get(glob)
  if (pattern === undefined) compiled.set(glob, (pattern = new RegExp(`^${sourceOf(glob)}$`, 'is')))
  return pattern.test(name)
}

function sourceOf(glob: string): string {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  return escaped.replace(/\*+/g, '.*').replace(/\?/g, '.')
}
