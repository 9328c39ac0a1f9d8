import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { overwritePrivate } from '../../src/store/disk/private-dir.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'hooks-private-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a file that is written anew keeps nothing of what it was, whichever is longer', () => {
  const file = path.join(dir, 'payload.json')
  for (const text of ['{"order":17}', '{"order":17,"note":"für Dana"}', '{}', '']) {
    overwritePrivate(file, text)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('nobody is led to another file by a link', () => {
  const other = path.join(dir, 'orders.ts')
  writeFileSync(other, 'export {}\n')
  const link = path.join(dir, 'link.json')
  symlinkSync(other, link)
  expect(() => overwritePrivate(link, '{}')).toThrow(/ELOOP/)
  expect(readFileSync(other, 'utf8')).toBe('export {}\n')
})
