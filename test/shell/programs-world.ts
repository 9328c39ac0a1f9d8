// A shop's repository, as programs would find it.
import type { CommandFact } from '../../src/model/types.ts'
import type { World } from '../../src/shell/types.ts'

const files: Readonly<Record<string, string>> = {
  '/shop/.env': 'KEY=1',
  '/shop/.env.production': 'KEY=2',
  '/shop/orders.ts': '',
  '/shop/src/cart.ts': '',
  '/shop/deploy.sh': '#!/bin/sh\nrm -rf build\n',
  '/shop/fix.patch': '--- a/orders.ts\n+++ b/orders.ts\n@@ -1 +1 @@\n-a\n+b\n',
  '/shop/package.json': '{"scripts":{"test":"vitest run","pretest":"tsc","clean":"rm -rf dist"}}',
  '/shop/.git/config': [
    '[remote "origin"]',
    '\turl = git@github.com:shop/api.git',
    '[remote "backup"]',
    '\turl = https://Git.Example.org:8443/shop.git',
    '[alias]',
    '\tco = checkout',
    '\tnuke = !rm -rf .',
  ].join('\n'),
}

const dirs = new Set(['/', '/shop', '/shop/.git', '/shop/src'])

export const world: World = {
  root: '/shop',
  home: '/home/ann',
  cwd: '/shop',
  env: {},
  files: {
    list: () => [],
    kind: (path) => (dirs.has(path) ? 'dir' : Object.hasOwn(files, path) ? 'file' : undefined),
    real: (path) => path,
    read: (path) => files[path],
  },
}

/** Words of a line: quotes keep blanks, what has a `$` cannot be known. */
export function command(line: string, more: Partial<CommandFact> = {}): CommandFact {
  const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const open = argv.flatMap((word, at) => (word.includes('$') ? [at] : []))
  return {
    argv,
    program: argv[0] ?? '',
    assignments: {},
    wrappers: [],
    cwd: '/shop',
    pipeline: 0,
    ...(open.length === 0 ? {} : { open }),
    ...more,
  }
}
