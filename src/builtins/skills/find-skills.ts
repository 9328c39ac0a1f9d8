import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { configuredPath } from '../shared/configured-path.ts'
import { matchesNameGlob } from '../../patterns/globs/glob.ts'
import type { Context, Files, Warning, CommandFact, Facts } from '../../model/types.ts'
import { groupWith } from '../../model/tool-groups.ts'
import { mcpToolName } from '../../patterns/pattern.ts'

export interface Skill {
  readonly name: string
  readonly description: string
  /** Relative to the root where it is inside. */
  readonly path: string
  readonly body: string
  /** The tools that it may use; absent: any. */
  readonly tools?: readonly string[]
  /** Its front matter cannot be read. */
  readonly broken: boolean
}

export interface SkillPaths {
  readonly paths: readonly string[]
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export function findSkills(
  { paths, include, exclude }: SkillPaths,
  root: string,
  context: Pick<Context, 'env' | 'files' | 'frontMatter'>,
): { readonly skills: readonly Skill[]; readonly warnings: readonly Warning[] } {
  const { found, complete } = scanSkills(
    paths.map((each) => configuredPath(each, { root, env: context.env })),
    context.files,
  )
  const all = found.map((file) => readSkill(file, root, context))
  const messages = all
    .filter((skill) => skill.broken)
    .map((skill) => `the front matter of ${skill.path} cannot be read: it is listed as "${skill.name}"`)
  if (!complete) messages.push('there are too many files in the skill paths: not all were searched')
  return {
    skills: all.filter(
      (skill) => (include.length === 0 || isListed(include, skill)) && !isListed(exclude, skill),
    ),
    warnings: messages.map((message) => ({ code: 'skills', message })),
  }
}

function isListed(list: readonly string[], { name }: Skill): boolean {
  return list.some((glob) => matchesNameGlob(glob, name))
}

/** Falls back to lines of broken front matter, and to the directory's name. */
function readSkill(file: string, root: string, context: Pick<Context, 'files' | 'frontMatter'>): Skill {
  const text = context.files.read(file)
  const { data, body } = text === undefined ? { data: undefined, body: '' } : context.frontMatter(text)
  const head = data === undefined && text !== undefined ? headOf(text) : undefined
  const field = (name: string): string => oneLine(data?.[name] ?? lineOf(head, name))
  const tools = parseAllowedTools(
    data?.['allowed-tools'] ?? data?.['allowed_tools'] ?? lineOf(head, 'allowed-tools'),
  )
  return {
    name: field('name') || basename(dirname(file)),
    description: field('description'),
    path: pathFrom(root, file),
    body: (head === undefined ? body : (text ?? '').slice(head.length)).trim(),
    ...(tools !== undefined && { tools }),
    broken: text === undefined || head !== undefined,
  }
}

/** Front matter as text, with its fences. */
function headOf(text: string): string | undefined {
  return /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[0]
}

function lineOf(head: string | undefined, name: string): string | undefined {
  const line = head
    ?.split(/\r?\n/)
    .find((each) => each.startsWith(`${name}:`) && /[\p{L}\p{N}]/u.test(each.slice(name.length + 1)))
  return line?.slice(name.length + 1).replace(/^\s*(["'])(.*)\1\s*$/, '$2')
}

function oneLine(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\s+/g, ' ').trim()
    : ''
}

export function pathFrom(root: string, file: string): string {
  const below = relative(root, file)
  const isInside = below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
  return isInside ? below.split(sep).join('/') : file
}

/** Limits of one search. */
const MAX_DEPTH = 6
const MAX_ENTRIES = 2000
const MAX_SKILLS = 500

const skippedDirs = new Set(['node_modules/', '.git/'])

interface SkillSearch {
  readonly found: readonly string[]
  readonly complete: boolean
}

/** Each SKILL.md in or below the directories once, breadth first. */
export function scanSkills(dirs: readonly string[], files: Files): SkillSearch {
  const found = new Map<string, string>()
  let queue = dirs.map((dir) => ({ dir, depth: 0 }))
  let entries = 0
  while (queue.length > 0) {
    const next: typeof queue = []
    for (const { dir, depth } of queue) {
      if (entries >= MAX_ENTRIES || found.size >= MAX_SKILLS)
        return { found: [...found.values()], complete: false }
      const names = files.list(dir)
      entries += names.length
      if (names.includes('SKILL.md')) addOnce(found, join(dir, 'SKILL.md'), files)
      if (depth >= MAX_DEPTH) continue
      const inner = names.filter((name) => name.endsWith('/') && !skippedDirs.has(name))
      next.push(...inner.map((name) => ({ dir: join(dir, name), depth: depth + 1 })))
    }
    queue = next
  }
  return { found: [...found.values()], complete: true }
}

function addOnce(found: Map<string, string>, file: string, files: Files): void {
  const real = files.real(file)
  if (!found.has(real)) found.set(real, file)
}

// `allowed-tools` of a skill: names of tools, with commands in parentheses for the shell.

/** A list, or a text with commas or spaces; undefined when nothing is limited. */
function parseAllowedTools(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').flatMap(split)
  return typeof value === 'string' ? split(value) : undefined
}

function split(text: string): readonly string[] {
  return text.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []
}

export function allowsTool(allowed: readonly string[], tool: string, facts: () => Facts): boolean {
  const meant = allowed.map(parseEntry).filter(({ name }) => isNamed(name, tool))
  if (meant.some(({ command }) => command === undefined)) return true
  return (
    meant.length > 0 &&
    runsOnly(
      meant.map(({ command = '' }) => command),
      facts(),
    )
  )
}

interface Entry {
  readonly name: string
  /** Only these commands; of other tools than the shell it is ignored. */
  readonly command?: string
}

function parseEntry(text: string): Entry {
  const [, name = text, command] = /^([^(]+)\((.*)\)$/.exec(text) ?? []
  return command === undefined || command === '' || groupWith(name) !== 'shell' ? { name } : { name, command }
}

/** By name, or as another agent calls a tool that does the same. */
function isNamed(name: string, tool: string): boolean {
  const bare = mcpToolName(tool)
  if (matchesNameGlob(name, tool) || (bare !== undefined && matchesNameGlob(name, bare))) return true
  if (name.startsWith('mcp__') && tool.startsWith(`${name}__`)) return true
  const group = groupWith(tool)
  return group !== undefined && (name === `@${group}` || groupWith(name) === group)
}

/** Commands that need no name. */
const harmless: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'true', ':'])

function runsOnly(wanted: readonly string[], { commands, unresolved }: Facts): boolean {
  const asked = commands.filter(({ program }) => !harmless.has(program))
  if (unresolved.some(({ about }) => about.includes('commands'))) return false
  return asked.length > 0 && asked.every((command) => wanted.some((each) => isCommand(each, command)))
}

/** `git diff:*` and `git diff *` begin with it, `npm test` is all of it. */
function isCommand(wanted: string, { argv }: CommandFact): boolean {
  const text = argv.join(' ')
  const [, prefix] = /^(.*?)(?::\*| \*)$/.exec(wanted) ?? []
  if (prefix !== undefined) return text === prefix || text.startsWith(`${prefix} `)
  return wanted === '*' || matchesNameGlob(wanted, text)
}
