// What the format has and this version does not do yet: refused, never silently accepted.

/** Top-level keys. */
export const fileLater: Readonly<Record<string, string>> = {
  discover: 'name each program in a rule: run: [./hooks/check.sh]',
}
