// A shop's repository on disk, and the commands run in it without a process.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Host } from '../../src/run/call.ts'
import { main } from '../../src/cli/main.ts'
import { atEnd } from '../support/end.ts'
import { trustByItself } from '../support/trust.ts'
import { createFakeHost, type FakeHost } from './fake-host.ts'

export interface Shop {
  readonly home: string
  readonly root: string
  readonly write: (file: string, text: string) => void
  readonly remove: (file: string) => void
  readonly host: (argv: readonly string[], over?: Partial<Host>) => FakeHost
  readonly hooks: (
    argv: readonly string[],
    over?: Partial<Host>,
  ) => Promise<{ exit: number; out: string; err: string }>
}

/** `trusted`: its user trusts whatever it holds. */
export function openShop(files: Readonly<Record<string, string>> = {}, trusted = true): Shop {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-shop-')))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  const root = path.join(home, 'shop')
  mkdirSync(path.join(root, '.git'), { recursive: true })
  let writes = 0
  const write: Shop['write'] = (file, text) => {
    writes++
    const target = path.resolve(root, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  const host: Shop['host'] = (argv, over) => createFakeHost({ argv, cwd: root, env: { HOME: home }, ...over })
  const hooks: Shop['hooks'] = async (argv, over) => {
    const each = host(argv, over)
    if (trusted) trustByItself(root, each.env, writes)
    const exit = await main(each)
    return { exit, ...each.printed }
  }
  return {
    home,
    root,
    write,
    remove: (file) => rmSync(path.resolve(root, file), { recursive: true, force: true }),
    host,
    hooks,
  }
}
