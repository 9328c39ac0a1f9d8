// What a rule is written with: matchers, groups of tools, built-ins and presets.
import { readSources } from '../presets.mjs'
import { readJson, root } from './files.mjs'
import { cell, code, codes, fenced, flow, section, table } from './markdown.mjs'

/** What the value of a matcher is, by its kind. */
const values = {
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

export function matcherTable({ matchers }) {
  const keys = readJson('schemas/source/hooks.schema.json').definitions.match.properties
  return table(
    ['key', 'matches', 'takes', 'example'],
    matchers.map(({ key, summary, takes }) => [
      code(key),
      cell(summary),
      keys[key].$ref === '#/definitions/paths' ? 'path globs, or path, tracked' : values[takes],
      code(flow(keys[key].examples[0])),
    ]),
  )
}

export const groupTable = ({ shippedGroups }) =>
  table(
    ['group', 'tools'],
    Object.entries(shippedGroups).map(([name, tools]) => [code(`@${name}`), codes(tools)]),
  )

export const builtinTable = ({ builtins }) =>
  table(
    ['built-in', 'what it does'],
    builtins.map(({ name, summary }) => [`[${name}](#${name})`, cell(summary)]),
  )

const effects = {
  none: '',
  state: ' Keeps state for the session.',
  world: ' Writes files or calls a recipe.',
}
const observer = ' It records only, so it also runs after a deny.'

export function builtinSection(builtin) {
  const { name, summary, events, examples, observes } = builtin
  const at = events === 'any' ? 'every event' : codes(events)
  const example = examples.find(({ outcome }) => Object.keys(outcome).length > 0) ?? examples[0]
  return section(
    name,
    `${summary} At ${at}.${effects[builtin.effects]}${observes === true ? observer : ''}`,
    optionTable(readJson(`schemas/builtins/${name}.schema.json`)),
    example === undefined ? '' : exampleText(name, example),
  )
}

function optionTable({ properties = {}, required = [] }) {
  const options = Object.entries(properties)
  if (options.length === 0) return 'No options.'
  const preset = ({ default: value }) => (value === undefined ? '' : code(JSON.stringify(value)))
  return table(
    ['option', 'takes', 'default', 'meaning'],
    options.map(([name, option]) => [
      code(name),
      takenBy(option),
      required.includes(name) ? 'required' : preset(option),
      cell(option.description ?? ''),
    ]),
  )
}

const typeNames = {
  array: 'a list',
  object: 'a mapping',
  string: 'text',
  integer: 'a number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

const takenBy = ({ enum: names, type }) =>
  names === undefined
    ? [type]
        .flat()
        .map((each) => typeNames[each])
        .join(' or ')
    : codes(names)

function exampleText(name, { name: says, with: options, event, files = {}, outcome }) {
  const { schemas, ...rest } = options
  const lines = [
    ...(schemas === undefined ? [] : [`schemas: ${flow(schemas)}`]),
    `use: ${name}`,
    ...(Object.keys(rest).length === 0 ? [] : [`with: ${flow(rest)}`]),
    ...Object.entries(files).map(([file, text]) => `# ${file}: ${JSON.stringify(short(text))}`),
    `# event:   ${flow(short(event))}`,
    `# outcome: ${Object.keys(outcome).length === 0 ? 'none' : flow(short(outcome))}`,
  ]
  return `It ${says}:\n\n${fenced(lines.join('\n'))}`
}

/** Cuts long texts, so that an example stays readable. */
function short(value) {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 60)}…` : value
  if (Array.isArray(value)) return value.map(short)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, short(inner)]))
}

const firstSentence = (text) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** The rules of all levels, each with its decisions and why. */
export const presetTable = () =>
  table(
    ['rule', 'relaxed', 'recommended', 'strict', 'why'],
    readSources(root).map(({ name, at, levels, reason }) => [
      code(name),
      ...['relaxed', 'standard', 'strict'].map((level) => levels[level] ?? '–'),
      `${cell(firstSentence(reason))}${at === undefined ? '' : ` (at ${code(at)})`}`,
    ]),
  )
