// A small table of programs and a small file system, so that what the shell does is seen by itself.
import { posix } from 'node:path'
import type { Facts } from '../../src/model/types.ts'
import type { CommandEffects, EffectsOf, World } from '../../src/shell/types.ts'
import { noEffects } from '../../src/shell/kinds.ts'
import { factsOfShell } from '../../src/shell/reader.ts'
import { loaders } from '../support/loaders.ts'

const shop = [
  'orders.ts',
  'package.json',
  'src/cart.ts',
  'src/cart.test.ts',
  'src/prices.ts',
  '.env.production',
  'bin/check.sh',
]
const scripts: Readonly<Record<string, string>> = { '/shop/bin/check.sh': 'git status\nrm -rf "$1"' }

export const world: World = {
  root: '/shop',
  home: '/home/ada',
  cwd: '/shop',
  env: { HOME: '/home/ada', USER: 'ada', TOKEN: 'hunter2', PORT: '3000', ASSETS: '/srv/assets' },
  files: {
    list: (dir) => {
      if (dir === '/bin') return ['cat', 'rm', 'sh']
      const at = dir === '/shop' ? '' : `${dir.replace('/shop/', '')}/`
      const below = shop.filter((file) => file.startsWith(at)).map((file) => file.slice(at.length))
      return [...new Set(below.map((file) => file.replace(/\/.*/, '/')))].sort()
    },
    kind: (path) => {
      const name = path.replace('/shop/', '')
      if (shop.includes(name)) return 'file'
      return shop.some((file) => file.startsWith(`${name}/`)) || path === '/shop' ? 'dir' : undefined
    },
    real: (path) => path,
    read: (path) => scripts[path],
  },
}

/** rm deletes, cat reads, curl contacts; sudo, env, xargs and shells run what they are given. */
const effectsOf: EffectsOf = (command, _, input) => {
  const { argv, program, open, globs, cwd } = command
  const paths = argv.flatMap((word, at) => {
    if (at === 0 || word.startsWith('-') || open?.includes(at) === true) return []
    const path = word.startsWith('/') ? word : `${cwd}/${word}`
    return cwd === '' && !word.startsWith('/')
      ? []
      : [globs?.includes(at) === true ? { path, glob: true as const } : { path }]
  })
  const tail = (from: number) => ({
    argv: argv.slice(from),
    open: (open ?? []).map((at) => at - from).filter((at) => at >= 0),
  })
  switch (program) {
    case 'rm':
      return { ...noEffects, deletes: paths }
    case 'cat':
      return { ...noEffects, reads: paths }
    case 'curl':
      return { ...noEffects, hosts: ['example.com'] }
    case 'sudo':
    case 'env':
      return { ...noEffects, runs: [{ kind: 'argv', ...tail(1) }] }
    case 'xargs':
      return { ...noEffects, runs: [{ kind: 'argv', ...tail(1), more: true }] }
    case 'ssh':
      return { ...noEffects, runs: [{ kind: 'shell', text: argv[2] ?? '', remote: true }] }
    case 'npm':
      return { ...noEffects, runs: [{ kind: 'shell', text: 'vite build' }] }
    case 'sh':
    case 'bash':
      return shellEffects(argv, { open, input })
    default:
      return noEffects
  }
}

type Given = {
  readonly open: readonly number[] | undefined
  readonly input: { readonly text?: string } | undefined
}

function shellEffects(argv: readonly string[], { open, input }: Given): CommandEffects {
  if (argv[1] === '-c') {
    const run = { kind: 'shell', text: argv[2] ?? '' } as const
    return { ...noEffects, runs: [open?.includes(2) === true ? { ...run, open: true } : run] }
  }
  if (argv.length > 1) {
    const text = world.files.read(`/shop/${argv[1]}`)
    const starts = [posix.resolve('/shop', argv.find((word, at) => at > 0 && !word.startsWith('-')) ?? '')]
    return { ...noEffects, starts, runs: text === undefined ? [] : [{ kind: 'shell', text }] }
  }
  if (input === undefined) return noEffects
  if (input.text !== undefined) return { ...noEffects, runs: [{ kind: 'shell', text: input.text }] }
  return {
    ...noEffects,
    unresolved: [{ reason: 'the script is not known', text: argv.join(' '), about: ['commands'] }],
  }
}

export function factsOf(text: string): Facts {
  return factsOfShell(text, world, { effectsOf, parser: loaders.parser })
}

/** Every command as its words, those that are not known as `?`. */
export function commandsOf(text: string): readonly string[] {
  return factsOf(text).commands.map(({ argv, open }) =>
    argv.map((word, at) => (open?.includes(at) === true ? '?' : word)).join(' '),
  )
}
