// The arguments that hold secrets, out of the table of programs: what masks texts knows no shell.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const dir = 'src/shell/programs/data'

function sectionsIn(root) {
  return readdirSync(join(root, dir))
    .sort()
    .flatMap((file) => [...readFileSync(join(root, dir, file), 'utf8').matchAll(/`\n([^`]*)`/g)])
    .flatMap(([, text]) => text.trim().split(/\n{2,}/))
    .filter((section) => /[<[{](?:secret|pass|setting)\b/.test(section))
}

const namesIn = (header) => header.split(/,? /).filter((name) => name !== '')

/** What stands before the secret in an argument of the role; regular expressions. */
const leads = {
  secret: undefined,
  pass: 'pass:',
  'secret-after-colon': '[^\\s:"\']{1,100}:',
  'secret-after-comma': '[^\\s,"\']{1,100},',
  'secret-after-equals': '[^\\s="\']{1,100}=',
  'secret-after-percent': '[^\\s%"\']{1,100}%',
  'secret-after-slash': '[^\\s/:@"\']{1,100}\\/',
}

const leadOf = (role) => (leads[role] === undefined ? {} : { behind: leads[role] })
const isSecret = (role) => Object.hasOwn(leads, role)
const isLetter = (name) => /^-[A-Za-z]$/.test(name)

/** `-p --password <secret>`: separate or joined to a letter; `[secret]`: joined; `<pass>`: behind `pass:`. */
function optionsOf(line, at) {
  return line.split(', ').flatMap((entry) => {
    const [, names, open, role] = /^(.*?) ([<[])([\w-]+)[>\]]$/.exec(entry.trim()) ?? []
    if (names === undefined || !isSecret(role)) return []
    return [{ ...at, options: namesIn(names), ...(open === '[' && { joined: true }), ...leadOf(role) }]
  })
}

/** The letters that may stand before another in one word: `-rP`. */
function flagsIn(lines) {
  const entries = lines.filter((line) => /^ +-/.test(line)).flatMap((line) => line.trim().split(', '))
  const names = entries
    .filter((entry) => !/[<[]/.test(entry))
    .flatMap((entry) => namesIn(entry.split(' => ')[0]))
  return [...new Set(names.filter(isLetter).map((name) => name[1]))].join('')
}

/** `? -b !-n : <write> <text> <secret>`: the third word behind the options; `{secret -}`: the standard input. */
function operandsOf(line, at) {
  const [, when = '', operands = ''] = /^\??(.*?):(?= )(.*)$/.exec(line) ?? []
  const roles = [...operands.matchAll(/<([\w-]+)>/g)].map(([, role]) => role)
  const options = namesIn(when).filter((name) => !name.startsWith('!'))
  const skip = roles.findIndex((role) => isSecret(role) || role === 'setting')
  const found = []
  if (operands.includes('{secret -}')) found.push({ ...at, options, stdin: true })
  if (skip >= 0) {
    const isSetting = roles[skip] === 'setting'
    found.push({ ...at, options, skip, ...(isSetting && { setting: true }), ...leadOf(roles[skip]) })
  }
  return found
}

/** Does an option hold something else in another subcommand? */
function isElsewhere(option, section) {
  const entries = section.split('\n').flatMap((line) => (/^ +-/.test(line) ? line.trim().split(', ') : []))
  return entries.some(
    (entry) => namesIn(entry).includes(option) && !isSecret(/[<[]([\w-]+)[>\]]/.exec(entry)?.[1]),
  )
}

/** One row for all options of a program that are alike. */
function merged(rows) {
  const byKey = new Map()
  for (const { options, ...row } of rows) {
    const key = JSON.stringify(row.skip === undefined && !row.stdin ? row : { ...row, options })
    byKey.set(key, { ...row, options: [...new Set([...(byKey.get(key)?.options ?? []), ...options])] })
  }
  return [...byKey.values()]
}

const pair = '[\\w.-]{1,80}='
/** What the table of programs does not say. */
const more = [
  {
    programs: ['curl'],
    options: ['-u', '--user', '-U', '--proxy-user'],
    behind: leads['secret-after-colon'],
  },
  { programs: ['curl'], options: ['-b', '--cookie'], behind: '[\\w.%-]{1,80}=' },
  { programs: ['sudo'], options: ['-S'], stdin: true },
  { programs: ['passwd'], options: ['--stdin'], stdin: true },
  {
    programs: ['vault', 'bao'],
    path: [['kv'], ['put', 'patch']],
    options: [],
    dashes: true,
    skip: 1,
    behind: pair,
  },
  { programs: ['vault', 'bao'], path: [['write']], options: [], dashes: true, skip: 1, behind: pair },
  {
    programs: ['fly', 'flyctl', 'doppler'],
    path: [['secrets'], ['set']],
    options: [],
    skip: 0,
    behind: pair,
  },
  { programs: ['heroku'], path: [['config:set']], options: [], skip: 0, behind: pair },
  { programs: ['gh'], path: [['secret'], ['set']], options: ['-b', '--body'] },
  { programs: ['gh'], path: [['secret'], ['set']], options: [], stdin: true },
  { programs: ['wrangler'], path: [['secret'], ['put']], options: [], stdin: true },
  { programs: ['docker', 'podman'], path: [['secret'], ['create']], options: [], stdin: true },
  { programs: ['az'], path: [['secret'], ['set']], options: ['--value'] },
  { programs: ['aws'], path: [['put-parameter']], options: ['--value'] },
  { programs: ['gcloud'], path: [['secrets']], options: ['--data-file=-'], stdin: true },
  { programs: ['mosquitto_pub', 'mosquitto_sub'], options: ['-P', '--pw'] },
]

/** Each place where a program takes a secret. */
export function secretArguments(root) {
  const rows = sectionsIn(root).flatMap((section) => {
    const [header = '', ...lines] = section.split('\n')
    const programs = namesIn(header)
    const dashes = lines.some((line) => line.trim() === '! dashes')
    const flags = flagsIn(lines)
    const path = []
    return lines.flatMap((line) => {
      const text = line.trim()
      const depth = (line.length - text.length) / 2 - 1
      path.length = Math.min(path.length, depth)
      const at = { programs, ...(path.length > 0 && { path: [...path] }), ...(dashes && { dashes: true }) }
      const { path: under, ...anywhere } = at
      if (/^[-+]/.test(text))
        return optionsOf(text, {}).map((found) => ({
          ...(under !== undefined && found.options.some((name) => isElsewhere(name, section))
            ? at
            : anywhere),
          ...(!dashes && found.options.some(isLetter) && !found.joined && flags !== '' && { flags }),
          ...found,
        }))
      if (/^[?:]/.test(text)) return operandsOf(text, at)
      if (/^[a-z\d]/.test(text) && !text.includes('=')) path[depth] = namesIn(text)
      return []
    })
  })
  return [...merged(rows), ...more]
}

export function secretArgumentsModule(root) {
  const rows = secretArguments(root).map((row) => `  ${JSON.stringify(row)},\n`)
  return `// generated by npm run generate from ${dir}, do not edit

/** Where a program takes a secret. */
export interface SecretArgument {
  readonly programs: readonly string[]
  /** Its subcommands, one of each list. */
  readonly path?: readonly (readonly string[])[]
  /** Those whose value it is; with \`skip\` or \`stdin\`, those that must be there. */
  readonly options: readonly string[]
  /** Only joined to its option. */
  readonly joined?: true
  /** A single dash begins a long option. */
  readonly dashes?: true
  /** Letters that may stand before one of the options in the same word. */
  readonly flags?: string
  /** What stands before it in the value: a regular expression. */
  readonly behind?: string
  /** It is an operand, behind so many others. */
  readonly skip?: number
  /** It is an operand if the one before it names a secret. */
  readonly setting?: true
  /** It is the standard input. */
  readonly stdin?: true
}

export const secretArguments: readonly SecretArgument[] = [
${rows.join('')}]
`
}
