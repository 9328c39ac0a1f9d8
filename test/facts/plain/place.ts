// A project with what a plain command could miss: links, other names of a file, what is hidden, ignored or too much.
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSubject } from '../../../src/engine/change.ts'
import { factTexts } from '../../../src/engine/fact-texts.ts'
import { createFactSource } from '../../../src/facts.ts'
import { plainTexts } from '../../../src/facts/plain.ts'
import { createFiles } from '../../../src/files.ts'
import { EDGE } from '../../../src/literal.ts'
import { isPassedOver } from '../../../src/passed-over.ts'
import * as plain from '../../../src/plain.ts'
import * as shell from '../../../src/shell.ts'
import type { Event, FactTexts, Subject } from '../../../src/types.ts'

export const scripts = {
  test: 'vitest run',
  pretest: 'npm run lint',
  lint: 'ls src && cat notes.md',
  build: 'tsc -p .',
  around: 'npm run around',
  show: 'cat',
  clean: 'rm -rf dist',
  list: 'cd src && ls',
  start: 'NODE_ENV=production node src/all.js > shop.log 2>&1 &',
  predev: 'git fetch',
  look: 'rg price | tee prices.txt',
  'test:all': 'timeout 60 npx jest',
}

const stored = [
  '.env',
  'src/cart.ts',
  'src/all.js',
  'src/.env.local',
  'src/keys/shop.pem',
  'src/orders/all.ts',
  'notes.md',
  'ignored/deep/.netrc',
  '.hidden/id_rsa',
  'node_modules/left/.env',
  'src/node_modules/right/.npmrc',
  'main',
]

const gitConfig = `[core]
\trepositoryformatversion = 0
\tfilemode = true
[remote "origin"]
\turl = git@GitHub.com:acme/shop.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[remote "backup"]
\turl = https://ada:key@backup.example:8443/shop.git
\tpushurl = ssh://git@push.backup.example/shop
[remote "beside"]
\turl = ../orders
[branch "feature/x"]
\tremote = origin
`

export interface Place {
  readonly dir: string
  readonly root: string
  /** What the facts of a call have and its plain texts have not; undefined for a call that is not plain. */
  missingIn(event: Event): readonly string[] | undefined
  isPlain(command: string): boolean
  call(tool_name: string, tool_input: unknown, cwd?: string): Event
  close(): void
}

const files = createFiles()
const home = '/home/ada'
const reading = { disk: { ...files, home }, shell: () => plain }

export const textsOf = (event: Event): FactTexts | undefined => plainTexts(event, reading)
const env = { HOME: home, PATH: '/usr/bin:/bin', USER: 'ada' }
const source = { ...createFactSource({ files, env, shell: () => shell }), did: () => ({}) as never }

export function openPlace(): Place {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-plain-')))
  const root = path.join(dir, 'work', 'shop')
  fill(root)
  symlinkSync(root, path.join(dir, 'here'))
  const call = (tool_name: string, tool_input: unknown, cwd = root): Event => ({
    event: 'PreToolUse',
    tool_name,
    tool_input,
    cwd,
    root,
    raw: {},
  })
  return {
    dir,
    root,
    missingIn,
    isPlain: (command) => textsOf(call('Bash', { command })) !== undefined,
    call,
    close: () => rmSync(dir, { recursive: true, force: true }),
  }
}

function fill(root: string): void {
  mkdirSync(path.join(root, '.git'), { recursive: true })
  mkdirSync(path.join(root, 'none'))
  mkdirSync(path.join(root, '..', 'many'))
  for (const name of stored) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), 'one\ntwo\n')
  }
  for (let number = 0; number < 301; number++)
    writeFileSync(path.join(root, '..', 'many', `${number}.md`), '')
  writeFileSync(path.join(root, '.git', 'config'), gitConfig)
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ scripts }))
  writeFileSync(path.join(root, '.gitignore'), 'ignored\n*.pem\n')
  symlinkSync('.env', path.join(root, 'settings'))
  symlinkSync('src/orders', path.join(root, 'orders'))
  symlinkSync('keys', path.join(root, 'src', '.venv'))
  symlinkSync('../../ignored', path.join(root, 'src', 'orders', 'away'))
  linkSync(path.join(root, '.env'), path.join(root, 'twin'))
  linkSync(path.join(root, '.env'), path.join(root, 'src', 'same.ts'))
}

function missingIn(event: Event): readonly string[] | undefined {
  const texts = textsOf(event)
  if (texts === undefined) return undefined
  const subject = createSubject(event, source)
  const facts = factTexts(subject)
  if (facts === undefined) return ['the facts cannot be worked out']
  const below = belowOf(subject)
  const said = facts.text.split(EDGE).flatMap((text) => text.split('\n'))
  return [
    ...[...said, ...below].filter((text) => !texts.text.includes(text.toLowerCase())),
    ...facts.kinds.filter((kind) => !texts.kinds.includes(kind)),
    ...treesOf(subject)
      .filter((tree) => texts.trees?.some((each) => tree === each || tree.startsWith(`${each}/`)) !== true)
      .map((tree) => `tree: ${tree}`),
    ...(texts.inside === true && facts.inside !== true ? ['not inside'] : []),
    ...openOf(facts, texts, subject).map((kind) => `open: ${kind}`),
  ]
}

const pathKinds = ['reads', 'creates', 'edits', 'deletes'] as const

/** By its name, and where it leads. */
function isOthers(tree: string, { event: { root } }: Subject): boolean {
  return isPassedOver(tree, root) && isPassedOver(files.real(tree), root)
}

/** What stands below the trees, unless it is passed over. */
function belowOf(subject: Subject): readonly string[] {
  const facts = subject.facts()
  const trees = pathKinds.flatMap((kind) => facts[kind].filter(({ tree }) => tree === true))
  return trees.flatMap((fact) =>
    isOthers(fact.path, subject)
      ? []
      : (subject.look?.below(fact) ?? ['(too much)']).map((path) => `${path}/`),
  )
}

/** Rules that name a place below these have to be asked; all around one that is there as a whole is as good. */
function treesOf(subject: Subject): readonly string[] {
  const facts = subject.facts()
  return pathKinds.flatMap((kind) =>
    facts[kind].flatMap(({ path: tree, tree: isTree }) =>
      isTree === true && (kind !== 'reads' || isOthers(tree, subject)) ? [tree] : [],
    ),
  )
}

/** Trees are listed; nothing else may be open. */
function openOf({ open }: FactTexts, told: FactTexts, subject: Subject): readonly string[] {
  const facts = subject.facts()
  const isListed = (kind: string): boolean =>
    pathKinds.some((each) => each === kind && facts[each].every(({ glob }) => glob !== true)) &&
    facts.unresolved.every(({ about }) => !about.some((each) => each === kind))
  return open.filter((kind) => !isListed(kind) && told.open.every((each) => each !== kind))
}
