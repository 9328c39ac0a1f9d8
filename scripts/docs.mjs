// The tables in README.md and docs/ that stand between <!-- generated: name --> and <!-- /generated -->.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { stringify } from 'yaml'
import { drawDeniedCall, picture } from './picture.mjs'
import { readSources } from './presets.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const read = (file) => readFileSync(join(root, file), 'utf8')
const current = (file) => (existsSync(join(root, file)) ? read(file) : undefined)

/** Bundles the sources to import them, because Node 20 does not run TypeScript. */
async function load(...units) {
  const outDir = join(root, 'node_modules/.cache/hooks-docs', String(process.pid))
  await build({
    config: false,
    cwd: root,
    entry: Object.fromEntries(units.map((unit) => [unit, `src/${unit}.ts`])),
    format: 'esm',
    platform: 'node',
    outDir,
    dts: false,
    hash: false,
    define: { VERSION: '""' },
    deps: { neverBundle: [/^[a-z@]/], skipNodeModulesBundle: true },
    logLevel: 'error',
  })
  try {
    const loaded = {}
    for (const unit of units) Object.assign(loaded, await import(pathToFileURL(join(outDir, `${unit}.mjs`))))
    return loaded
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

// ---- Markdown

const cell = (text) =>
  String(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll('\n', ' ')
const code = (text) => `\`${cell(text)}\``
const row = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const flow = (value) =>
  stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: true,
    lineWidth: 0,
    singleQuote: true,
  }).trim()

// ---- events and agents

/** The rule key for each field of an outcome. Fields that only scripts and built-ins can set keep their name. */
const written = {
  updated_input: 'set_input',
  updated_output: 'set_output',
  updated_prompt: 'set_prompt',
  updated_system: 'set_system',
  updated_request: 'set_request',
  messages: 'replace_messages',
  follow_ups: 'follow_up_messages',
  restart: 'flow: restart',
}
const handler = (part) => written[part] ?? part

function eventTable(events, embedded) {
  const rows = Object.entries(events).filter(([, event]) => (event.embedded === true) === embedded)
  return table(
    ['event', 'when', 'a rule may answer with', 'also called'],
    rows.map(([name, { when, may, aliases }]) => [
      code(name),
      cell(when),
      [...may.map(handler), 'notify'].map(code).join(', '),
      aliases.map(code).join(', '),
    ]),
  )
}

/** Splits the answers of an event into those that an agent supports and the others. */
function splitAnswers({ may }, carries) {
  const answers = may.filter((part) => !['follow_ups', 'next_prompt', 'tool_results'].includes(part))
  return {
    supported: answers.filter((part) => carries?.[part] === true),
    unsupported: answers.filter((part) => carries?.[part] !== true),
  }
}

const agentsOf = (dialects) => dialects.filter(({ name }) => name !== 'native' && name !== 'context')

function agentDetails(name, { events, dialects }) {
  const { capabilities } = dialects.find((dialect) => dialect.name === name)
  const rows = Object.entries(events).filter(([event]) => capabilities.events[event] !== undefined)
  const answers = table(
    ['event', 'supported', 'not supported', 'shows messages to the user'],
    rows.map(([event, its]) => {
      const { supported, unsupported } = splitAnswers(its, capabilities.events[event])
      const list = (parts) => parts.map(handler).map(code).join(', ')
      return [
        code(event),
        list(supported),
        list(unsupported),
        capabilities.events[event].notify === true ? 'yes' : 'no',
      ]
    }),
  )
  return [answers, failureTable(capabilities), ...differences(name, capabilities, events)].join('\n\n')
}

const failureRows = {
  crash: 'crashes, or exits with another code',
  timeout: 'takes too long',
  empty: 'prints nothing',
  broken: 'prints something that is not an answer',
  exit_2: 'exits with 2 and a reason on stderr',
}
const failureMeaning = {
  open: 'the agent goes on',
  closed: 'the call is denied',
  denies: 'what can be denied is denied',
  fails: 'the hook failed',
}

/** What the agent does when its hook fails, as far as it is known: everywhere, and where an event differs. */
function failureTable({ failure, failures = {} }) {
  const own = Object.keys(failures)
  const observed = Object.entries(failureRows).filter(([key]) => failure[key] !== 'unknown')
  return table(
    ['when the hook', 'then', ...own.map((event) => `at ${code(event)}`)],
    observed.map(([key, when]) => [
      when,
      failureMeaning[failure[key]],
      ...own.map((event) => failureMeaning[failures[event][key] ?? failure[key]]),
    ]),
  )
}

/** Sentences about versions, surfaces and permission modes. */
function differences(name, { versions, variants = [], weakened = {}, events: base }, events) {
  const where = ({ versions: range, surface, permission_mode: mode }) =>
    [
      ...(range === undefined ? [] : [`in versions ${range}`]),
      ...(surface === undefined ? [] : [`on the surface ${code(surface)}`]),
      ...(mode === undefined ? [] : [`in permission mode ${code(mode)}`]),
    ].join(' and ')
  const changed = (event, row) =>
    splitAnswers(events[event], row)
      .unsupported.filter((part) => base[event]?.[part] === true)
      .map((part) => `${code(handler(part))} at ${code(event)}`)
  const sentences = variants.map(
    (variant) =>
      `Not supported ${where(variant)}: ${Object.entries(variant.events)
        .flatMap(([event, row]) => changed(event, row))
        .join(', ')}.`,
  )
  const observed = versions === undefined ? [] : [`Observed with ${name} ${versions}.`]
  const weaker = Object.entries(weakened).flatMap(([event, parts]) =>
    Object.entries(parts).map(([part, how]) => `${code(handler(part))} at ${code(event)} arrives ${how}.`),
  )
  const all = [...observed, ...sentences, ...weaker]
  return all.length === 0 ? [] : [all.join(' ')]
}

/** What the tests of the real clients saw; how what arrives in another form does, from the tables. */
function seenTable({ clients, dialects }) {
  const seen = clients.map(({ agent }) => ({
    agent,
    weakened: dialects.find(({ name }) => name === agent).capabilities.weakened?.PostToolUse ?? {},
    ...JSON.parse(read(`test/clients/seen-live/${agent}.json`)),
  }))
  const said = ({ cases, weakened }, name) => {
    const how = weakened[Object.keys(written).find((part) => written[part] === name)]
    return how === undefined ? cases[name] : `${cases[name]}, ${how}`
  }
  return table(
    ['case', ...seen.map(({ agent, version }) => `${agent} ${version}`)],
    Object.keys(seen[0].cases).map((name) => [
      name.replace(/^[a-z_]+(?=,|$)|hooks\.yaml/, code),
      ...seen.map((each) => said(each, name).replace('on_error', code)),
    ]),
  )
}

// ---- matchers and groups

function matcherTable({ matchers }, { definitions }) {
  const keys = definitions.match.properties
  const takes = {
    names: 'names',
    text: 'text',
    paths: 'path globs',
    hosts: 'host globs',
    commands: 'command patterns',
    fields: 'fields',
    boolean: 'true or false',
    expression: 'an expression',
    number: 'numbers',
    sends: 'what, to',
    git: 'staged, dirty, ahead, …',
    pushes: 'to, remote, force, deletes',
    commits: 'message, files, amend, no_verify',
    does: 'service, verb, target, environment, undo',
    reads: 'path globs, or path, by, tracked',
    session: 'wrote, read, ran, used, since',
  }
  return table(
    ['key', 'matches', 'takes', 'example'],
    matchers.map(({ key, summary, takes: kind }) => [
      code(key),
      cell(summary),
      keys[key].$ref === '#/definitions/paths' ? 'path globs, or path, tracked' : (takes[kind] ?? kind),
      code(flow(keys[key].examples[0])),
    ]),
  )
}

function groupTable({ shippedGroups }) {
  return table(
    ['group', 'tools'],
    Object.entries(shippedGroups).map(([name, tools]) => [code(`@${name}`), tools.map(code).join(', ')]),
  )
}

// ---- built-ins

const kind = (schema) => {
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  if (schema.$ref !== undefined) return 'a mapping'
  const types = [schema.type ?? 'any'].flat()
  const named = {
    array: 'a list',
    object: 'a mapping',
    string: 'text',
    integer: 'a number',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
  }
  return types.map((type) => named[type] ?? type).join(' or ')
}

function optionTable(schema) {
  const { properties = {}, required = [] } = schema
  if (Object.keys(properties).length === 0) return 'No options.'
  return table(
    ['option', 'takes', 'default', 'meaning'],
    Object.entries(properties).map(([name, option]) => [
      code(name),
      kind(option),
      required.includes(name)
        ? 'required'
        : Object.hasOwn(option, 'default')
          ? code(JSON.stringify(option.default))
          : '',
      cell(option.description ?? ''),
    ]),
  )
}

const effects = {
  none: '',
  state: ' Keeps state for the session.',
  world: ' Writes files or calls a recipe.',
}
const observer = ' It records only, so it also runs after a deny.'

function builtinSection(builtin) {
  const { name, summary, events, examples, observes } = builtin
  const example = examples.find(({ outcome }) => Object.keys(outcome).length > 0) ?? examples[0]
  const schema = JSON.parse(read(`schemas/builtins/${name}.schema.json`))
  const at = events === 'any' ? 'every event' : events.map(code).join(', ')
  return [
    `## ${name}`,
    `${summary} At ${at}.${effects[builtin.effects]}${observes === true ? observer : ''}`,
    optionTable(schema),
    ...(example === undefined ? [] : [exampleText(name, example)]),
  ].join('\n\n')
}

function exampleText(name, { name: says, with: options, event, files, outcome }) {
  const { schemas, ...rest } = options
  const lines = [
    ...(schemas === undefined ? [] : [`schemas: ${flow(schemas)}`]),
    `use: ${name}`,
    ...(Object.keys(rest).length === 0 ? [] : [`with: ${flow(rest)}`]),
    ...Object.entries(files ?? {}).map(([file, text]) => `# ${file}: ${JSON.stringify(short(text))}`),
    `# event:   ${flow(short(event))}`,
    `# outcome: ${Object.keys(outcome).length === 0 ? 'none' : flow(short(outcome))}`,
  ]
  return `It ${says}:\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``
}

/** Cuts long texts, so that an example stays readable. */
function short(value) {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 60)}…` : value
  if (Array.isArray(value)) return value.map(short)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, short(inner)]))
}

const builtinList = ({ builtins }) =>
  table(
    ['built-in', 'what it does'],
    builtins.map(({ name, summary }) => [`[${name}](#${name})`, cell(summary)]),
  )

// ---- presets

const firstSentence = (text) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** The rules of all levels, each with its decisions and why. */
const presetTable = () =>
  table(
    ['rule', 'relaxed', 'recommended', 'strict', 'why'],
    readSources(root).map(({ name, at, levels, reason }) => [
      code(name),
      ...['relaxed', 'standard', 'strict'].map((level) => levels[level] ?? '–'),
      `${cell(firstSentence(reason))}${at === undefined ? '' : ` (at ${code(at)})`}`,
    ]),
  )

// ---- programs

/** Roles of arguments that add no fact. */
const plainRoles = new Set(['text', 'secret', 'look', 'code', 'digits', 'assign'])
const rolesIn = (text) => [...text.matchAll(/[<[{]([\w+-]+)[^>\]}]*[>\]}]/g)].map(([, role]) => role)
const hasEffect = (text) => rolesIn(text).some((role) => !plainRoles.has(role))

/** The entries of a line that have an effect, each after its subcommand. */
function entriesOf(line, under) {
  const text = line.trim()
  const parts = /^[-+]|^\w+= /.test(text)
    ? text.split(', ').filter(hasEffect)
    : /^[:?@]/.test(text)
      ? [text]
      : []
  return parts
    .filter((part) => part.startsWith('@') || hasEffect(part))
    .map((part) => [...under, part.replace(/^: /, '')].join(' ').replaceAll('...', '…'))
}

/** Joins options with the same subcommand and value: `-o|--output, --stderr <write>`. */
function mergeOptions(entries) {
  const merged = new Map()
  for (const entry of entries) {
    const [, under = '', names, value] = /^((?:[^-+<[{?@\s]\S* )*)((?:[-+]\S+ )+)([<[].*)$/.exec(entry) ?? []
    const key = names === undefined ? entry : `${under}- ${value}`
    const option = names?.trim().replaceAll(' ', '|')
    const { options } = merged.get(key) ?? { options: [] }
    merged.set(key, { entry, under, options: option === undefined ? options : [...options, option], value })
  }
  return [...merged.values()].map(({ entry, under, options, value }) =>
    options.length === 0 ? entry : `${under}${options.join(', ')} ${value}`,
  )
}

/** A section's programs, and their arguments that have an effect. */
function programRow(section) {
  const [header, ...lines] = section.split('\n')
  const stack = []
  const found = lines.flatMap((line) => {
    const depth = (line.length - line.trimStart().length) / 2 - 1
    stack.length = Math.min(stack.length, depth)
    const parts = entriesOf(line, stack)
    if (/^[a-z]/.test(line.trim()) && !/^\w+= /.test(line.trim()))
      stack[depth] = line.trim().split(' => ')[0].replaceAll(', ', '|')
    return parts
  })
  return [
    header
      .split(', ')
      .map((names) => code(names.split(' ')[0]))
      .join(', '),
    mergeOptions(new Set(found)).map(code).join('<br>'),
  ]
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

function programTables({ listSections }) {
  return Object.entries(listSections())
    .map(([group, sections]) => {
      const rows = sections.map(programRow)
      const described = rows.filter(([, words]) => words !== '')
      const rest = rows.filter(([, words]) => words === '').map(([names]) => names)
      const also = rest.length === 0 ? '' : `\n\nKnown without arguments: ${rest.join(', ')}.`
      return `## ${groupTitles[group] ?? group}\n\n${table(['program', 'arguments'], described)}${also}`
    })
    .join('\n\n')
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

function variableTable({ environment }) {
  const rows = environment
    .trim()
    .split('\n')
    .map((line) => {
      const [, kind, programs, names] = /^(\S+?)((?: \S+)*): (.*)$/.exec(line)
      const readers = programs === '' ? 'all' : programs.trim().split(' ').map(code).join(', ')
      return [
        names.split(' ').map(code).join(', '),
        variableTitles[kind] ?? `the value of ${code(kind)}`,
        readers,
      ]
    })
  return `## Variables\n\n${table(['variable', 'what its value is', 'programs'], rows)}`
}

// ---- commands

async function help(main, argv) {
  let text = ''
  const out = (more) => void (text += more)
  await main({
    argv,
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

/** The verbs and their summaries, from the help. */
async function verbs(main) {
  const found = []
  for (const line of (await help(main, ['--help'])).split('\n')) {
    const [, verb, says] = /^ {2}([a-z][\w-]*(?: \S+)*?) {2,}(\S.*)$/.exec(line) ?? []
    if (verb !== undefined) found.push({ verb, says })
    else if (/^ {4,}\S/.test(line) && found.length > 0) found.at(-1).says += ` ${line.trim()}`
  }
  return found.filter(({ verb }) => !verb.startsWith('help'))
}

const commandTable = async (main) =>
  table(
    ['command', 'what it does'],
    (await verbs(main)).map(({ verb, says }) => [code(`hooks ${verb}`), cell(says)]),
  )

async function commandHelp(main) {
  const parts = []
  for (const { verb } of await verbs(main)) {
    const name = verb.split(' ')[0]
    parts.push(`## ${name}\n\n\`\`\`text\n${await help(main, [name, '--help'])}\n\`\`\``)
  }
  return parts.join('\n\n')
}

/** What each framework's integration sends; conditions are numbered below the table. */
function hostEvents({ hosts, events }) {
  const notes = [...new Set(Object.values(hosts).flatMap((sent) => Object.values(sent)))].filter(
    (when) => when !== true,
  )
  const sign = (when) => (when === undefined ? '' : when === true ? '✓' : `✓ ${notes.indexOf(when) + 1}`)
  const rows = Object.keys(events).map((event) => [
    code(event),
    ...Object.values(hosts).map((sent) => sign(sent[event])),
  ])
  const numbered = notes.map((note, at) => `${at + 1}: ${note}.`).join(' ')
  return `${table(['event', ...Object.keys(hosts).map(code)], rows)}\n\n${numbered}`
}

// ---- pages

async function tables() {
  const loaded = await load(
    'catalog',
    'model/events',
    'model/tool-groups',
    'cli/main',
    'library/hosts',
    'shell/programs/table',
    'shell/programs/data/environment',
  )
  const schema = JSON.parse(read('schemas/source/hooks.schema.json'))
  const made = {
    events: eventTable(loaded.events, false),
    'seen-live': seenTable(loaded),
    'embedded-events': eventTable(loaded.events, true),
    'host-events': hostEvents(loaded),
    matchers: matcherTable(loaded, schema),
    groups: groupTable(loaded),
    'built-in-list': builtinList(loaded),
    'built-ins': loaded.builtins.map(builtinSection).join('\n\n'),
    presets: presetTable(),
    programs: `${programTables(loaded)}\n\n${variableTable(loaded)}`,
    commands: await commandTable(loaded.main),
    'command-help': await commandHelp(loaded.main),
  }
  for (const { name } of agentsOf(loaded.dialects)) made[`agent-${name}`] = agentDetails(name, loaded)
  return made
}

function filled(page, made) {
  return read(page).replace(
    /(<!-- generated: (\S+) -->\n)[^]*?(<!-- \/generated -->)/g,
    (_, open, name, close) => {
      if (made[name] === undefined) throw new Error(`${page}: there is no generated part "${name}"`)
      return `${open}\n${made[name]}\n\n${close}`
    },
  )
}

/** Updates the generated parts of every page and returns the stale pages; with `check`, writes nothing. */
export async function generateDocs({ check = false } = {}) {
  const made = await tables()
  const markdown = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
  ]
  const pages = { [picture]: drawDeniedCall(root) }
  for (const page of markdown) pages[page] = filled(page, made)
  const stale = Object.keys(pages).filter((page) => pages[page] !== current(page))
  if (!check) for (const page of stale) writeFileSync(join(root, page), pages[page])
  return stale
}
