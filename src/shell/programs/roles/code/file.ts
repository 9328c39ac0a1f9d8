// A file of code that runs: what is sure in it counts, a doubt does not.
import { posix } from 'node:path'
import type { PathFact } from '../../../../model/types.ts'
import { textToRun } from '../../../run-files.ts'
import type { CommandState, ArgumentWord } from '../../command-state.ts'
import { absolute } from '../place.ts'
import type { CodeLanguage } from './calls.ts'
import { readCode, readLongCode } from './code.ts'
import { importedFile, importsIn, type CodeDirectory } from './imports.ts'

export interface RunFile {
  readonly path: string
  readonly text: string
}

/** Longer code is generated. */
const MAX_CHARACTERS = 131_072

const shebangs: readonly (readonly [CodeLanguage, RegExp])[] = [
  ['python', /^#!.*\b(?:python|pypy)/],
  ['node', /^#!.*\b(?:node|deno|bun|tsx)\b/],
  ['perl', /^#!.*\bperl\b/],
  ['ruby', /^#!.*\bruby\b/],
  ['php', /^#!.*\bphp\b/],
]
const endings: Readonly<Record<string, CodeLanguage>> = {
  py: 'python',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  pl: 'perl',
  rb: 'ruby',
  php: 'php',
}

/** By its first line, else by its name. */
export function languageOf(path: string, text: string): CodeLanguage | undefined {
  if (text.startsWith('#!')) return shebangs.find(([, pattern]) => pattern.test(text))?.[0]
  return endings[/\.(\w+)$/.exec(path)?.[1] ?? '']
}

/** `python x.py`: read, and run. Node.js leaves out endings. */
export function runCodeFile({ text: word }: ArgumentWord, language: CodeLanguage, state: CommandState): void {
  const path = absolute(word, state)
  state.starts.push(path ?? '')
  if (path === undefined || state.command.remote === true) return
  const { files } = state.world
  if (files.kind(path) !== 'dir') state.reads.push({ path })
  const found = [
    path,
    ...(language === 'node' ? [`${path}.js`, `${path}/index.js`] : [`${path}/__main__.py`]),
  ]
  const file = found.find((each) => files.kind(each) === 'file')
  const text = file === undefined ? undefined : textToRun(file, state.world, MAX_CHARACTERS)
  if (file !== undefined && text !== undefined) readCodeFile({ path: file, text }, language, state)
}

export function readCodeFile(file: RunFile, language: CodeLanguage, state: CommandState): void {
  const dir = posix.dirname(file.path)
  readFile(file, { language, dir, top: dir, around: [] }, state)
}

/** Code among a command's words or on its input. */
export function readInlineCode(text: string, language: CodeLanguage, state: CommandState): void {
  readCode(text, language, state)
  readImports(text, { language, dir: state.cwd, top: state.cwd, around: [] }, state)
}

/** A module by its name. */
export function readModule(name: string, language: CodeLanguage, state: CommandState): void {
  readImport(name, { language, dir: state.cwd, top: state.cwd, around: [] }, state)
}

// ---- what code takes in runs with it

/** How many files may stand around one, and how many it may take in. */
const MAX_DEPTH = 2
const MAX_IMPORTS = 32

interface CodePlace extends CodeDirectory {
  /** The files that take it in. */
  readonly around: readonly string[]
}

function readFile({ path, text }: RunFile, place: CodePlace, state: CommandState): void {
  keepSure(path, state, () => {
    readLongCode(text, place.language, state)
    readImports(text, { ...place, dir: posix.dirname(path), around: [...place.around, path] }, state)
  })
}

function readImports(text: string, place: CodePlace, state: CommandState): void {
  if (place.around.length > MAX_DEPTH || place.dir === '' || state.command.remote === true) return
  for (const name of importsIn(text, place.language).slice(0, MAX_IMPORTS)) readImport(name, place, state)
}

function readImport(name: string, place: CodePlace, state: CommandState): void {
  const path = importedFile(name, place, state)
  if (path === undefined || place.around.includes(path)) return
  const text = textToRun(path, state.world, MAX_CHARACTERS)
  if (text !== undefined) readFile({ path, text }, place, state)
}

/** Of what a file's code adds, what is sure. */
export function keepSure(file: string, state: CommandState, read: () => void): void {
  const { runs, reads, creates, edits, deletes, adds, unresolved, world } = state
  const before = { runs: runs.length, adds: adds.length, unresolved: unresolved.length }
  const kept = [creates, edits, deletes].map((list) => ({ list, from: list.length }))
  const from = reads.length
  read()
  adds.length = before.adds
  unresolved.length = before.unresolved
  for (const { list, from } of kept) list.push(...list.splice(from).filter(isSure))
  reads.push(...reads.splice(from).filter((each) => isSure(each) && !each.path.startsWith(`${world.root}/`)))
  runs.push(...runs.splice(before.runs).map((run) => ({ ...run, file })))
}

const isSure = ({ glob }: PathFact): boolean => glob !== true
