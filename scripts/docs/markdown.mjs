// Markdown: what stands in a cell, tables and sections.
import { stringify } from 'yaml'

export const cell = (text) =>
  String(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll('\n', ' ')
export const code = (text) => `\`${cell(text)}\``
export const codes = (texts) => texts.map(code).join(', ')

const row = (cells) => `| ${cells.join(' | ')} |`
export const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** Joins what is there. */
export const paragraphs = (...parts) => parts.filter((part) => part !== '').join('\n\n')
export const section = (title, ...parts) => paragraphs(`## ${title}`, ...parts)
export const fenced = (text) => `\`\`\`text\n${text}\n\`\`\``

/** A value as YAML on one line. */
export const flow = (value) =>
  stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: true,
    lineWidth: 0,
    singleQuote: true,
  }).trim()
