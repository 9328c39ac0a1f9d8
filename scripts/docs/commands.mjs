// The verbs of the command, from its own help.
import { root } from './files.mjs'
import { cell, code, fenced, paragraphs, section, table } from './markdown.mjs'

async function help(main, ...words) {
  let text = ''
  const out = (more) => void (text += more)
  await main({
    argv: [...words, '--help'],
    env: { NO_COLOR: '1' },
    cwd: root,
    version: '',
    columns: 80,
    terminal: false,
    packageDir: root,
    out,
    err: out,
  })
  return text.replace(/^ +-h, --help .*\n/gm, '').trimEnd()
}

/** Each verb with its arguments, and its summary. */
async function verbs(main) {
  const found = []
  for (const line of (await help(main)).split('\n')) {
    const [, verb, says] = /^ {2}([a-z][\w-]*(?: \S+)*?) {2,}(\S.*)$/.exec(line) ?? []
    if (verb !== undefined) found.push({ verb, says })
    else if (/^ {4,}\S/.test(line) && found.length > 0) found.at(-1).says += ` ${line.trim()}`
  }
  return found.filter(({ verb }) => !verb.startsWith('help'))
}

export const commandTable = async ({ main }) =>
  table(
    ['command', 'what it does'],
    (await verbs(main)).map(({ verb, says }) => [code(`hooks ${verb}`), cell(says)]),
  )

export async function commandSections({ main }) {
  const sections = []
  for (const { verb } of await verbs(main)) {
    const name = verb.split(' ')[0]
    sections.push(section(name, fenced(await help(main, name))))
  }
  return paragraphs(...sections)
}
