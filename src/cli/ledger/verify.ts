import path from 'node:path'
import { plural } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/host.ts'
import { createClock } from '../../store/files.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { checkSeals, sealMessage } from '../../store/vouch/seals.ts'
import { createPage, drawNote, printJson } from '../print/page.ts'
import { findProjectConfig } from '../shared/project-config.ts'

/** `hooks ledger verify`: whether ledger and counters still say what they said. Exit code 1: not all do. */
export function ledgerVerify(host: Host, { json }: { readonly json?: true }): number {
  const { dirs, root } = findProjectConfig(host)
  const stateDir = path.join(dirs.state, projectKey(root))
  const { all: broken, files } = checkSeals(stateDir, createClock().now(), true)
  const exit = broken.length === 0 ? 0 : 1
  if (json === true) {
    printJson(host, { files, broken })
    return exit
  }
  const page = createPage(host, { root, home: dirs.home })
  const sign = page.paint('red', '✗')
  const lines = broken.flatMap((each) =>
    drawNote(sign, `${sealMessage(stateDir, each)} (${each.at.slice(0, 10)})`, page),
  )
  const fine =
    files === 0
      ? 'nothing was recorded here yet'
      : `${page.paint('green', '✓')} ${plural(files, 'file')} as hooks wrote ${files === 1 ? 'it' : 'them'}`
  host.out(`${(lines.length === 0 ? [fine] : lines).join('\n')}\n`)
  return exit
}
