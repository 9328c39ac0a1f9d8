// Command lines that meet a command pattern.
import type { CommandItem, CommandPattern } from '../../patterns/commands/command-pattern.ts'
import type { CommandStage, CommandWord } from '../../patterns/commands/command-words.ts'
import { regexTexts } from './regex-texts.ts'

const usual = ['ls', 'git status', 'make']
const ANY = 'a'

/** A word as a shell reads it back; `~` and variables keep their meaning. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./~^{}-]+$/.test(word) && !/^#|[{}]/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}

export function commandsOf({ yes }: CommandPattern): readonly string[] {
  const lines = yes.length === 0 ? usual : yes.flatMap(linesOf)
  return [...new Set(lines)]
}

function linesOf({ stages, regex }: CommandItem): readonly string[] {
  if (regex?.source === undefined) return [stages.map(stageText).join(' | ')]
  // A text of several words may need its quotes: those of its parts that a shell would read in another way get them.
  const texts = regexTexts(regex.source, regex.flags ?? '')
  return texts.flatMap((text) => [quotedWords(text.trim()), text.trim(), text])
}

const quotedWords = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word === '' ? word : shellWord(word)))
    .join(' ')

function stageText({ assignments, words }: CommandStage): string {
  const set = assignments.map((each) => `${each.name}=${wordText(each)}`)
  return [...set, ...words.map((word) => wordText(word))].join(' ')
}

/** Wildcards stand for a plain word; signs that the shell is meant to see stay. */
function wordText({ text, source }: CommandWord): string {
  if (source === undefined) return /^\$\w+/.test(text) ? text : shellWord(text)
  const regex = new RegExp(source)
  const plain = text
    .replaceAll(/\*+|\?/g, (_, at: number) => (/\w/.test(text.charAt(at - 1)) ? '' : ANY))
    .replaceAll(/\[!?(.)[^\]]*\]/g, '$1')
  const fits = [plain, text.replaceAll(/\*+|\?/g, ANY)].find((word) => regex.test(word))
  return fits === undefined ? text : shellWord(fits)
}
