// A shell line as words and operators: quotes and escapes are minded, nothing is expanded.

/** A word, or the operator that it stands after; a separator ends a command. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'input' }
  | { readonly kind: 'end' }

const token =
  /[ \t\r]+|\\\n|(?<comment>(?<![^\s;&|()])#[^\n]*)|<<-?[ \t]*(?<heredoc>'[^'\n]*'|"[^"\n]*"|[^\s;&|<>()]+)|(?<dup>\d*[<>]&(?:\d+|-))|(?<out>(?:\d+|&)?>>?\|?)|(?<input><<<?|\d*<)|(?<end>&&|\|\|?|[;&\n()])|(?<word>(?:'[^']*'?|"(?:\\[^]|[^"\\])*"?|\\[^]|[^\s;&|<>()'"\\])+)/y

export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = []
  const awaited: string[] = []
  const at = new RegExp(token)
  while (at.lastIndex < line.length) {
    const from = at.lastIndex
    const groups = at.exec(line)?.groups
    if (groups === undefined) {
      at.lastIndex = from + 1
      continue
    }
    if (groups.heredoc !== undefined) awaited.push(unquoted(groups.heredoc))
    if (groups.out !== undefined) tokens.push({ kind: 'redirect' })
    if (groups.input !== undefined) tokens.push({ kind: 'input' })
    if (groups.word !== undefined) tokens.push({ kind: 'word', text: unquoted(groups.word) })
    if (groups.end === undefined) continue
    tokens.push({ kind: 'end' })
    if (groups.end === '\n') at.lastIndex = afterDocuments(line, at.lastIndex, awaited.splice(0))
  }
  return tokens
}

/** Where the line goes on after the documents that were begun in it. */
function afterDocuments(line: string, from: number, awaited: readonly string[]): number {
  return awaited.reduce((start, delimiter) => {
    for (let at = start; at < line.length;) {
      const end = line.indexOf('\n', at)
      const next = end < 0 ? line.length : end + 1
      if (line.slice(at, end < 0 ? undefined : end).trim() === delimiter) return next
      at = next
    }
    return line.length
  }, from)
}

function unquoted(word: string): string {
  return word.replace(/'[^']*'?|"(?:\\[^]|[^"\\])*"?|\\[^]/g, (part) => {
    if (part === '\\\n') return ''
    if (part.startsWith('\\')) return part.slice(1)
    const inside = part.slice(1, part.length > 1 && part.endsWith(part.charAt(0)) ? -1 : undefined)
    return part.startsWith("'") ? inside : inside.replace(/\\([$`"\\\n])/g, '$1')
  })
}
