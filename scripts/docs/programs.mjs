// The programs that are known, with the arguments that have an effect, and the variables they look at.
import { code, codes, paragraphs, section, table } from './markdown.mjs'

/** Roles of arguments that add no fact. */
const plainRoles = new Set(['text', 'secret', 'look', 'code', 'digits', 'assign'])
const hasEffect = (text) =>
  [...text.matchAll(/[<[{]([\w+-]+)[^>\]}]*[>\]}]/g)].some(([, role]) => !plainRoles.has(role))

/** The entries of a line that have an effect, each after its subcommands. */
function entriesOf(text, under) {
  const parts = /^[-+]|^\w+= /.test(text) ? text.split(', ') : /^[:?@]/.test(text) ? [text] : []
  return parts
    .filter((part) => part.startsWith('@') || hasEffect(part))
    .map((part) => [...under, part.replace(/^: /, '')].join(' ').replaceAll('...', '…'))
}

/** Joins options with the same subcommand and value: `-o|--output, --stderr <write>`. */
function mergeOptions(entries) {
  const merged = new Map()
  for (const entry of entries) {
    const [, under, names, value] = /^((?:[^-+<[{?@\s]\S* )*)((?:[-+]\S+ )+)([<[].*)$/.exec(entry) ?? []
    if (names === undefined) merged.set(entry, { start: entry, options: [] })
    else {
      const key = `${under}- ${value}`
      const { options } = merged.get(key) ?? { options: [] }
      merged.set(key, {
        start: under,
        options: [...options, names.trim().replaceAll(' ', '|')],
        end: ` ${value}`,
      })
    }
  }
  return [...merged.values()].map(({ start, options, end = '' }) => `${start}${options.join(', ')}${end}`)
}

/** A section's programs, and their arguments that have an effect. */
function programRow(text) {
  const [header, ...lines] = text.split('\n')
  const under = []
  const entries = new Set()
  for (const line of lines) {
    const words = line.trim()
    const depth = (line.length - line.trimStart().length) / 2 - 1
    under.length = Math.min(under.length, depth)
    for (const entry of entriesOf(words, under)) entries.add(entry)
    if (/^[a-z]/.test(words) && !/^\w+= /.test(words))
      under[depth] = words.split(' => ')[0].replaceAll(', ', '|')
  }
  const programs = header.split(', ').map((names) => names.split(' ')[0])
  return [codes(programs), mergeOptions(entries).map(code).join('<br>')]
}

const groupTitles = {
  files: 'Files',
  texts: 'Text',
  search: 'Search and replace',
  archives: 'Archives',
  git: 'git',
  network: 'Network',
  javascript: 'JavaScript packages',
  packages: 'Other packages',
  containers: 'Containers, clusters, clouds and databases',
  shells: 'Shells and wrappers',
  wrappers: 'Wrappers',
  windows: 'PowerShell and cmd.exe',
  interpreters: 'Interpreters',
  develop: 'Editors, formatters, tests and system',
}

/** A section of the page for each group of programs, and one for variables. */
export function programSections({ listSections, environment }) {
  const groups = Object.entries(listSections()).map(([group, sections]) => {
    const rows = sections.map(programRow)
    const bare = rows.filter(([, words]) => words === '').map(([names]) => names)
    return section(
      groupTitles[group] ?? group,
      table(
        ['program', 'arguments'],
        rows.filter(([, words]) => words !== ''),
      ),
      bare.length === 0 ? '' : `Known without arguments: ${bare.join(', ')}.`,
    )
  })
  return paragraphs(...groups, section('Variables', variableTable(environment)))
}

const variableTitles = {
  sh: 'a command',
  prompts: 'a command before each prompt',
  prompt: 'a text whose substitutions run',
  vim: 'commands of the editor',
  source: 'a shell script that runs first',
  programs: 'directories with programs',
  library: 'code that is loaded into any program',
  code: 'a file of code',
  libraries: 'directories with code',
  home: 'a directory with start files of the shell',
  config: 'a file of settings',
  options: 'options of the first program',
  url: 'a host',
  proxy: 'a host on the way to any other',
  write: 'a file that is written',
  'write-tree': 'a directory that is written',
  trace: 'a file that is written, when its path is absolute',
}

const variableTable = (environment) =>
  table(
    ['variable', 'what its value is', 'programs'],
    environment
      .trim()
      .split('\n')
      .map((line) => {
        const [about, names] = line.split(': ')
        const [kind, ...programs] = about.split(' ')
        return [
          codes(names.split(' ')),
          variableTitles[kind] ?? `the value of ${code(kind)}`,
          programs.length === 0 ? 'all' : codes(programs),
        ]
      }),
  )
