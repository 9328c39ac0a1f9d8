// A page of the documentation as what it tells its reader to do: files to write, commands to type, what they print.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bin, finish, finishResident, copyCodeCache, type Finished } from '../support/cli.ts'
import { atEnd } from '../support/end.ts'
import { startsProcesses } from '../support/part.ts'
import { trustProject } from '../support/trust.ts'

export const packageDir = path.resolve(import.meta.dirname, '../..')

export interface Block {
  readonly language: string
  /** What stands behind the language: a file name, `no-run`, `broken`. */
  readonly words: readonly string[]
  readonly text: string
  /** Of the opening fence, from 1. */
  readonly line: number
}

export function blocksOf(markdown: string): readonly Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const [language, ...words] = /^```(\S.*)$/.exec(lines[at] ?? '')?.[1]?.split(/\s+/) ?? []
    if (language === undefined) continue
    const end = lines.indexOf('```', at + 1)
    blocks.push({ language, words, text: `${lines.slice(at + 1, end).join('\n')}\n`, line: at + 1 })
    at = end
  }
  return blocks
}

/** The file that a block shows; a YAML block without a name is hooks.yaml. */
export function fileOf({ language, words }: Block): string | undefined {
  if (language === 'console' || language === 'text') return undefined
  return words.find((word) => /[./]/.test(word)) ?? (language === 'yaml' ? 'hooks.yaml' : undefined)
}

export interface Step {
  readonly command: string
  readonly printed: string
}

/** Commands behind `$ `, each with what it prints. */
export function stepsOf({ text }: Block): readonly Step[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...printed] = part.replace(/\n$/, '').split('\n')
      return { command, printed: printed.join('\n').trimEnd() }
    })
}

export interface Reader {
  readonly root: string
  write(file: string, text: string): void
  type(command: string): Promise<Finished>
  /** Records that the reader trusts the rules as they are. */
  trust(): void
  /** What was printed, without what differs from run to run. */
  plain(text: string): string
}

/** Somebody in a shop's repository with a terminal 80 columns wide, who types what the page says. */
export function openReader(): Reader {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-docs-')))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  copyCodeCache(home)
  const root = path.join(home, 'shop')
  mkdirSync(root, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', root])
  cpSync(path.join(packageDir, 'examples'), path.join(root, 'examples'), { recursive: true })
  cpSync(path.join(packageDir, 'hooks.example.yaml'), path.join(root, 'hooks.example.yaml'))
  cpSync(path.join(packageDir, 'schemas'), path.join(root, 'schemas'), { recursive: true })
  const programs = makePrograms(home)
  mkdirSync(path.join(home, 'node_modules'))
  symlinkSync(packageDir, path.join(home, 'node_modules', 'hooks-yaml'))
  const env = {
    PATH: `${programs}:${process.env.PATH ?? ''}`,
    HOME: home,
    TMPDIR: home,
    NO_COLOR: '1',
    LANG: 'C.UTF-8',
  }
  return {
    root,
    write: (file, text) => {
      const target = path.join(root, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
      if (text.startsWith('#!')) chmodSync(target, 0o755)
    },
    type(command) {
      const argv = startsProcesses() ? undefined : plainCommand(command)
      if (argv !== undefined) return finishResident(argv, { cwd: root, env }, { types: '' })
      return finish(['sh', '-c', command], {
        cwd: root,
        env: { ...env, ...(isPiped(command) && { PIPED: '1' }) },
      })
    },
    trust: () => trustProject(root, env),
    plain: (text) => unaligned(text.replaceAll(home, '/home/dev')),
  }
}

/** The arguments of `hooks` where a shell would do nothing else with the line. */
function plainCommand(line: string): readonly string[] | undefined {
  const [, rest] = /^(?:npx hooks-yaml|hooks-yaml|hooks)((?: +(?:'[^']*'|[\w@%+=:,./-]+))*)$/.exec(line) ?? []
  return rest?.match(/'[^']*'|[^ ']+/g)?.map((word) => word.replace(/^'(.*)'$/, '$1'))
}

/** Does what it prints go on to another program or a file? */
function isPiped(command: string): boolean {
  return />|\|(?!.*\bhooks\b)/.test(command.replaceAll(/'[^']*'/g, ''))
}

/** Times and durations come and go. */
export function timeless(text: string): string {
  return text
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-20T14:02:11.000Z')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, '2026-11-20')
    .replace(/\b\d\d:\d\d:\d\d\b/g, '14:02:11')
    .replace(/( {2}|proposed as )[a-v][0-9a-v]{6}(?=$|,)/gm, '$1k7f3a2b') // ids of decisions and proposals
    .replace(/(?: · |\n *)compiled [^\n]+? in \d+(?:\.\d+)? m?s\b/g, '')
    .replace(/\b\d+(?:\.\d+)? m?s\b/g, '2 ms')
}

/** And columns with them; a short one is not shown at all. */
function unaligned(text: string): string {
  return timeless(text)
    .replaceAll(' · 2 ms', '')
    .replace(/(\S) {2,}/g, '$1  ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** `hooks`, `hooks-yaml` and `npx` as after an installation; all of them are the built command. */
function makePrograms(home: string): string {
  const dir = path.join(home, 'bin')
  mkdirSync(dir)
  const terminal = path.join(import.meta.dirname, 'terminal.cjs')
  const person = path.join(packageDir, 'test/support/person.cjs')
  const start = `exec ${process.execPath} -r ${person} -r ${terminal} ${bin} "$@"\n`
  const programs = { hooks: start, 'hooks-yaml': start, npx: `shift\n${start}` }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(dir, name), `#!/bin/sh\n${text}`, { mode: 0o755 })
  }
  return dir
}

export function readPage(file: string): string {
  return readFileSync(path.join(packageDir, file), 'utf8')
}
