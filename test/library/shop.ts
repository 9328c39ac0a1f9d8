// A shop's repository in a temporary directory, for engines to work in.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface Shop {
  readonly root: string
  write(file: string, text: string): void
  at(file: string): string
  remove(): void
}

export function openShop(files: Readonly<Record<string, string>> = {}): Shop {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'shop-')))
  const at = (file: string) => path.join(root, file)
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(at(file)), { recursive: true })
    writeFileSync(at(file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  return { root, at, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** A file whose one rule answers every tool call. */
export function ruleFile(says: string, text: string): string {
  return `hooks:\n  PreToolUse:\n    - name: only\n      ${says}: ${JSON.stringify(text)}\n`
}
