// Text of other shells, written as a POSIX shell reads it.

/** One word that stands for itself. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** In double quotes, where only what is put in is expanded. */
export const inDouble = (text: string): string => text.replace(/[\\"$`]/g, String.raw`\$&`)

/** Not in quotes: globs and `~` mean what they mean in both, and a backslash stands between directories. */
export const bare = (text: string): string =>
  text.replaceAll('\\', '/').replace(/[^\w./:=@%+,~*?[\]^-]/g, (sign) => quoted(sign))

const reserved =
  /^(?:if|then|else|elif|fi|do|done|for|while|until|case|esac|function|select|time|coproc|in|declare|typeset|local|readonly|export|eval|type|test|\[.*|.*=.*)$/

/** A program's name, which is none of the shell's own. */
export const programWord = (word: string): string => (reserved.test(word) ? quoted(word) : word)

const pathLike = /^(?:[A-Za-z]:|\$env:\w+)?[\w .$:(){}@+~-]*(?:\\+[\w .$(){}@+*?~-]*)+$/

/** Does a text in quotes name a file as Windows does? */
export const isWindowsPath = (text: string): boolean => pathLike.test(text)
