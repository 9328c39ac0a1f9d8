// The documents of test/scenarios/*.yaml, or of the directory that SCENARIOS names.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { LibScenario } from './scenario-lib.ts'
import type { Scenario } from './scenario.ts'

const dir = process.env.SCENARIOS ?? path.join(import.meta.dirname, '../scenarios')

const all = readdirSync(dir)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => {
    const documents = parseAllDocuments(readFileSync(path.join(dir, file), 'utf8'), { merge: true })
    return documents.map(
      (document) => ({ ...document.toJS(), file: `test/scenarios/${file}` }) as Scenario & LibScenario,
    )
  })

/** Played through the command. */
export const commandScenarios: readonly Scenario[] = all.filter(({ mode }) => mode !== 'lib')
/** Played inside of an agent. */
export const libraryScenarios: readonly LibScenario[] = all.filter(({ mode }) => mode === 'lib')

/** For the name of a test. */
export function shown({ id, from }: Pick<Scenario, 'id' | 'from'>): string {
  return from === undefined ? id : `${id} (${from.join(', ')})`
}
