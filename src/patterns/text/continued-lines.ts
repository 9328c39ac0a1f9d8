// Command lines that go on behind a backslash at their end.

/** Blanks that hardly any text has, each in place of one layout of a line's end. */
const BLANKS = '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f'
/** Also as JSON has it, and JSON in JSON, up to three times: each time doubles the backslashes. */
const lineEnd = /(?:[ \t]|\\{1,4}t){0,80}(?:\\\r?\n|(?<!\\)\\{3,12}(?:r\\{1,4})?n)(?:[ \t]|\\{1,4}t){0,80}/g

export interface JoinedLines {
  readonly text: string
  /** The text with its line ends as they were. */
  split(text: string): string
}

/** Each continuation as one blank, which is what the shell makes of it where blanks stand beside it. */
export function joinLines(text: string): JoinedLines {
  const unused = Array.from(BLANKS).filter((blank) => !text.includes(blank))
  const blanks = new Map<string, string>()
  const joined = text.replace(lineEnd, (layout) => {
    const blank = blanks.get(layout) ?? unused.pop()
    if (blank !== undefined) blanks.set(layout, blank)
    return blank ?? layout
  })
  return {
    text: joined,
    split: (hidden) => [...blanks].reduce((each, [layout, blank]) => each.replaceAll(blank, layout), hidden),
  }
}
