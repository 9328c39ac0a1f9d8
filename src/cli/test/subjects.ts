import path from 'node:path'
import type { Host } from '../../run/host.ts'
import type { TestFile } from './read/collect.ts'
import { findTestFiles, isTestFile } from './read/find.ts'
import { findHere } from '../shared/compile-here.ts'
import { findTargets, type Target } from '../validate/targets.ts'

/** What is tested. */
export interface Subjects {
  /** Rules that are asked together. */
  readonly targets: readonly Target[]
  /** Further tests, played against each target. */
  readonly testFiles: readonly TestFile[]
  /** Not every directory was looked through. */
  readonly cut: boolean
}

/** Why nothing can be tested. */
export interface Problem {
  readonly problem: string
  readonly sources: readonly string[]
}

/** Files of tests go with the rules named beside them, else with the project's; without names all that stand below the root. */
export function findSubjects(host: Host, files: readonly string[]): Subjects | Problem {
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

function pathsHere(host: Host, files: readonly string[]): readonly string[] {
  return files.length === 0 ? findHere(host).layers.map((layer) => layer.path) : []
}

function testFile(file: string, host: Host): TestFile {
  const absolute = path.resolve(host.cwd, file)
  const shown = path.relative(host.cwd, absolute)
  return { path: absolute, file: shown }
}
