// Leaves in the file that HOOKS_REPORT names what a run counted, and how each failure is repeated.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

interface Failure {
  readonly name: string
  readonly message: string
  readonly repeat: string
}

export const reporter: Reporter = {
  onTestRunEnd(modules, errors) {
    const file = process.env['HOOKS_REPORT']
    if (file === undefined) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const failures = [
      ...modules.flatMap((module) => module.errors().map(({ message }) => brokenModule(module, message))),
      ...tests.filter((test) => test.result().state === 'failed').map(failedTest),
      ...errors.map(({ message }) => ({
        name: 'outside of any test',
        message: firstLine(message),
        repeat: '',
      })),
    ]
    writeFileSync(file, JSON.stringify({ passed: count('passed'), skipped: count('skipped'), failures }))
  },
}

function brokenModule(module: TestModule, message: string): Failure {
  return { name: module.relativeModuleId, message: firstLine(message), repeat: repeatModule(module) }
}

function failedTest(test: TestCase): Failure {
  const message = firstLine(test.result().errors?.[0]?.message ?? '')
  return {
    name: `${test.module.relativeModuleId} > ${test.fullName}`,
    message,
    repeat: `${repeatModule(test.module)} -t ${quoted(asPattern(test.fullName))}`,
  }
}

function repeatModule({ project, moduleId }: TestModule): string {
  const { env } = project.config
  const mode = env['HOOKS_NIGHTLY'] === undefined ? '' : ' --mode=nightly'
  const processes = process.env['HOOKS_PROCESSES']
  const chosen = processes === undefined ? '' : ` HOOKS_PROCESSES=${processes}`
  return `HOOKS_SEED=${String(env['HOOKS_SEED'])}${chosen} npx vitest run${mode} --project=${project.name} ${path.relative(root, moduleId)}`
}

/** Vitest takes a regular expression over the names with blanks between them. */
function asPattern(name: string): string {
  return name.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? ''
