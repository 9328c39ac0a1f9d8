import fs from 'node:fs'
import path from 'node:path'
import type { Call } from '../../run/call.ts'
import { findProjectConfig, howToStart, isThere, type ProjectConfig } from '../open-project.ts'
import type { TestFile } from './collect.ts'

interface TestTargets {
  /** Rules that are asked together. */
  readonly targets: readonly TrialTarget[]
  /** Run against each target. */
  readonly testFiles: readonly TestFile[]
  /** Not every directory was looked through. */
  readonly cut: boolean
}

interface TargetProblem {
  readonly problem: string
  readonly sources: readonly string[]
}

/** Named test files run against the named rules, else the project's; without names all test files below the root run. */
export function findTestTargets(host: Call, files: readonly string[]): TestTargets | TargetProblem {
  const tests = files.filter(isTestFile)
  const rules = files.filter((file) => !isTestFile(file))
  const readable = tests.length === 0 ? [] : findTargets(host, tests)
  const targets = findTargets(host, rules)
  const sources = [...files.map((file) => path.resolve(host.cwd, file)), ...pathsHere(host, files)]
  if ('problem' in readable) return { problem: readable.problem, sources }
  if ('problem' in targets) return { problem: targets.problem, sources }
  if (tests.length > 0 && targets.length > 1) {
    return { problem: 'name the tests together with one file of rules, not several', sources }
  }
  if (files.length > 0) return { targets, testFiles: tests.map((file) => testFile(file, host)), cut: false }
  const found = findTestFiles(targets[0]?.root ?? host.cwd)
  return { targets, testFiles: found.files.map((file) => testFile(file, host)), cut: found.cut }
}

function pathsHere(host: Call, files: readonly string[]): readonly string[] {
  return files.length === 0 ? findProjectConfig(host).layers.map((layer) => layer.path) : []
}

function testFile(file: string, host: Call): TestFile {
  const absolute = path.resolve(host.cwd, file)
  const shown = path.relative(host.cwd, absolute)
  return { path: absolute, file: shown }
}

interface FoundTestFiles {
  /** Absolute, sorted. */
  readonly files: readonly string[]
  /** The search stopped early: too many directories. */
  readonly cut: boolean
}

const MAX_DIRS = 20_000
/** Directories of dependencies and build output. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'vendor',
  'dist',
  'build',
  'target',
  'coverage',
  '__pycache__',
])
const VISITED: ReadonlySet<string> = new Set(['.claude', '.hooks', '.github'])

export function isTestFile(file: string): boolean {
  return /\.hooks-test\.ya?ml$/.test(file)
}

/** The `*.hooks-test.yaml` below a directory, what is hidden or built left out; links are not followed. */
function findTestFiles(root: string): FoundTestFiles {
  const files: string[] = []
  const dirs = [root]
  for (const [index, dir] of dirs.entries()) {
    if (index >= MAX_DIRS) return { files: files.sort(), cut: true }
    for (const entry of entriesOf(dir)) {
      const found = path.join(dir, entry.name)
      if (entry.isFile() && isTestFile(entry.name)) files.push(found)
      if (entry.isDirectory() && isVisited(entry.name)) dirs.push(found)
    }
  }
  return { files: files.sort(), cut: false }
}

function isVisited(name: string): boolean {
  return name.startsWith('.') ? VISITED.has(name) : !SKIPPED.has(name)
}

function entriesOf(dir: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(dir, { withFileTypes: true })
  } catch {
    return []
  }
}

export interface TrialTarget extends ProjectConfig {
  /** Its own files, as their user sees them. */
  readonly files: readonly string[]
}

interface NoTarget {
  readonly problem: string
}

function findTargets(host: Call, named: readonly string[]): readonly TrialTarget[] | NoTarget {
  const here = findProjectConfig(host)
  if (named.length === 0) return wholeProject(here)
  const problems = named.flatMap((file) => unreadable(file, host.cwd) ?? [])
  if (problems.length > 0) return { problem: problems.join('\n') }
  return named.map((file) => alone(file, here, host.cwd))
}

function wholeProject(here: ProjectConfig): readonly TrialTarget[] | NoTarget {
  const present = here.layers.filter(isThere)
  const own = path.join(here.root, 'hooks.yaml')
  if (present.length === 0)
    return { problem: `there is no hooks.yaml in ${here.root}${alternatives(own)}\n${howToStart()}` }
  return [{ ...here, files: present.map(({ file }) => file) }]
}

function alone(file: string, here: ProjectConfig, cwd: string): TrialTarget {
  const shown = path.normalize(file)
  return {
    ...here,
    layers: [{ layer: 'project', path: path.resolve(cwd, file), file: shown }],
    files: [shown],
  }
}

function unreadable(file: string, cwd: string): string | undefined {
  const absolute = path.resolve(cwd, file)
  try {
    if (fs.statSync(absolute).isDirectory()) {
      return `${file} is a directory; name a file: hooks validate ${path.join(file, 'hooks.yaml')}`
    }
    fs.accessSync(absolute, fs.constants.R_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return `${file}: there is no such file${alternatives(absolute)}`
    return `${file} cannot be read: ${code}`
  }
}

function alternatives(absolute: string): string {
  try {
    const found = fs.readdirSync(path.dirname(absolute)).filter((name) => /hooks.*\.ya?ml$/.test(name))
    return found.length === 0 ? '' : `; there is ${found.slice(0, 3).join(', ')}`
  } catch {
    return ''
  }
}
