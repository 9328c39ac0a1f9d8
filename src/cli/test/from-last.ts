import fs from 'node:fs'
import path from 'node:path'
import { createFiles } from '../../store/files.ts'
import type { Host } from '../../run/host.ts'
import { addTest } from './read/add-test.ts'
import { createBench } from './play/bench.ts'
import { isTestFile } from './read/find.ts'
import { testOf } from './read/test-of.ts'
import { compileLayers, findHere } from '../shared/compile-here.ts'
import { lastEvent } from '../shared/last-event.ts'
import { effortFor } from './effort.ts'

const FINE = 0
const PROBLEMS = 1
const UNREADABLE = 2

/** Prints a test that is made of the last recorded event and what the rules say to it now, or adds it to a file. */
export async function fromLast(host: Host, file: string | undefined): Promise<number> {
  const here = findHere(host)
  const last = lastEvent(host, { root: here.root, files: createFiles() })
  if (last === undefined) {
    host.err(
      'hooks: no event was recorded here yet; once an agent has called hooks, --from-last uses its last call\n',
    )
    return PROBLEMS
  }
  const { plan, diagnostics } = compileLayers(host, here)
  if (plan === undefined) {
    host.err(`hooks: the rules have errors (${diagnostics[0]?.message ?? ''}); see hooks validate\n`)
    return PROBLEMS
  }
  const { event } = last
  const bench = createBench(plan, effortFor(host, false))
  const { verdict } = await bench.ask([event], {})
  const written = testOf(event, verdict)
  if (file === undefined) {
    host.out(written)
    return FINE
  }
  return add(host, file, written)
}

function add(host: Host, file: string, test: string): number {
  const absolute = path.resolve(host.cwd, file)
  if (!fs.existsSync(absolute) && !isTestFile(file)) {
    host.err(`hooks: nobody would find a test in ${file}: name it ${renamed(file)}\n`)
    return UNREADABLE
  }
  const text = fs.existsSync(absolute) ? fs.readFileSync(absolute, 'utf8') : undefined
  const added = addTest(text, test, file)
  if ('problem' in added) {
    host.err(`hooks: ${file}: ${added.problem}; paste this under tests:\n\n`)
    host.out(test)
    return UNREADABLE
  }
  fs.mkdirSync(path.dirname(absolute), { recursive: true })
  fs.writeFileSync(absolute, added.text)
  host.out(`added to ${file}:\n\n${test}`)
  return FINE
}

function renamed(file: string): string {
  const { dir, name } = path.parse(file)
  return path.join(dir, `${name.replace(/[.-]tests?$/, '')}.hooks-test.yaml`)
}
