// What the format has and this version does not do yet: refused, never silently accepted.

const input = "match the tool's input: match: { tool: '@write', input: { file_path: 'src/**' } }"

/** Keys of `match`, with what to write meanwhile. */
export const matchLater: Readonly<Record<string, string>> = {
  adds: "match the tool's input: match: { tool: '@write', input: { content: '*secret*' } }",
  branch: 'remove it, or ask git in a script: run: [./check-branch.sh]',
  command: "match the shell's input: match: { tool: '@shell', input: { command: 'git push*' } }",
  creates: input,
  deletes: "match the shell's input: match: { tool: '@shell', input: { command: 'rm *' } }",
  edits: input,
  host: "match the tool's input: match: { tool: '@fetch', input: { url: '*://example.com/*' } }",
  path: input,
  reads: "match the tool's input: match: { tool: '@read', input: { file_path: '~/.ssh/**' } }",
  session: 'remove it, or look in a script: run: [./check.sh]',
  when: 'match fields: match: { input: { environment: production } }',
  writes: input,
}

/** Top-level keys. */
export const fileLater: Readonly<Record<string, string>> = {
  discover: 'name each program in a rule: run: [./hooks/check.sh]',
}
